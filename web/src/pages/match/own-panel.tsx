import { Link } from '../../parts/link.tsx'
import type { FindingBody, MatchBody } from '../../../../src/api/matches.ts'
import type { Player } from '../../../../src/match/match.ts'
import { fetchReadyBots } from '../../api/bots.ts'
import { fetchHome } from '../../api/challenges.ts'
import { useMe } from '../../api/me.ts'
import { callsAddress } from '../../api/models.ts'
import { fetchChallengeMatches, fetchFindings } from '../../api/own-matches.ts'
import { useResource } from '../../api/use-resource.ts'
import { placeOfTurn } from '../../story/cursor.ts'
import type { Frame, Story } from '../../story/story.ts'
import { beatenBy, brainOf, nextRung } from '../../workbench/opponents.ts'
import { useStartMatch } from '../../workbench/use-start-match.ts'
import { OwnLog } from './own-log.tsx'
import '../../watch/end-card.css'
import './own-panel.css'
import { whyItEnded, type WhyItEnded } from './why-it-ended.ts'

export interface OwnPanelProps {
  readonly match: MatchBody
  readonly story: Story
  /** The position in view. */
  readonly frame: Frame
  /** The viewer's player; undefined for the organiser, who sees the logs alone. */
  readonly me: Player | undefined
}

/** Beside the board, for the owner of a player: why it lost, what to change, what to do next, and its log. */
export function OwnPanel({ match, story, frame, me }: OwnPanelProps) {
  const isOrganiser = useMe()?.role === 'organiser'
  const why =
    me === undefined
      ? undefined
      : whyItEnded(story.match, story.names, me, match.players[me]?.program ? 'Your bot' : 'You')
  return (
    <>
      {why && me !== undefined && (
        <section className="panel own-end" aria-label="How it ended for you" data-outcome={why.outcome}>
          <p className="end-word">{END_WORDS[why.outcome]}</p>
          <Why why={why} />
          <Findings match={match.id} me={me} />
          <NextSteps match={match} me={me} hasWon={why.outcome === 'won'} />
        </section>
      )}
      <OwnLog match={match} frame={frame} />
      {isOrganiser && match.players.some(({ bot }) => bot?.startsWith('llm:')) && (
        <p className="panel">
          <a href={callsAddress(match.id)} download>
            Prompts and answers of the model
          </a>
        </p>
      )}
    </>
  )
}

const END_WORDS: Readonly<Record<WhyItEnded['outcome'], string>> = {
  won: 'You won',
  lost: 'You lost',
  drawn: 'Drawn',
  void: 'Not counted',
}

/** So many rounds are told; a long match has more of the same. */
const MOST_REASONS = 3

const Why = ({ why: { reasons } }: { readonly why: WhyItEnded }) => (
  <ul className="why-it-ended">
    {reasons.slice(0, MOST_REASONS).map(({ text, round, turn }) => (
      <li key={round}>
        <a href={placeOfTurn(round, turn)}>{text}.</a>
      </li>
    ))}
    {reasons.length > MOST_REASONS && (
      <li className="muted">and {reasons.length - MOST_REASONS} rounds more</li>
    )}
  </ul>
)

/** What the doctor finds in the log of one's own player. */
function Findings({ match, me }: { readonly match: number; readonly me: Player }) {
  // The last lines of a log are written up to a second after the end.
  const { value } = useResource(`${match}`, (signal) => fetchFindings(match, signal), {
    everyMs: ({ complete }) => (complete ? undefined : 1_000),
  })
  const findings = value?.findings.filter(({ player }) => player === me) ?? []
  if (findings.length === 0) return null
  return (
    <>
      <h3>What the doctor finds</h3>
      <ul className="findings">
        {findings.map((finding, index) => (
          <Finding key={index} finding={finding} />
        ))}
      </ul>
    </>
  )
}

const Finding = ({ finding }: { readonly finding: FindingBody }) => {
  const { severity, title, detail, advice, round, turn } = finding
  return (
    <li data-severity={severity}>
      <p>
        <b>{title}</b>{' '}
        {turn !== null && (
          <a href={placeOfTurn(round, turn + 1)} className="small">
            turn {turn + 1}
          </a>
        )}
      </p>
      {detail !== null && <p className="small finding-detail">{detail}</p>}
      {advice !== null && (
        <p className="small">
          <b>Change:</b> {advice}
        </p>
      )}
    </li>
  )
}

interface NextStepsProps {
  readonly match: MatchBody
  readonly me: Player
  readonly hasWon: boolean
}

/** Buttons for what comes next. Players over the network start their matches themselves. */
function NextSteps({ match, me, hasWon }: NextStepsProps) {
  const { challenge, players } = match
  const mine = players[me]
  const rival = players[me === 0 ? 1 : 0]
  const program = mine?.program
  const { play, problem } = useStartMatch(challenge, program?.id ?? 0)
  const home = useResource(program ? challenge : undefined, (signal) => fetchHome(challenge, signal)).value
  const played = useResource(program ? `${mine?.id} ${challenge}` : undefined, (signal) =>
    fetchChallengeMatches(mine?.id ?? 0, challenge, signal),
  ).value
  const against = useRival(challenge, rival)
  if (!program)
    return (
      <p className="line">
        <Link className="button" href={`/games/${challenge}/wire`}>
          Read the wire
        </Link>
      </p>
    )
  const next = home && played && nextRung(home.rungs, beatenBy(program, played))
  return (
    <>
      <p className="line">
        <Link
          className={hasWon ? 'button' : 'button main'}
          href={`/games/${challenge}/write?bot=${program.id}`}
        >
          Change the code
        </Link>
        {against !== undefined && (
          <button type="button" className="button" onClick={() => void play(against)}>
            Play again
          </button>
        )}
        {next && `house:${next.brain}` !== against && (
          <button
            type="button"
            className={hasWon ? 'button main' : 'button'}
            onClick={() => void play(`house:${next.brain}`)}
          >
            Next rung: {next.brain}
          </button>
        )}
      </p>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

/** How the opponent is named when a match is started; undefined if it plays no such matches. */
function useRival(challenge: string, rival: MatchBody['players'][number] | undefined): string | undefined {
  const brain = rival && brainOf(rival)
  const program = rival?.program
  const bots = useResource(program ? challenge : undefined, (signal) =>
    fetchReadyBots(challenge, signal),
  ).value
  if (brain !== undefined) return `house:${brain}`
  return program && bots?.some(({ id }) => id === program.id) ? `bot:${program.id}` : undefined
}

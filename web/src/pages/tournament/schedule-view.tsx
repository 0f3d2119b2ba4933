import { useState } from 'react'
import { Link } from '../../parts/link.tsx'
import type { ScheduledMatch } from '../../../../src/api/tournaments.ts'
import { Countdown } from '../../parts/countdown.tsx'
import { momentWords } from '../../parts/moment-words.ts'
import { sentence } from '../../parts/words.ts'
import { capital, endWords } from '../../parts/tournament-words.ts'
import type { TournamentIndex, PartProps } from './index-tournament.ts'

const AHEAD = 6

/** Running matches, the next ones, and finished ones with the latest first. */
export function ScheduleView({ tournament, index }: PartProps) {
  const { schedule, status } = tournament
  const playing = schedule.filter((match) => match.status === 'playing')
  const waiting = schedule.filter((match) => match.status === 'waiting')
  const rounds = roundsOf(schedule.filter((match) => match.status === 'over')).toReversed()
  return (
    <div className="schedule">
      <Absent tournament={tournament} />
      <PlanNotes tournament={tournament} />
      {playing.length > 0 && (
        <>
          <h3>
            <span className="pulse" aria-hidden="true" /> Playing now
          </h3>
          <MatchRows matches={playing} index={index} />
        </>
      )}
      {waiting.length > 0 && (
        <>
          <h3>{status === 'waiting' ? 'These matches come first' : 'Next'}</h3>
          <MatchRows matches={waiting.slice(0, AHEAD)} index={index} />
          {waiting.length > AHEAD && (
            <Folded title={`${waiting.length - AHEAD} more`}>
              <MatchRows matches={waiting.slice(AHEAD)} index={index} />
            </Folded>
          )}
        </>
      )}
      {rounds.length > 0 && playing.length + waiting.length > 0 && <h3>Played</h3>}
      {rounds.map((round, at) => (
        <Folded
          key={round.title}
          title={round.title}
          count={round.matches.length}
          // The latest round is open; all are while there are few matches.
          isOpen={at === 0 || schedule.length <= 8}
        >
          <MatchRows matches={round.matches} index={index} />
        </Folded>
      ))}
    </div>
  )
}

const Absent = ({ tournament }: Pick<PartProps, 'tournament'>) => (
  <>
    {tournament.absent.map(({ entrant, opponent, until }) => (
      <p key={entrant} className="notice" data-tone="warn">
        <b>{entrant}</b> is called to its match against {opponent} and is not there: it loses the match in{' '}
        <b>
          <Countdown to={until} after="a moment" />
        </b>
      </p>
    ))}
  </>
)

/** The next round and the breaks to come. */
function PlanNotes({ tournament }: Pick<PartProps, 'tournament'>) {
  const { nextRound, plan, status } = tournament
  const now = Date.now()
  const breaks = status === 'over' ? [] : plan.breaks.filter(({ to }) => Date.parse(to) > now)
  if (nextRound === null && breaks.length === 0) return null
  return (
    <ul className="plan-notes muted">
      {nextRound !== null && (
        <li>
          Round {nextRound.round}{' '}
          {nextRound.at === null ? (
            'begins when the organiser calls it'
          ) : (
            <>
              begins in <Countdown to={nextRound.at} isDated />
            </>
          )}
        </li>
      )}
      {breaks.map(({ from, to }) => (
        <li key={from}>
          {Date.parse(from) > now ? `Break from ${timeText(from)} to` : 'Break until'} {timeText(to)}
        </li>
      ))}
    </ul>
  )
}

const timeText = (iso: string): string => momentWords(Date.parse(iso))

interface Round {
  readonly title: string
  readonly matches: readonly ScheduledMatch[]
}

/** Matches that belong together, in the order they came. */
function roundsOf(matches: readonly ScheduledMatch[]): readonly Round[] {
  const rounds = new Map<string, ScheduledMatch[]>()
  const stages = Map.groupBy(matches, ({ stage }) => stage)
  for (const match of matches) {
    const isLong = new Set(stages.get(match.stage)?.map(({ round }) => round)).size > 1
    const title = isLong ? `${capital(match.stage)}, round ${match.round}` : capital(match.stage)
    rounds.set(title, [...(rounds.get(title) ?? []), match])
  }
  return [...rounds].map(([title, all]) => ({ title, matches: all }))
}

interface FoldedProps {
  readonly title: string
  readonly count?: number
  readonly isOpen?: boolean
  readonly children: React.ReactNode
}

/** Rows of closed rounds are not rendered: there may be thousands. */
function Folded({ title, count, isOpen = false, children }: FoldedProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen)
  return (
    <details open={isUnfolded} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
      <summary>
        {title} {count !== undefined && <span className="count">{count}</span>}
      </summary>
      {isUnfolded && children}
    </details>
  )
}

interface MatchRowsProps {
  readonly matches: readonly ScheduledMatch[]
  readonly index: TournamentIndex
}

const MatchRows = ({ matches, index }: MatchRowsProps) => (
  <ol className="schedule-rows lined">
    {matches.map((match) => (
      <MatchRow key={match.key} match={match} index={index} />
    ))}
  </ol>
)

function MatchRow({ match, index }: { readonly match: ScheduledMatch; readonly index: TournamentIndex }) {
  const game = index.games.get(match.key)
  const names = (
    <>
      <Name name={match.players[0]} winner={game?.winner} />{' '}
      <span className="versus muted">{game?.how === 'played' ? game.score.join('–') : 'vs'}</span>{' '}
      <Name name={match.players[1]} winner={game?.winner} />
    </>
  )
  return (
    <li data-live={match.status === 'playing' ? '' : undefined}>
      {match.match === null ? <span>{names}</span> : <Link href={`/matches/${match.match}`}>{names}</Link>}
      <span className="schedule-how muted fine">
        {game ? sentence(endWords(game), match.players) : capital(match.stage)}
      </span>
      {match.annulled.map(({ by, reason, at, match: old }) => (
        <span key={at} className="schedule-how muted fine">
          {/* The reason of a ruling stands in the line above. */}
          {match.ruled?.reason !== reason &&
            `${match.status === 'over' ? 'Played' : 'To be played'} again, ${by} decided: ${reason} `}
          {old !== null && <Link href={`/matches/${old}`}>(the old match)</Link>}
        </span>
      ))}
    </li>
  )
}

/** Isolated, because an Arabic or Hebrew name would turn the score beside it around: 0–1 would read 1–0. */
const Name = ({ name, winner }: { readonly name: string; readonly winner: string | null | undefined }) =>
  winner === name ? (
    <strong>
      <bdi>{name}</bdi>
      <span className="hidden-words"> (won)</span>
    </strong>
  ) : (
    <bdi>{name}</bdi>
  )

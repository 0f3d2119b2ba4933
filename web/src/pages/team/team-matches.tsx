import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { MatchInfo } from '../../api/api.ts'
import { namesOf, sentence, timeAgo } from '../../parts/words.ts'
import { fetchTeamMatches } from '../../api/team-api.ts'

interface TeamMatchesProps {
  readonly id: number
  /** The team itself looks, or the organiser: logs are for them. */
  readonly mayRead: boolean
}

/** What a team has played, newest first, and why it ended as it did. */
export function TeamMatches({ id, mayRead }: TeamMatchesProps) {
  const [matches, setMatches] = useState<readonly MatchInfo[]>()
  const [next, setNext] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const load = async (before?: number): Promise<void> => {
    const page = await fetchTeamMatches(id, before)
    setProblem(page.ok ? undefined : page.problem.message)
    if (!page.ok) return
    setMatches((known) => [...(before === undefined ? [] : (known ?? [])), ...page.value.matches])
    setNext(page.value.next)
  }
  useEffect(() => void load(), [id])
  const now = Date.now()
  return (
    <section className="panel" aria-labelledby="matches">
      <h2 id="matches">Matches</h2>
      {matches?.length === 0 && <p className="muted">None yet.</p>}
      <ul className="team-matches">
        {matches?.map((match) => (
          <Row key={match.id} match={match} id={id} now={now} mayRead={mayRead} />
        ))}
      </ul>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {next !== null && (
        <button type="button" className="button" onClick={() => void load(next)}>
          Show older matches
        </button>
      )}
    </section>
  )
}

interface RowProps extends TeamMatchesProps {
  readonly match: MatchInfo
  readonly now: number
}

function Row({ match, id, now, mayRead }: RowProps) {
  const { title, end, players, ended, created } = match
  const outcome = outcomeOf(match, id)
  const names = players.map(({ name }) => name)
  return (
    <li data-outcome={outcome}>
      <span className="outcome">{OUTCOMES[outcome]}</span>
      <Link href={`/matches/${match.id}`}>{namesOf(match)}</Link>
      <span className="muted why">
        {title}
        {end !== null && `: ${sentence(end, names)}`}
      </span>
      <time className="muted" dateTime={ended ?? created}>
        {timeAgo(ended ?? created, now)}
      </time>
      <span className="match-log">
        {mayRead && hasLog(match, id) && (
          <Link href={`/matches/${match.id}?log`} aria-label={`Log of ${namesOf(match)}`}>
            Log
          </Link>
        )}
      </span>
    </li>
  )
}

/** Programs and teams of the SSE arena have one. */
const hasLog = ({ players, origin, status }: MatchInfo, id: number): boolean =>
  (status === 'playing' || status === 'over') &&
  players.some((player) => player.id === id && (player.bot !== null || CALLED.has(origin)))

const CALLED: ReadonlySet<string> = new Set(['evaluation', 'battle'])

type Outcome = 'won' | 'drawn' | 'lost' | 'void' | 'running' | 'waiting'

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  won: 'won',
  drawn: 'drawn',
  lost: 'lost',
  void: 'not counted',
  running: 'running',
  waiting: 'waiting',
}

function outcomeOf({ status, winner, players, void: isVoid }: MatchInfo, id: number): Outcome {
  if (status !== 'over') return status === 'playing' ? 'running' : 'waiting'
  if (isVoid) return 'void'
  if (winner === null) return 'drawn'
  return players[winner]?.id === id ? 'won' : 'lost'
}

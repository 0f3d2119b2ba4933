import { fetchLadderHistory } from '../../api/ladder.ts'
import { useResource } from '../../api/use-resource.ts'
import { RatingHistory } from '../../parts/rating-history.tsx'

interface LadderHistoryProps {
  readonly challenge: string
  readonly season?: number
  /** One bot, instead of the ten best. */
  readonly bot?: number
  /** The team whose line is chosen at first. */
  readonly own?: number | undefined
}

/** Ratings over time, of the ten best or of one bot. */
export function LadderHistory({ challenge, season, bot, own }: LadderHistoryProps) {
  const { value, problem } = useResource(
    `${challenge} ${season} ${bot}`,
    (signal) => fetchLadderHistory(challenge, { season, ...(bot !== undefined && { bot }) }, signal),
    { everyMs: 30_000 },
  )
  const hasPoints = value?.lines.some(({ points }) => points.length > 0)
  return (
    <section className="panel ladder-history" aria-labelledby="history">
      <h2 id="history">
        Rating over time {bot === undefined && <span className="muted">the ten best</span>}
      </h2>
      {value && hasPoints === true && <RatingHistory lines={value.lines} own={own} />}
      {hasPoints === false && <p className="muted">No rated game of a bot has ended yet.</p>}
      {!value && problem && <p className="problem">{problem.message}</p>}
    </section>
  )
}

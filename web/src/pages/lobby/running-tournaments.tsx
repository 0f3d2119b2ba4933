import { Link } from '../../parts/link.tsx'
import type { TournamentBody } from '../../../../src/api/tournaments.ts'
import { Countdown } from '../../parts/countdown.tsx'
import { leaderWords } from '../../parts/tournament-words.ts'
import { ProgressBar } from '../../parts/progress-bar.tsx'

interface RunningTournamentsProps {
  readonly tournaments: readonly TournamentBody[]
  /** The organiser does not join. */
  readonly mayJoin: boolean
}

/** One line for each running tournament, and for each that teams can join. */
export function RunningTournaments({ tournaments, mayJoin }: RunningTournamentsProps) {
  return (
    <ul className="tournament-strips" aria-label="Contests">
      {tournaments.map((tournament) => (
        <li key={tournament.id} className="tournament-strip leading box">
          <Link href={`/contests/${tournament.id}`} className="cut">
            {tournament.name}
          </Link>
          {tournament.status === 'waiting' ? (
            <Joinable tournament={tournament} mayJoin={mayJoin} />
          ) : (
            <>
              <span className="strip-leader cut muted small">
                {tournament.status === 'over'
                  ? 'Over: see who won'
                  : (leaderWords(tournament) ?? tournament.title)}
              </span>
              <ProgressBar tournament={tournament} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

interface JoinableProps {
  readonly tournament: TournamentBody
  readonly mayJoin: boolean
}

const Joinable = ({ tournament: { name, title, starts, join }, mayJoin }: JoinableProps) => (
  <>
    {join !== null && mayJoin && (
      <Link href={join} className="button main strip-join" aria-label={`Join ${name}`}>
        Join
      </Link>
    )}
    <span className="strip-waits cut muted small">
      {title}, teams can join
      {starts !== null && (
        <>
          , starts in <Countdown to={starts} after="a moment" isDated />
        </>
      )}
    </span>
  </>
)

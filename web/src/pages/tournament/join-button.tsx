import { Link } from '../../parts/link.tsx'
import type { TournamentBody } from '../../../../src/api/tournaments.ts'

/** The way into a contest that waits to be started, and to the board of the teams that are ready. */
export const JoinButton = ({ tournament: { id, status, join } }: { readonly tournament: TournamentBody }) =>
  status === 'waiting' ? (
    <p className="line">
      {join !== null && (
        <Link href={join} className="button main">
          Join
        </Link>
      )}
      <Link href={`/contests/${id}/board`} className="button">
        Who is ready
      </Link>
    </p>
  ) : null

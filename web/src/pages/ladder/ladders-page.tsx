import { Link } from 'wouter'
import { useChallenges } from '../../api/use-challenges.ts'
import { useTitle } from '../../parts/use-title.ts'
import '../../parts/form.css'
import './ladder.css'

/** One ladder for each challenge: here one is chosen. */
export function LaddersPage() {
  const challenges = useChallenges()
  useTitle('Ladders')
  return (
    <div className="page ladders">
      <h1>Ladders</h1>
      <p className="muted">
        Each game has a ladder: the newest version of every bot, and the house brains as rungs between them.
      </p>
      <ul className="tiles">
        {challenges.map(({ id, title, summary }) => (
          <li key={id} className="panel leading">
            <h2>
              <Link href={`/ladder/${id}`}>{title}</Link>
            </h2>
            <p className="muted small">{summary}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

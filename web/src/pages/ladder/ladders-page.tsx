import { Link } from '../../parts/link.tsx'
import type { LaddersBody } from '../../../../src/api/ladder.ts'
import { fetchLadders } from '../../api/ladder.ts'
import { useChallenges } from '../../api/use-challenges.ts'
import { useResource } from '../../api/use-resource.ts'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import { useTitle } from '../../parts/use-title.ts'
import '../../parts/form.css'
import './ladder.css'

/** One ladder for each challenge: here one is chosen. */
export function LaddersPage() {
  const challenges = useChallenges()
  const { value, problem } = useResource('ladders', fetchLadders, { everyMs: 30_000 })
  useTitle('Ladders')
  return (
    <div className="page ladders">
      <h1>Ladders</h1>
      {problem && <ConnectionLost />}
      <p className="muted">
        Each game has a ladder. Teams enrol their bots, and the arena plays rated matches between them, day
        and night. House brains of known strength are the rungs between the bots.
      </p>
      <ul className="tiles">
        {challenges.map(({ id, title, summary }) => (
          <li key={id} className="panel leading">
            <h2>
              <Link href={`/ladder/${id}`}>{title}</Link>
            </h2>
            <p className="muted small">{summary}</p>
            <p className="ladder-size small digits">
              {sizeWords(value?.ladders.find(({ challenge }) => challenge === id))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const sizeWords = (ladder: LaddersBody['ladders'][number] | undefined): string =>
  ladder === undefined
    ? ''
    : `${ladder.enrolled === 1 ? '1 bot' : `${ladder.enrolled} bots`} enrolled, ${ladder.games === 1 ? '1 rated game' : `${ladder.games} rated games`}`

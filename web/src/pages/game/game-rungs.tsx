import { Link } from '../../parts/link.tsx'
import type { ChallengeHomeBody } from '../../../../src/api/challenges.ts'

interface GameRungsProps {
  readonly challenge: string
  readonly home: ChallengeHomeBody
}

/** The house brains as steps, the weakest first. */
export const GameRungs = ({ challenge, home: { rungs, cheats } }: GameRungsProps) => (
  <section className="panel" aria-labelledby="rungs">
    <h2 id="rungs">House brains to beat</h2>
    <ol className="rungs lined">
      {rungs.map(({ brain, plays, rating, plusMinus }) => (
        <li key={brain} className="rung">
          <b>{brain}</b>
          <span className="digits">
            {rating} <small className="muted">±{plusMinus}</small>
          </span>
          <span className="rung-plays muted small">{plays}</span>
          <Link
            className="small"
            href={`/play?challenge=${encodeURIComponent(challenge)}&opponent=house:${encodeURIComponent(brain)}`}
            aria-label={`Play against ${brain}`}
          >
            Play
          </Link>
        </li>
      ))}
    </ol>
    {cheats.length > 0 && (
      <p className="muted small">
        These brains break the rules on purpose, to test how your bot reacts: {cheats.join(', ')}.
      </p>
    )}
  </section>
)

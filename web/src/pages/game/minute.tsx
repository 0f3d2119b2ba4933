import { Link } from '../../parts/link.tsx'
import type { WholeChallengeBody } from '../../../../src/api/challenges.ts'
import { NO_CHANGES } from '../../board/changes.ts'
import { Board } from '../../board/board.tsx'
import { goalOf, rulesInAMinute } from './rules-in-a-minute.ts'

/** The rules in a minute, for people. */
export function Minute({ challenge }: { readonly challenge: WholeChallengeBody }) {
  const rules = rulesInAMinute(challenge.game)
  return (
    <>
      <h2 id="minute">The rules in a minute</h2>
      <p className="game-goal">{goalOf(challenge)}</p>
      {rules && (
        <>
          <h3>A move</h3>
          <Sentences sentences={rules.moves} />
          {rules.figure && (
            <figure className="rules-figure">
              <Board
                picture={{ scene: rules.figure.scene, changes: NO_CHANGES }}
                label={rules.figure.caption}
              />
              <figcaption className="muted small">{rules.figure.caption}</figcaption>
            </figure>
          )}
          {rules.here?.[challenge.id] && (
            <>
              <h3>In this challenge</h3>
              <Sentences sentences={rules.here[challenge.id] ?? []} />
            </>
          )}
          <h3>The end of a round</h3>
          <Sentences sentences={rules.end} />
        </>
      )}
      <p className="muted small">
        Clock: {challenge.clock}. {challenge.bestOf > 1 && `Best of ${challenge.bestOf}. `}
        <Link href={`/games/${challenge.id}/rules`}>All rules</Link>
      </p>
    </>
  )
}

const Sentences = ({ sentences }: { readonly sentences: readonly string[] }) => (
  <ul className="sentences">
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)

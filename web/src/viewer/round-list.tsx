import type { Story } from '../story/story.ts'

interface RoundListProps {
  readonly story: Story
  readonly current: number
  readonly go: (index: number) => void
}

/** The rounds with their winners; a click goes to the round. */
export function RoundList({ story, current, go }: RoundListProps) {
  const { rounds, names, match } = story
  return (
    <ol className="rounds flow" aria-label="Rounds">
      {rounds.map(({ first, result, seats }, number) => {
        const winner = result?.winner
        const seat = winner === undefined ? undefined : seats.indexOf(winner)
        const outcome =
          result === undefined
            ? match.phase === 'over'
              ? 'not played'
              : 'being played'
            : result.end.kind === 'void'
              ? 'not counted'
              : winner === undefined
                ? 'drawn'
                : `${names[winner]} won`
        return (
          <li key={first}>
            <button
              type="button"
              className="round pill fine"
              aria-current={number === current ? 'true' : undefined}
              onClick={() => go(first)}
            >
              {seat !== undefined && <span className="seat" data-seat={seat} aria-hidden="true" />}
              <span>
                <b>{number + 1}</b> <span className="muted">{outcome}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

import { fetchMatches } from '../../api/matches.ts'
import { useResource } from '../../api/use-resource.ts'
import { MatchRows } from '../../parts/match-rows.tsx'

const EVERY = { everyMs: 8_000 }

/** Matches of this challenge: running ones first, then the last finished ones. */
export function GameMatches({ challenge }: { readonly challenge: string }) {
  const live = useResource(
    `live ${challenge}`,
    (signal) => fetchMatches({ challenge, status: 'playing', limit: 10 }, signal),
    EVERY,
  ).value
  const over = useResource(
    `over ${challenge}`,
    (signal) => fetchMatches({ challenge, status: 'over', limit: 10 }, signal),
    EVERY,
  ).value
  if (!live || !over) return null
  const shown = [...live.matches, ...over.matches]
  return (
    <section aria-labelledby="game-matches">
      <h2 id="game-matches" className="game-h2">
        Live and last matches
      </h2>
      {shown.length === 0 ? (
        <p className="nothing muted">There is no match yet. The first match appears here by itself.</p>
      ) : (
        <MatchRows matches={shown} isOneChallenge />
      )}
    </section>
  )
}

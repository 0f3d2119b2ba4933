import { ok } from '../../../../src/base/result.ts'
import { fetchMatches } from '../../api/matches.ts'
import { useResource } from '../../api/use-resource.ts'
import { MatchRows } from '../../parts/match-rows.tsx'

/** The matches of the ladder that are played now. */
export function LadderMatches({ challenge }: { readonly challenge: string }) {
  const { value: matches } = useResource(
    challenge,
    async (signal) => {
      const page = await fetchMatches({ challenge, status: 'playing', limit: 100 }, signal)
      return page.ok ? ok(page.value.matches.filter(({ origin }) => origin === 'ladder')) : page
    },
    { everyMs: 4_000 },
  )
  return (
    <section className="panel" aria-labelledby="now-playing">
      <h2 id="now-playing">Rated matches now</h2>
      {matches && matches.length > 0 ? (
        <MatchRows matches={matches} isOneChallenge />
      ) : (
        <p className="muted">No match of this ladder is running.</p>
      )}
    </section>
  )
}

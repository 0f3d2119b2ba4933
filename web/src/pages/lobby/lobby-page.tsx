import { Suspense } from 'react'
import { CannotFetchPart, late } from '../../parts/late.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useMe } from '../../api/me.ts'
import { useLobby } from '../../api/use-lobby.ts'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import { Doors } from './doors.tsx'
import { FinishedMatches } from './finished-matches.tsx'
import { RunningMatches } from './running-matches.tsx'
import { useLingering } from './use-lingering.ts'
import { useRunningTournaments } from './use-running-tournaments.ts'
import { WaitingMatches } from './waiting-matches.tsx'

const RunningTournaments = late(
  () => import('./running-tournaments.tsx'),
  'RunningTournaments',
  CannotFetchPart,
)

// Loaded on demand: it is shown only before the first match.
const EmptyLobby = late(() => import('./empty-lobby.tsx'), 'EmptyLobby', CannotFetchPart)

/** The lobby: running, waiting and finished matches. */
export function LobbyPage() {
  const me = useMe()
  const { lobby, more } = useLobby()
  const tournaments = useRunningTournaments()
  const { playing, waiting, state, next } = lobby
  const lingering = useLingering(playing, lobby.over)
  const shown = [...playing, ...lingering].sort((a, b) => b.id - a.id)
  const over = lobby.over.filter((match) => !lingering.includes(match))
  // Waits for the tournaments, which are above: else they would push the matches down.
  const isLoaded = lobby.isLoaded && tournaments !== undefined
  useTitle('')
  return (
    <>
      <h1 className="hidden-words">Matches</h1>
      {!me && <Doors isPlaying={shown.length > 0} />}
      {state === 'lost' && <ConnectionLost />}
      {tournaments && tournaments.length > 0 && (
        <Suspense
          fallback={
            <div className="tournament-strips" aria-hidden="true">
              {tournaments.map(({ id }) => (
                <div key={id} className="tournament-strip box" />
              ))}
            </div>
          }
        >
          <RunningTournaments tournaments={tournaments} mayJoin={me?.role !== 'organiser'} />
        </Suspense>
      )}
      {isLoaded && shown.length + waiting.length + over.length === 0 && (
        <Suspense fallback={null}>
          <EmptyLobby />
        </Suspense>
      )}
      {isLoaded && shown.length > 0 && <RunningMatches matches={shown} />}
      {isLoaded && shown.length === 0 && over.length + waiting.length > 0 && (
        <section className="shelf">
          <h2>Playing now</h2>
          <p className="nothing muted">No match is running. The next match appears here by itself.</p>
        </section>
      )}
      {isLoaded && waiting.length > 0 && <WaitingMatches matches={waiting} />}
      {isLoaded && over.length > 0 && <FinishedMatches matches={over} {...(next !== null && { more })} />}
    </>
  )
}

import { lazy, useEffect, useRef, useState } from 'react'
import { EMPTY_LOBBY, followLobby, type LobbyFollower } from '../follow-lobby.ts'
import { useTitle } from '../parts/use-title.ts'
import { usePageVisible } from '../use-page-visible.ts'
import { FinishedMatches } from './finished-matches.tsx'
import { RunningMatches } from './running-matches.tsx'
import { WaitingMatches } from './waiting-matches.tsx'

// Seen once in the life of a contest.
const EmptyLobby = lazy(() => import('./empty-lobby.tsx').then((part) => ({ default: part.EmptyLobby })))

/** Everything that is played here, was, or will be. */
export function LobbyPage() {
  const { lobby, more } = useLobby()
  const { playing, waiting, over, isLoaded, state, next } = lobby
  useTitle('')
  return (
    <>
      <h1 className="hidden-words">Matches</h1>
      {state === 'lost' && (
        <p className="notice" data-tone="warn" role="status">
          Connection lost, trying again …
        </p>
      )}
      {isLoaded && playing.length + waiting.length + over.length === 0 && <EmptyLobby />}
      {playing.length > 0 && <RunningMatches matches={playing} />}
      {isLoaded && playing.length === 0 && over.length + waiting.length > 0 && (
        <section className="shelf">
          <h2>Playing now</h2>
          <p className="nothing">Nobody plays just now. The next match appears here by itself.</p>
        </section>
      )}
      {waiting.length > 0 && <WaitingMatches matches={waiting} />}
      {over.length > 0 && <FinishedMatches matches={over} {...(next !== null && { more })} />}
    </>
  )
}

function useLobby() {
  const isVisible = usePageVisible()
  const [lobby, setLobby] = useState(EMPTY_LOBBY)
  const known = useRef(EMPTY_LOBBY)
  const follower = useRef<LobbyFollower>(undefined)
  useEffect(() => {
    if (!isVisible) return
    const opened = followLobby((next) => {
      known.current = next
      setLobby(next)
    }, known.current)
    follower.current = opened
    return () => opened.close()
  }, [isVisible])
  return { lobby, more: async () => follower.current?.more() }
}

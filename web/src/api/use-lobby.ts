import { useEffect, useRef, useState } from 'react'
import { EMPTY_LOBBY, followLobby, type Lobby, type LobbyFollower } from './follow-lobby.ts'
import { usePageVisible } from './use-page-visible.ts'

/** The lobby for as long as the page can be seen, and how to read more of it. */
export function useLobby(): { readonly lobby: Lobby; readonly more: () => Promise<void> } {
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

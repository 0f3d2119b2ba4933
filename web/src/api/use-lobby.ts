import { useRef } from 'react'
import { ok, type Result } from '../../../src/base/result.ts'
import { EMPTY_LOBBY, followLobby, type Lobby, type LobbyFollower } from './follow-lobby.ts'
import { useStream } from './use-stream.ts'

/** The lobby, followed while the page is visible, and a function that reads older matches. */
export function useLobby(): {
  readonly lobby: Lobby
  readonly more: () => Promise<Result<unknown>>
} {
  const follower = useRef<LobbyFollower>(undefined)
  const lobby = useStream('lobby', true, EMPTY_LOBBY, (known, onChange) => {
    follower.current = followLobby(onChange, known)
    return follower.current.close
  })
  return { lobby, more: async () => follower.current?.more() ?? ok(undefined) }
}

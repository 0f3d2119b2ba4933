import type { Challenge } from '../challenges/challenge.ts'
import type { MatchPlayer, Store } from '../store/store.ts'
import { dialectOfProgram } from '../wires/dialects.ts'
import { WIRES } from '../wires/index.ts'

/** Whether a player can be told a position that is not the game's own start. */
export function tellsPosition(player: MatchPlayer, challenge: Challenge, store: Store): boolean {
  switch (player.kind) {
    case 'house':
    case 'http':
    case 'model':
      return true
    case 'bot': {
      const wire = store.version(player.bot, player.version)?.wire
      const dialect = dialectOfProgram(wire, challenge)
      return WIRES.some(({ stdio, tellsPosition }) => stdio?.dialect === dialect && tellsPosition)
    }
    case 'sse':
    case 'guest':
      return false
  }
}

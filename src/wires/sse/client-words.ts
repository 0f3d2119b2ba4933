import { parseObject } from '../../base/json.ts'
import type { AnyGame, Seat } from '../../game/game.ts'
import { answerOf } from './commands.ts'

/** What the arena tells both players. */
export type ArenaNews =
  | { readonly kind: 'you-are'; readonly seat: Seat }
  /** A word of the game, or one that no game can read. */
  | { readonly kind: 'played'; readonly seat: Seat; readonly text: string }
  | { readonly kind: 'flipped'; readonly seat: Seat }
  /** No seat for a draw. */
  | { readonly kind: 'winner'; readonly seat?: Seat }

/** Reads an event; undefined for one that says nothing about the battle. */
export function readNews(data: string, { id, seatNames }: AnyGame): ArenaNews | undefined {
  const event = parseObject(data)
  if (event === undefined) return undefined
  if (event['winner'] === 'draw') return { kind: 'winner' }
  const [you, winner, player] = [event['youAre'], event['winner'], event['player']].map((name) =>
    name === seatNames[0] ? 0 : name === seatNames[1] ? 1 : undefined,
  )
  if (you !== undefined) return { kind: 'you-are', seat: you }
  if (winner !== undefined) return { kind: 'winner', seat: winner }
  if (player === undefined) return undefined
  const said = answerOf(id, event)
  return said.kind === 'move'
    ? { kind: 'played', seat: player, text: said.text }
    : { kind: 'flipped', seat: player }
}

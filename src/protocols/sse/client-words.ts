import { show } from '../../base/fields.ts'
import { parseObject } from '../../base/json.ts'
import type { AnyGame, Seat } from '../../game/game.ts'

/** What a player sends to the arena. */
export interface Command {
  readonly action: string
  readonly position?: string
}

/** What the arena tells both players. */
export type ArenaNews =
  | { readonly kind: 'you-are'; readonly seat: Seat }
  | { readonly kind: 'played'; readonly seat: Seat; readonly text: string }
  | { readonly kind: 'flipped'; readonly seat: Seat }
  /** No seat for a draw. */
  | { readonly kind: 'winner'; readonly seat?: Seat }

export const FLIP: Command = { action: '(╯°□°)╯︵ ┻━┻' }

export const commandFor = (game: string, move: string): Command => ({
  action: actionFor(game, move),
  position: move,
})

/** Reads an event; undefined for one that says nothing about the battle. */
export function readNews(data: string, { id: game, seatNames }: AnyGame): ArenaNews | undefined {
  const event = parseObject(data)
  if (event === undefined) return undefined
  const seatOf = (name: unknown): Seat | undefined =>
    name === seatNames[0] ? 0 : name === seatNames[1] ? 1 : undefined
  const { youAre, winner, player, action, position } = event
  if (winner === 'draw') return { kind: 'winner' }
  const [you, won, seat] = [youAre, winner, player].map(seatOf)
  if (you !== undefined) return { kind: 'you-are', seat: you }
  if (won !== undefined) return { kind: 'winner', seat: won }
  if (seat === undefined) return undefined
  return action === FLIP.action
    ? { kind: 'flipped', seat }
    : { kind: 'played', seat, text: textOf(game, action, position) }
}

/** A word of the game, or one that no game can read: a wall is no step, and a square is no wall. */
function textOf(game: string, action: unknown, position: unknown): string {
  if (typeof position === 'string' && action === actionFor(game, position.trim())) return position
  return `${show(action)} ${show(position)}`
}

function actionFor(game: string, move: string): string {
  if (game !== 'quoridor') return 'putSymbol'
  return /[hv]$/i.test(move) ? 'putWall' : 'move'
}

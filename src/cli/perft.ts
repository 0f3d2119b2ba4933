import { seededRng } from '../base/rng.ts'
import type { AnyGame, Seat, SeatMove } from '../game/game.ts'
import { perft } from '../game/perft.ts'
import { GAMES } from '../games/index.ts'
import { readSeed } from './play.ts'
import { badArgument, findOrExit, orExit, unknownName } from './problem.ts'

export interface PerftFlags {
  readonly depth: string
  readonly preset?: string
  readonly moves?: string
  readonly seed: string
}

/** `gamegrid perft`: prints the number of sequences of `depth` legal turns. */
export function countPositions(id: string, flags: PerftFlags): void {
  const game = findOrExit('game', id, GAMES)
  const presets = Object.keys(game.presets)
  const preset = flags.preset ?? presets[0] ?? ''
  if (!presets.includes(preset)) throw badArgument(unknownName('preset', preset, presets).message)
  if (!/^\d{1,3}$/.test(flags.depth))
    throw badArgument(
      `Cannot count to depth ${JSON.stringify(flags.depth)}: expected a whole number from 0 to 999`,
    )
  const config = orExit(game.parseConfig(game.presets[preset]))
  const start = game.setup(config, seededRng(readSeed(flags.seed)))
  console.log(perft(game, playMoves(game, start, flags.moves ?? ''), Number(flags.depth)))
}

/** Plays moves given as words. A move may also be two words, such as `3 4`. */
function playMoves(game: AnyGame, start: unknown, text: string): unknown {
  const words = text.split(/[\s;]+/).filter(Boolean)
  let state = start
  while (words.length > 0) {
    const seats = game.toMove(state)
    if (seats.length === 0) throw badArgument(`Cannot play ${JSON.stringify(words[0])}: the game is over`)
    const turn: SeatMove[] = []
    for (const seat of seats) turn.push({ seat, move: takeMove(game, state, seat, words) })
    state = game.play(state, turn)
  }
  return state
}

function takeMove(game: AnyGame, state: unknown, seat: Seat, words: string[]): string {
  const [first, second] = words
  if (first === undefined)
    throw badArgument('Cannot play half a turn: both players move at once, so give a move for each')
  const one = game.notation.parseMove(first, state)
  const two = one.ok || second === undefined ? one : game.notation.parseMove(`${first} ${second}`, state)
  const move = two.ok ? two.value : orExit(one)
  if (!game.isLegal(state, seat, move)) throw badArgument(`Cannot play ${move}: it is illegal there`)
  words.splice(0, one.ok ? 1 : 2)
  return move
}

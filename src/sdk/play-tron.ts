import { show } from '../base/fields.ts'
import type { Cell, Size } from '../base/grid.ts'
import { sameCell } from '../base/grid.ts'
import { torusTron } from '../challenges/torus-tron.ts'
import type { Brain } from '../game/brain.ts'
import { SEATS, type Pair, type Seat } from '../game/game.ts'
import { parseConfigOfAnySize, tron, type TronState } from '../games/tron/index.ts'
import { describeEnd } from '../match/describe.ts'
import { makeSpec, type Match, type MatchSpec } from '../match/match.ts'
import { playMatch as runMatch } from '../runner/play-match.ts'
import {
  printBoard,
  validPosition,
  validSize,
  validWalls,
  type GameStatus,
  type PrintOptions,
} from './board.ts'
import { checkBrains } from './play-match.ts'
import { playerOf } from './player-of.ts'
import { notWhileImported } from '../runner/brain-import.ts'

export interface TronGame extends PrintOptions {
  readonly size: Size
  /** May be empty, and may name a cell twice. */
  readonly walls: readonly Cell[]
  /** Where the first and the second brain start. */
  readonly starts: Pair<Cell>
  readonly brains: Pair<Brain>
  /** Do not pause between turns. */
  readonly fast?: boolean
  /** For the brains' own chance. 0 unless told otherwise. */
  readonly seed?: number
}

/** How long a turn stays on the screen. */
const PACE_MS = 250

/**
 * Plays a game of torus tron in this process and shows it in the terminal: both names, the board before every turn, the
 * last board, and the winner. A brain that fails (throws, plays nothing, twice or nonsense) loses.
 */
export async function playTron(game: TronGame): Promise<Exclude<GameStatus, 'not-over'>> {
  notWhileImported('playTron')
  checkGame(game)
  const { output = process.stdout, brains } = game
  const names: Pair<string> = [brains[0].name, brains[1].name]
  output.write(`Name1: ${names[0]}\nName2: ${names[1]}\n`)
  const winner = sameCell(...game.starts) ? crashAtStart(game) : await playRound(game, names)
  if (winner === undefined) {
    output.write('The game was a draw.\n')
    return 'draw'
  }
  output.write(`${names[winner]} (Player ${winner + 1}) has won!\n`)
  return winner === 0 ? 'p1' : 'p2'
}

/** Two cycles on one cell are both dead before the first turn. */
function crashAtStart(game: TronGame): undefined {
  const [start] = game.starts
  printBoard(game.size, [...game.walls, start], start, start, game)
}

async function playRound(game: TronGame, names: Pair<string>): Promise<Seat | undefined> {
  const { output = process.stdout, brains, seed = 0, fast = false } = game
  const spec = specOf(game, seed)
  let shown = -1
  const showBoard = (match: Match): void => {
    const { state, turns } = match.round
    const isOver = match.phase === 'over'
    if (match.phase === 'starting' || (turns === shown && !isOver)) return
    shown = turns
    print(state as TronState, game)
  }
  const match = await runMatch({
    challenge: torusTron.id,
    spec,
    contestants: [playerOf(brains[0]), playerOf(brains[1])],
    paceMs: fast ? 0 : PACE_MS,
    onEvent: (_, now) => showBoard(now),
  })
  const [round] = match.ended
  if (round && round.end.kind !== 'played') output.write(`${describeEnd(round, spec, names)}\n`)
  return match.result?.winner
}

function checkGame({ size, walls, starts, brains }: TronGame): void {
  const bad = (what: string, value: unknown, expected: string): never => {
    throw new TypeError(`Cannot play tron: ${what} ${show(value)}: expected ${expected}`)
  }
  if (!validSize(size)) return bad('invalid board size', size, '{ width, height }, whole numbers from 1')
  const board = `0 ≤ x < ${size.width} and 0 ≤ y < ${size.height}`
  if (!validWalls(size, walls)) {
    const given: unknown = walls
    const wrong: unknown = Array.isArray(given) ? given.find((wall) => !validPosition(size, wall)) : given
    return bad('invalid walls list, in it', wrong, `a list of cells { x, y } with ${board}`)
  }
  const positions: readonly unknown[] = Array.isArray(starts) ? starts : []
  if (positions.length !== 2) return bad('invalid starts', starts, 'two cells { x, y }')
  for (const position of positions)
    if (!validPosition(size, position))
      return bad('invalid cycle position', position, `{ x, y } with ${board}`)
  checkBrains(brains, tron.id)
}

function specOf({ size, walls, starts }: TronGame, seed: number): MatchSpec {
  const place = ({ x, y }: Cell): readonly [number, number] => [x, y]
  const settings = {
    ...torusTron.game.presets[torusTron.preset],
    width: size.width,
    height: size.height,
    walls: walls.map(place),
    starts: starts.map(place),
  }
  const game = { ...torusTron.game, parseConfig: parseConfigOfAnySize }
  const spec = makeSpec(game, settings, { ...torusTron.rules, clock: { kind: 'none' } }, seed)
  if (spec.ok) return spec.value
  throw new TypeError(`Cannot play tron: ${spec.problem.message.replace('Cannot', 'cannot')}`)
}

/** Everything deadly is shown as wall, and a cycle that died without moving as dead. */
function print({ rules, rows, cycles }: TronState, options: PrintOptions): void {
  const deadly = rows.flatMap((row, y) => [...row].flatMap((tile, x) => (tile === '.' ? [] : [{ x, y }])))
  for (const seat of SEATS) if (cycles[seat].death) deadly.push(cycles[seat])
  printBoard(rules, deadly, cycles[0], cycles[1], options)
}

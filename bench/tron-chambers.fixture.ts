import { DIRECTIONS } from '../src/base/grid.ts'
import { createBoard, loadState, wordOf } from '../src/brains/tron/board.ts'
import { tronLadder, type Ladder } from '../src/brains/ladders.fixture.ts'
import type { Brain } from '../src/game/brain.ts'
import { tron, type TronMove, type TronState } from '../src/games/tron/index.ts'
import type { Program } from './program.fixture.ts'

/** The program as a brain: it is told the whole position before each of its moves. */
export function chambersBrain(program: Program): Brain {
  const brain: Brain<TronState, TronMove> = {
    name: 'chambers',
    game: 'tron',
    async move({ view, seat }) {
      program.write(linesOf(view, seat))
      const code = Number(await program.line())
      return wordOf(loadState(createBoard(view.rules), view), seat, code)
    },
  }
  return brain
}

/** A position as the program reads it. */
export function linesOf({ rules, cycles, rows }: TronState, seat: number): string {
  const { width, height, edge, timing, moves } = rules
  const flags = [edge === 'torus', timing === 'simultaneous', moves === 'relative'].map(Number)
  return [
    [width, height, ...flags, seat].join(' '),
    ...cycles.map(({ x, y, facing, boosts, boosted }) =>
      [x, y, DIRECTIONS.indexOf(facing), boosts, boosted].join(' '),
    ),
    ...rows,
    '',
  ].join('\n')
}

const { 'light-cycle': light, 'boost-tron': boost, 'torus-tron': torus } = tron.presets
const open = (width: number, height: number): Ladder =>
  tronLadder(`open ${width}×${height}`, { ...light, width, height })

/** Boards on which the program plays. Maps with walls look the same after a half turn, like the starts. */
export const BOARDS: readonly Ladder[] = [
  open(13, 13),
  open(20, 20),
  open(30, 20),
  mapped('pillars', [
    '...............',
    '...............',
    '..##...#...##..',
    '..##...#...##..',
    '...............',
    '......#.#......',
    '...............',
    '..##...#...##..',
    '...............',
    '......#.#......',
    '...............',
    '..##...#...##..',
    '..##...#...##..',
    '...............',
    '...............',
  ]),
  mapped('ring', [
    '...............',
    '...............',
    '...............',
    '...............',
    '....##...##....',
    '....#.....#....',
    '...............',
    '....#.....#....',
    '....#.....#....',
    '....#.....#....',
    '...............',
    '....#.....#....',
    '....##...##....',
    '...............',
    '...............',
    '...............',
    '...............',
  ]),
  mapped('rooms', [
    '.......#..........',
    '.......#..........',
    '.......#..........',
    '..................',
    '..................',
    '......######..####',
    '..................',
    '..................',
    '####..######......',
    '..................',
    '..................',
    '..........#.......',
    '..........#.......',
    '..........#.......',
  ]),
  tronLadder('torus 20×15', { ...torus, width: 20, height: 15, walls: 'none' }),
  tronLadder('boosts 30×20', { ...boost, width: 30, height: 20, starts: '7,10,e -8,10,w' }),
]

function mapped(name: string, rows: readonly string[]): Ladder {
  const half = [...rows].toReversed().map((row) => [...row].toReversed().join(''))
  if (half.join() !== rows.join()) throw new Error(`The map ${name} is not symmetric`)
  const walls = rows.flatMap((row, y) => [...row].flatMap((tile, x) => (tile === '#' ? [`${x},${y}`] : [])))
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const starts = ['1,1,s', '-2,-2,n']
  return tronLadder(`map ${name}`, { ...light, width, height, walls, starts })
}

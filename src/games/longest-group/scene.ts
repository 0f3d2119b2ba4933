import { SEATS, type Seat } from '../../game/game.ts'
import type { Fact, Outline, Scene, Target } from '../../game/scene.ts'
import { formatScore, groupsOf, scoreOf } from './groups.ts'
import type { LongestGroupMove } from './notation.ts'
import type { LongestGroupState } from './rules.ts'
import { longestWalk } from './walk.ts'

export function scene(state: LongestGroupState): Scene {
  const { width, height } = state.config
  const tiles = state.board.replaceAll('X', 'a').replaceAll('O', 'b')
  return {
    width,
    height,
    edge: 'none',
    tiles: Array.from({ length: height }, (_, y) => tiles.slice(y * width, (y + 1) * width)),
    tile: 'stone',
    pieces: [],
    fences: [],
    outlines: SEATS.flatMap((seat) => longestGroup(state, seat)),
    columnNames: numbers(width),
    rowNames: numbers(height),
    facts: [facts(state, 0), facts(state, 1)],
  }
}

export function target(_: LongestGroupState, _seat: Seat, move: LongestGroupMove): Target {
  const [x = 0, y = 0] = move.split(',').map(Number)
  return { kind: 'cell', x, y }
}

/** The outline of the longest group; none for a single stone. */
function longestGroup(state: LongestGroupState, seat: Seat): readonly Outline[] {
  const longest = groupsOf(state, seat)[0]
  return longest !== undefined && longest.length > 1
    ? [{ seat, label: `length ${longest.length}`, cells: longest.cells, walk: longestWalk(longest) }]
    : []
}

function facts(state: LongestGroupState, seat: Seat): readonly Fact[] {
  const score = scoreOf(state, seat)
  return [
    { label: 'longest', value: `${score.length}` },
    { label: 'groups', value: formatScore(score), isLong: true },
  ]
}

const numbers = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `${index}`)

import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { SEATS } from '../../game/game.ts'
import { quoridor, type CellName, type QuoridorState } from '../../games/quoridor/index.ts'
import { loadBoard, writeMove } from './fast-board.ts'
import { bestStep, raceResult, solveRace } from './race.ts'

const start = (size: number, walls: string): QuoridorState => ({
  ...quoridor.setup(must(quoridor.parseConfig({ size, walls: 0 })), seededRng(0)),
  walls,
})

test.each([
  ['3×3, open', start(3, '....')],
  ['5×5, open', start(5, '.'.repeat(16))],
  ['5×5, walls', start(5, 'h.v....h..V.H...')],
])('every position is what its steps make of it: %s', (_, state) => {
  const race = solveRace(loadBoard(state))
  let checked = 0
  for (const position of positions(state)) {
    const [seat] = quoridor.toMove(position)
    if (seat === undefined) continue
    const moves = quoridor.legalMoves(position, seat)
    const worths = moves.map((move) => {
      const next = quoridor.play(position, [{ seat, move }])
      return quoridor.outcome(next) ? 1 : later(-raceResult(loadBoard(next), race))
    })
    const wins = worths.filter((worth) => worth > 0)
    const isLost = worths.every((worth) => worth < 0)
    const expected = wins.length > 0 ? Math.min(...wins) : isLost ? Math.min(...worths) : 0
    expect(raceResult(loadBoard(position), race)).toBe(expected)
    const best = writeMove(bestStep(loadBoard(position), race))
    expect(worths[moves.indexOf(best)]).toBe(expected)
    checked++
  }
  expect(checked).toBeGreaterThan(20)
})

/** One ply further from the end. */
const later = (result: number): number => result + Math.sign(result)

function* positions(state: QuoridorState): Generator<QuoridorState> {
  const cells = Array.from({ length: state.size ** 2 }, (_, index): CellName => {
    const file = 'abcdefghi'[index % state.size] ?? 'a'
    return `${file}${Math.floor(index / state.size) + 1}` as CellName
  })
  for (const first of cells)
    for (const second of cells)
      for (const turn of SEATS) if (first !== second) yield { ...state, turn, pawns: [first, second] }
}

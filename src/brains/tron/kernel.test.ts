import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { duel } from '../duel.fixture.ts'
import { SEATS } from '../../game/game.ts'
import { stampOf } from '../kernel-stamp.fixture.ts'
import { tronLadder } from '../ladders.fixture.ts'
import { createMeter, limitsFor } from '../thinking.ts'
import { drawn } from './ask.fixture.ts'
import { createBoard, loadState } from './board.ts'
import { makeKernel } from './kernel.ts'
import { MODULE, STAMP } from './kernel/module.ts'
import { RECORDED, RECORDED_BOARDS } from './recorded-games.fixture.ts'
import { PROVEN_WIN, search } from './search.ts'
import { searcher } from './searcher.ts'
import { rated, strongest, weightsFor } from './style.ts'

test('the module is built from the sources beside it: npm run kernels builds it again', () => {
  expect(stampOf(join(import.meta.dirname, 'kernel'), Buffer.from(MODULE, 'base64'))).toBe(STAMP)
})

// The ratings of search-25 and search-120 are those of these moves.
test.each(RECORDED)(
  'plays, and says, the same as before it was C: $board, $nodes positions',
  async ({ board, opening, nodes, ...recorded }) => {
    const { game, opening: startOf } = tronLadder(board, RECORDED_BOARDS[board])
    const brain = searcher({ positions: nodes, onLargeBoard: nodes })
    const said: string[] = []
    const { moves } = await duel({
      game,
      brains: [brain, brain],
      seed: 1,
      start: startOf(opening),
      thinking: [{}, {}],
      mostTurns: Infinity,
      onTurn({ remark = {} }) {
        const { marks: _, ...rest } = remark
        said.push(JSON.stringify(rest))
      },
    })
    expect(moves.map(letterOf).join('')).toBe(recorded.moves)
    expect(createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 16)).toBe(recorded.remarks)
  },
)

// All leaves of these trees are ends of the round, so the values are exact.
test.each(['A.... ..#.. ....B', 'A... .... .#.. ...B', 'A.. ... ..# ..B', '..A. #... ...# .B..'])(
  'the quick search and the plain one see the same end: %s',
  (picture) => {
    for (const settings of [{}, { edge: 'torus' }, { boosts: 1 }, { timing: 'alternating' }])
      for (const seat of SEATS) {
        const state = drawn(picture, settings)
        const board = loadState(createBoard(state.rules), state)
        const [plain, quick] = [false, true].map((isQuick) => {
          const kernel = makeKernel(board, seat, { ...weightsFor(strongest(board), board, seat), isQuick })
          kernel.load()
          const meter = createMeter(limitsFor({ timeLeft: 1, nodeBudget: 5_000_000 }, {}), 1)
          const found = search(kernel, board, meter)
          expect(meter.isSpent).toBe(false)
          // The search goes on to the greatest depth, or until it sees a forced end; a loss ends it before the value is taken.
          return found.depth >= 98 || found.value > PROVEN_WIN ? found.value : 'lost'
        })
        expect(quick).toBe(plain)
      }
  },
)

const OPEN = `
  .........
  .A.......
  .........
  .........
  .........
  .........
  .......B.
  .........
`

test('the quick search looks at late moves one or two turns less deep, so it gets deeper with as many positions', () => {
  const state = drawn(OPEN)
  const board = loadState(createBoard(state.rules), state)
  const [plain, quick] = [false, true].map((isQuick) => {
    const kernel = makeKernel(board, 0, { ...weightsFor(strongest(board), board, 0), isQuick })
    kernel.load()
    return search(kernel, board, createMeter(limitsFor({ timeLeft: 1, nodeBudget: 10_000 }, {}), 1)).depth
  })
  expect([plain, quick]).toEqual([12, 17])
})

test('a quick search counts more room as decided once the cycles are apart; the rungs are rated with less', () => {
  const state = drawn('A....# #####. .#...B ......')
  const board = loadState(createBoard(state.rules), state)
  const [quick, plain] = [strongest, rated].map((styleOf) => {
    const kernel = makeKernel(board, 1, weightsFor(styleOf(board), board, 1))
    kernel.load()
    return kernel.value()
  })
  expect([quick, plain]).toEqual([1325, 325])
})

function letterOf(move: string): string {
  const letter = move.charAt(0)
  return move.endsWith('+boost') ? letter.toUpperCase() : letter
}

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { duel } from '../duel.fixture.ts'
import { stampOf } from '../kernel-stamp.fixture.ts'
import { tronLadder } from '../ladders.fixture.ts'
import { MODULE, STAMP } from './kernel/module.ts'
import { RECORDED, RECORDED_BOARDS } from './recorded-games.fixture.ts'
import { searcher } from './searcher.ts'

test('the module is built from the sources beside it: npm run kernels builds it again', () => {
  expect(stampOf(join(import.meta.dirname, 'kernel'), Buffer.from(MODULE, 'base64'))).toBe(STAMP)
})

// The ratings of search-25 and search-120 are those of these moves.
test.each(RECORDED)(
  'plays, and says, the same as before it was C: $board, $nodes positions',
  async ({ board, opening, nodes, ...recorded }) => {
    const { game, opening: startOf } = tronLadder(board, RECORDED_BOARDS[board])
    const brain = searcher({ most: nodes, cells: Infinity, least: nodes })
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

function letterOf(move: string): string {
  const letter = move.charAt(0)
  return move.endsWith('+boost') ? letter.toUpperCase() : letter
}

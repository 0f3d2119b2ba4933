import { beforeAll, describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { otherSeat, type AnyGame, type Seat } from '../game/game.ts'
import { duel, type Answered } from './duel.fixture.ts'
import { LADDERS, type Ladder } from './ladders.fixture.ts'

/** Small boards are enough, and quick. */
const SMALL = LADDERS.filter(({ name }) => !/30×20|130×100/.test(name))

const MUTE = new Set(['baseline', 'hugger', 'wanderer', 'glancer'])
/** They play some turns or rounds as a brain that is mute. */
const SELDOM = new Set(['sometimes-walker', 'sometimes-builder'])
const ARTISTS = new Set(['advanced', 'perfect'])
const SPEAKERS = SMALL.flatMap((ladder) =>
  ladder.brains
    .filter(({ name }) => !MUTE.has(name))
    .map((brain) => ({ ladder, brain, title: `${brain.name} of ${ladder.name}` })),
)

/** What a brain says in a game against itself. */
async function remarksOf(ladder: Ladder, brain: Ladder['brains'][number]): Promise<readonly Answered[]> {
  const said: Answered[] = []
  await duel({
    game: ladder.game,
    brains: [brain, brain],
    seed: 1,
    thinking: [{ nodeBudget: 80 }, { nodeBudget: 80 }],
    start: ladder.opening(1),
    mostTurns: 50,
    onTurn: (answer) => said.push(answer),
  })
  return said
}

describe.each(SPEAKERS)('$title', ({ ladder, brain }) => {
  let said: readonly Answered[]
  beforeAll(async () => {
    said = await remarksOf(ladder, brain)
  })

  test('expects only what is legal, turn by turn, and its own move first', () => {
    for (const { seat, move, remark, state } of said) {
      if (remark?.line === undefined) continue
      expect(remark.line[0]).toBe(move)
      playLine(ladder.game, state, seat, remark.line)
    }
  })

  test('says how it sees its chances, and the same again', async () => {
    const scores = said.flatMap(({ remark }) => remark?.score ?? [])
    if (!SELDOM.has(brain.name)) expect(scores.length).toBeGreaterThan(said.length / 2)
    const again = await remarksOf(ladder, brain)
    expect(again.map(({ remark }) => remark)).toEqual(said.map(({ remark }) => remark))
  })

  if (!ARTISTS.has(brain.name)) return
  test('draws on the board, and not outside', () => {
    const { width, height, cellNames, columnNames, rowNames } = ladder.game.scene(said[0]?.state)
    const names =
      cellNames ?? columnNames?.flatMap((column) => rowNames?.map((row) => column + row) ?? []) ?? []
    const drawn = said.flatMap(({ remark }) => remark?.marks ?? [])
    expect(drawn.length).toBeGreaterThan(said.length / 4)
    for (const cell of drawn.flatMap((mark) => ('cell' in mark ? [mark.cell] : [mark.from, mark.to])))
      if (typeof cell === 'string') expect(names).toContain(cell)
      else expect([cell[0] < width, cell[1] < height]).toEqual([true, true])
  })
})

/** Throws where a word of the line cannot be played; where both move at once, `seat` comes first. */
function playLine(game: AnyGame, start: unknown, seat: Seat, line: readonly string[]): void {
  let state = start
  const words = [...line]
  while (words.length > 0) {
    const seats = game.toMove(state)
    const order = seats.length === 2 ? [seat, otherSeat(seat)] : seats
    const turn = order.flatMap((mover) => {
      const word = words.shift()
      if (word === undefined) return []
      const move = must(game.notation.parseMove(word, state))
      expect(game.isLegal(state, mover, move), `${line.join(' ')}: ${word}`).toBe(true)
      return [{ seat: mover, move }]
    })
    expect(turn.length, `${line.join(' ')} goes on after the end`).toBeGreaterThan(0)
    if (turn.length < seats.length) return
    state = game.play(
      state,
      turn.toSorted((a, b) => a.seat - b.seat),
    )
  }
}

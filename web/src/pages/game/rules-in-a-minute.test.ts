import { expect, test } from 'vitest'
import { CHALLENGES } from '../../../../src/challenges/index.ts'
import { quoridor } from '../../../../src/games/quoridor/index.ts'
import { must } from '../../../../src/base/result.ts'
import { seededRng } from '../../../../src/base/rng.ts'
import { goalOf, rulesInAMinute } from './rules-in-a-minute.ts'

test.each(CHALLENGES.map(({ id, game, summary }) => ({ id, game: game.id, summary })))(
  '$id has a goal, a way to move and an end, each in whole sentences',
  ({ id, game, summary }) => {
    const rules = rulesInAMinute(game)
    if (!rules) throw new Error(`the game ${game} has no rules in a minute`)
    const sentences = [rules.goal, ...rules.moves, ...rules.end, ...(rules.here?.[id] ?? [])]
    expect(rules.moves.length).toBeGreaterThan(0)
    expect(rules.end.length).toBeGreaterThan(0)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(goalOf({ game, summary })).toBe(rules.goal)
  },
)

test('what is special about a challenge is said of challenges that exist', () => {
  const ids = new Set(CHALLENGES.map(({ id }) => id))
  const games = new Set(CHALLENGES.map(({ game }) => game.id))
  const said = [...games].flatMap((game) => Object.keys(rulesInAMinute(game)?.here ?? {}))
  expect(said.filter((id) => !ids.has(id))).toEqual([])
})

test('a game without short rules says what its challenge says', () => {
  expect(rulesInAMinute('chess')).toBeUndefined()
  expect(rulesInAMinute('constructor')).toBeUndefined()
  expect(goalOf({ game: 'chess', summary: 'Mate the king' })).toBe('Mate the king.')
})

test('the figure of Quoridor is what the game draws after e4h and c6v', () => {
  const start = quoridor.setup(must(quoridor.parseConfig(quoridor.presets['standard'])), seededRng(1))
  const walls = ['e4h', 'c6v'] as const
  const state = walls.reduce(
    (before, wall) =>
      quoridor.play(
        before,
        quoridor.toMove(before).map((seat) => ({ seat, move: wall })),
      ),
    start,
  )
  const drawn = quoridor.scene(quoridor.view(state))
  const figure = rulesInAMinute('quoridor')?.figure?.scene
  for (const part of ['pieces', 'rowNames', 'columnNames', 'tiles'] as const)
    expect(figure?.[part]).toEqual(drawn[part])
  expect(figure?.fences).toEqual(expect.arrayContaining([...drawn.fences]))
  expect(figure?.fences.length).toBe(drawn.fences.length)
})

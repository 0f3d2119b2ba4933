import { expect, test } from 'vitest'
import { CHALLENGES } from '../../../../src/challenges/index.ts'
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

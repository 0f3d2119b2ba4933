import { expect, test } from 'vitest'
import { BRAINS, findBrain } from './index.ts'

test('brains that search need a thread, brains that pick a move do not', () => {
  const thinkingOf = (brain: string, game: string) => findBrain(brain, game)?.thinks
  expect(thinkingOf('advanced', 'quoridor')).toBe('long')
  expect(thinkingOf('alphabeta-2', 'quoridor')).toBe('briefly')
  expect(thinkingOf('walker', 'quoridor')).toBeUndefined()
  expect(thinkingOf('perfect', 'tic-tac-toe')).toBeUndefined()
  expect(BRAINS.filter(({ name, thinks }) => name === 'advanced' && thinks !== 'long')).toEqual([])
})

test('a cheat thinks as much as the honest brain behind it, unless its own cheat takes longer', () => {
  expect(findBrain('cheat-illegal', 'tron')?.thinks).toBe(findBrain('wanderer', 'tron')?.thinks)
  expect(findBrain('cheat-flip', 'tron')?.thinks).toBe('long')
  expect(findBrain('cheat-teleport', 'quoridor')?.thinks).toBeUndefined()
  expect(findBrain('cheat-eleven-walls', 'quoridor')?.thinks).toBe('briefly')
})

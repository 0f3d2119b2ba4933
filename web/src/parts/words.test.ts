import { expect, test } from 'vitest'
import { clockText, playerName, sentence, thoughtText, timeAgo } from './words.ts'

test.each([
  [-5, '0.0'],
  [0, '0.0'],
  [99, '0.0'],
  [9_999, '9.9'],
  [59_999, '59.9'],
  [60_000, '1:00'],
  [60_001, '1:01'],
  [125_000, '2:05'],
])('%i ms on a clock is %s', (ms, text) => expect(clockText(ms)).toBe(text))

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_440, '1.4 s'],
  [12_300, '12 s'],
])('%i ms of thought is %s', (ms, text) => expect(thoughtText(ms)).toBe(text))

test.each([
  [30, 'just now'],
  [5 * 60, '5 min ago'],
  [3 * 3600, '3 h ago'],
  [3 * 86_400, '2026-11-12'],
])('%i seconds ago is %s', (seconds, text) => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  expect(timeAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(text)
})

test('a sentence begins with a capital letter, a name as it is written', () => {
  expect(sentence('drawn by a full board', ['ann', 'bob'])).toBe('Drawn by a full board')
  expect(sentence('ann won by three in a row', ['ann', 'bob'])).toBe('ann won by three in a row')
})

test.each([
  [{ name: 'minimax', team: 'Red', program: { name: 'minimax' } }, 'Red · minimax'],
  [{ name: 'Red · minimax v2', team: 'Red', program: { name: 'minimax' } }, 'Red · minimax v2'],
  [{ name: 'Red', team: 'Red', program: null }, 'Red'],
  [{ name: 'house:walker', team: null, program: null }, 'house:walker'],
])('%j is shown as %s', (player, words) => expect(playerName(player)).toBe(words))

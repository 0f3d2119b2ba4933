import { expect, test } from 'vitest'
import { chancesText, effortTexts, numberText, remarkSign, remarkText, scoreText } from './remark-words.ts'

test.each([
  [0.42, '+0.42', 'sees itself ahead'],
  [0.6, '+0.60', 'sees itself far ahead'],
  [1, '+1', 'sees a sure win'],
  [0.05, '+0.05', 'sees an even game'],
  [0, '0', 'sees an even game'],
  [-0.001, '0', 'sees an even game'],
  [-0.3, '−0.30', 'sees itself behind'],
  [-0.99, '−0.99', 'sees itself far behind'],
  [-0.999, '−1', 'sees itself lost'],
])('a score of %d is %s, and a player that gives it %s', (score, text, words) => {
  expect(scoreText(score)).toBe(text)
  expect(chancesText(score)).toBe(words)
})

test.each([
  [0, '0 positions'],
  [1, '1 position'],
  [999, '999 positions'],
  [1000, '1.0 k positions'],
  [12_345, '12 k positions'],
  [1_234_567, '1.2 M positions'],
  [9e15, '9000 T positions'],
])('%d positions are told as %s', (nodes, text) => {
  expect(effortTexts({ nodes })).toEqual([text])
})

test.each([
  [0, '0'],
  [12, '12'],
  [-0.125, '−0.125'],
  [123_456, '123500'],
  [1_234_567_890, '1.235e+9'],
  [-0.000012, '−1.2e-5'],
  [0.1 + 0.2, '0.3'],
])('the number %d is written %s', (value, text) => {
  expect(numberText(value)).toBe(text)
})

test.each([
  [{ score: 0.5, text: 'hm' }, '+0.50'],
  [{ text: 'hm' }, '“ ”'],
  [{ depth: 3 }, '“ ”'],
  [{ numbers: { lead: 3 } }, '✎'],
  [{ marks: [{ cell: 'e2' }] }, '✎'],
])('the remark %j is listed as %s', (remark, sign) => {
  expect(remarkSign(remark)).toBe(sign)
})

test('a remark on one line has all of it, and nothing that was not said', () => {
  expect(remarkText({ depth: 1, line: ['e2', 'e8'], text: 'ha' })).toBe('1 move deep · expects e2 e8 · “ha”')
  expect(remarkText({ score: -1, depth: 12, nodes: 7 })).toBe(
    'sees itself lost, −1 · 12 moves deep · 7 positions',
  )
  expect(remarkText({ numbers: { lead: -3, risk: 0.5 }, marks: [{ cell: 'e2' }] })).toBe(
    'lead −3 · risk 0.5 · draws 1 mark',
  )
})

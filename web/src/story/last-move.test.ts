import { expect, test } from 'vitest'
import { lastMoveWords } from './last-move.ts'
import type { Frame, Story } from './story.ts'

/** A story of one frame: what matters of the end of a match. */
const ended = (turn: Frame['turn'], winner: 0 | 1 | undefined, kind = 'played', seats = [0, 1]): Story =>
  ({
    names: ['Ann', 'Bob'],
    rounds: [{}],
    frames: [{ ply: 5, turn, match: { round: { seats } }, result: { winner, end: { kind } } }],
  }) as unknown as Story

test.each([
  [
    'where players take turns, the winner’s last move',
    ended(['b2', undefined], 0),
    'The winning move: b2, by Ann',
  ],
  ['or the loser’s, if that was the last', ended([undefined, 'c3'], 0), 'The losing move: c3, by Bob'],
  ['where both move at once, the loser’s', ended(['left', 'right'], 1), 'The losing move: left, by Ann'],
  [
    'also with swapped seats',
    ended(['left', 'right'], 1, 'played', [1, 0]),
    'The losing move: right, by Ann',
  ],
  ['none of a draw', ended(['a', 'b'], undefined), undefined],
  ['none of a fault', ended(['a', undefined], 0, 'forfeited'), undefined],
])('%s', (_, story, words) => {
  expect(lastMoveWords(story)).toBe(words)
})

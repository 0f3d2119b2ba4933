import { expect, test } from 'vitest'
import { must } from '../../../src/base/result.ts'
import { cursorAt, formatPlace, indexOf, lastIndex, parsePlace, placeOfTurn } from './cursor.ts'
import { happened } from './happened.ts'
import { moveRows, rowCount } from './move-rows.ts'
import { randomRecord } from './random-record.fixture.ts'
import { beginStory, continueStory, type Story } from './story.ts'

function storyOf(challenge: string, until = Infinity): Story {
  const { lines } = randomRecord(challenge, 6)
  return must(continueStory(must(beginStory(lines[0] ?? '')), lines.slice(1, until)))
}

const best = storyOf('boost-tron')

test('every place of a story can be written and found again', () => {
  for (let index = 0; index < best.frames.length; index++)
    expect(parsePlace(formatPlace(best, index), best)).toBe(index)
})

test.each(['', '#', '#r0.p0', '#r1', '#r1.p', '#r1.p99999', '#r99.p0', '#r1.p-1', '#content'])(
  '"%s" is no place',
  (hash) => expect(parsePlace(hash, best)).toBeUndefined(),
)

test('the newest position follows what comes, any other stays', () => {
  const early = storyOf('boost-tron', 40)
  const last = lastIndex(early)
  expect(indexOf(cursorAt(last, early), best)).toBe(lastIndex(best))
  expect(indexOf(cursorAt(last - 1, early), best)).toBe(last - 1)
  expect(indexOf(cursorAt(-1, early), best)).toBe(0)
})

test('a finished round stays in view until the next one begins to move', () => {
  const { lines } = randomRecord('boost-tron', 6)
  const header = must(beginStory(lines[0] ?? ''))
  const shown = lines.slice(1).map((_, count) => {
    const story = must(continueStory(header, lines.slice(1, count + 2)))
    const frame = story.frames[lastIndex(story)]
    return { isSecond: frame?.round === 1, ply: frame?.ply, hasSecond: story.rounds.length > 1 }
  })
  expect(shown.find(({ isSecond }) => isSecond)?.ply).toBe(1)
  expect(shown.some(({ hasSecond, isSecond }) => hasSecond && !isSecond)).toBe(true)
})

test.each(['quoridor', 'light-cycle', 'boost-tron'])(
  'in %s a turn has the same number in the list of moves, in its address and in words',
  (challenge) => {
    const story = storyOf(challenge)
    const cells = story.rounds.flatMap((round) => moveRows(story, round).flatMap((row) => row.cells))
    expect(cells.length).toBeGreaterThan(2)
    for (const { index, turn } of cells) {
      const frame = story.frames[index]
      expect(formatPlace(story, index)).toBe(placeOfTurn(frame?.round ?? 0, turn))
      expect(frame?.match.round.turns).toBe(turn)
      if (frame && !frame.result) expect(happened(story, frame)).toContain(`Turn ${turn}: `)
    }
  },
)

test('moves in turn share a row, moves at the same time are one', () => {
  const inTurn = storyOf('quoridor')
  const atOnce = storyOf('light-cycle')
  for (const [story, frames] of [
    [inTurn, 2],
    [atOnce, 1],
  ] as const) {
    const [round] = story.rounds
    const rows = round ? moveRows(story, round) : []
    expect(rows.length).toBe(rowCount(story, round ?? { seats: [0, 1], first: 0, count: 1 }))
    expect(rows.length).toBe(Math.ceil((story.frames.length - 1) / frames))
    expect(rows[0]?.cells.map(({ seat, index }) => [seat, index])).toEqual([
      [0, 1],
      [1, frames],
    ])
    expect(round && moveRows(story, round, 2, 3)).toEqual(rows.slice(2, 5))
  }
})

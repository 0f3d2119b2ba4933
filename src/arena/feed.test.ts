import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import { findGame } from '../games/index.ts'
import { makeSpec, type MatchEvent } from '../match/match.ts'
import { PLAIN_RULES } from '../match/plain-rules.fixture.ts'
import { readRecord } from '../match/read-record.ts'
import { writeRecord, type RecordHeader } from '../match/record.ts'
import { finishedFeed, openFeed } from './feed.ts'

const HEADER: RecordHeader = {
  challenge: 'tic-tac-toe',
  spec: must(makeSpec(ticTacToe.game, {}, PLAIN_RULES, 1)),
  players: [{ name: 'ann' }, { name: 'bob' }],
  times: true,
}
const READY: readonly MatchEvent[] = [
  { kind: 'ready', seat: 0, at: 1 },
  { kind: 'ready', seat: 1, at: 2 },
]
const MOVE: MatchEvent = { kind: 'answered', seat: 0, text: 'NW', at: 5 }
const RESIGNED: MatchEvent = { kind: 'resigned', seat: 1, at: 9 }

test('a feed grows into the record of the match, whenever its lines are read', () => {
  const whole = writeRecord(HEADER, [...READY, MOVE, RESIGNED])
  const [early, late] = [openFeed(HEADER), openFeed(HEADER, READY)]
  expect(early.lines()).toHaveLength(1)
  for (const event of READY) early.add(event)
  expect(early.lines()).toEqual(late.lines())
  const length = early.lines().length
  for (const feed of [early, late]) {
    feed.add(MOVE)
    feed.add(RESIGNED)
    feed.end()
  }
  expect(early.lines().length).toBeGreaterThan(length)
  for (const feed of [early, late]) {
    expect(feed.lines().every((line) => line.endsWith('\n'))).toBe(true)
    expect(feed.lines().join('')).toBe(whole)
    // The result is written once.
    expect(feed.lines().join('')).toBe(whole)
    expect([feed.isOver, feed.isCut]).toEqual([true, false])
  }
  expect(readRecord(early.lines().join(''), findGame).ok).toBe(true)
})

test('a match that was called off has no result in its feed', () => {
  const feed = openFeed(HEADER, [...READY, MOVE])
  const before = [...feed.lines()]
  feed.end()
  expect(feed.lines()).toEqual(before)
})

test('followers hear of every event until they leave, and of the end', () => {
  const feed = openFeed(HEADER)
  const heard = { stayed: 0, left: 0 }
  feed.subscribe(() => void heard.stayed++)
  const leave = feed.subscribe(() => void heard.left++)
  for (const event of READY) feed.add(event)
  leave()
  expect([feed.isOver, feed.isCut]).toEqual([false, false])
  feed.end()
  expect(heard).toEqual({ stayed: 3, left: 2 })
  // Nothing is told after the end.
  feed.add(MOVE)
  expect(heard.stayed).toBe(3)
})

test('a feed that is cut tells its followers, and is not over', () => {
  const feed = openFeed(HEADER, READY)
  let heard = 0
  feed.subscribe(() => void heard++)
  feed.cut()
  expect([feed.isCut, feed.isOver, heard]).toEqual([true, false, 1])
  feed.add(MOVE)
  expect(heard).toBe(1)
})

test('the feed of a complete record has its lines, and ends at once', () => {
  const text = writeRecord(HEADER, [...READY, RESIGNED])
  const feed = finishedFeed(text)
  expect(feed.lines().join('')).toBe(text)
  expect(feed.lines()).toHaveLength(text.split('\n').length - 1)
  expect([feed.isOver, feed.isCut]).toEqual([true, false])
  expect(finishedFeed('').lines()).toEqual([])
  feed.subscribe(() => {
    throw new Error('nothing is told')
  })()
})

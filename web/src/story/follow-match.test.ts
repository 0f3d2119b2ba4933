import { expect, test } from 'vitest'
import { matchTime, NOT_FOLLOWED, takeIn, type Following } from './follow-match.ts'
import { randomRecord } from './random-record.fixture.ts'

const { lines } = randomRecord('tic-tac-toe', 2)

const eventsOf = (from: number, to: number) =>
  lines
    .slice(from, to)
    .map((line, index) => ({ type: 'message', id: String(from + index), data: line.trimEnd() }))

const after = (following: Following, events: Parameters<typeof takeIn>[1], local = 0): Following => {
  const news = takeIn(following, events, local)
  if (news === 'another-record') throw new Error('these are lines of another record')
  return { ...following, ...news }
}

test('lines that were seen already change nothing', () => {
  const known = after(NOT_FOLLOWED, eventsOf(0, 5))
  const again = after(known, eventsOf(2, 5))
  expect(again.lines).toEqual(lines.slice(0, 5))
  expect(again.story).toBe(known.story)
  expect(after(again, eventsOf(3, 7)).lines).toEqual(lines.slice(0, 7))
})

test('a gap is a problem, not a wrong position', () => {
  const known = after(NOT_FOLLOWED, eventsOf(0, 5))
  expect(after(known, eventsOf(6, 7)).problem).toBe('Lines of the record are missing')
})

test('a known line that is another one now, or a record that is shorter now, is another record', () => {
  const known = after(NOT_FOLLOWED, eventsOf(0, 5))
  const other = eventsOf(4, 5).map((event) => ({ ...event, data: event.data.replace('"at":', '"at":1') }))
  expect(takeIn(known, other, 0)).toBe('another-record')
  expect(takeIn(known, [{ type: 'now', data: '{"at":0,"lines":4}' }], 0)).toBe('another-record')
  expect(after(known, [{ type: 'now', data: '{"at":0,"lines":5}' }, ...eventsOf(4, 6)]).lines).toHaveLength(6)
})

test('a past that comes in pieces is shown once it is whole', () => {
  const opened = after(NOT_FOLLOWED, [{ type: 'now', data: '{"at":0,"lines":6}' }, ...eventsOf(0, 2)])
  expect(opened.lines).toHaveLength(2)
  expect(opened.story).toBeUndefined()
  const lost = after(opened, eventsOf(2, 5))
  expect(lost.story).toBeUndefined()
  // The connection was lost meanwhile, and the match went on.
  const again = after(lost, [{ type: 'now', data: '{"at":0,"lines":7}' }, ...eventsOf(5, 6)])
  expect(again.story).toBeUndefined()
  const caughtUp = after(again, eventsOf(6, 7))
  expect(caughtUp.story).toEqual(after(NOT_FOLLOWED, eventsOf(0, 7)).story)
  // What comes later comes line by line, also after a further loss.
  const later = [{ type: 'now', data: '{"at":0,"lines":9}' }, ...eventsOf(7, 8)]
  expect(after(caughtUp, later).story?.frames.length).toBeGreaterThan(caughtUp.story?.frames.length ?? 0)
})

test('the time of the match runs on from what the server said', () => {
  const known = after(NOT_FOLLOWED, [{ type: 'now', data: '{"at":5000}' }, ...eventsOf(0, 5)], 100)
  expect(matchTime(known, 100)).toBe(5000)
  expect(matchTime(known, 1350)).toBe(6250)
})

test('a line from the future moves the clock forward, an old one never back', () => {
  const known = after(NOT_FOLLOWED, [{ type: 'now', data: '{"at":0}' }, ...eventsOf(0, 6)], 0)
  const at = known.story?.at ?? 0
  expect(at).toBeGreaterThan(0)
  expect(matchTime(known, 0)).toBe(at)
  expect(matchTime(after(known, eventsOf(6, 7), 60_000), 60_000)).toBe(at + 60_000)
})

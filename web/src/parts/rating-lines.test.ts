import { expect, test } from 'vitest'
import { nearestPoint, ratingPlane, timeTicks, versionStarts, type RatingLine } from './rating-lines.ts'

const NOON = Date.UTC(2026, 10, 16, 12)
const HOUR = 3_600_000

const line = (
  id: number,
  ...points: readonly (readonly [hours: number, rating: number, version?: number])[]
) =>
  ({
    bot: { id, name: `Bot ${id}` },
    team: { id, name: `Team ${id}` },
    points: points.map(([hours, rating, version = 1]) => ({
      at: new Date(NOON + hours * HOUR).toISOString(),
      version,
      rating,
      plusMinus: 50,
    })),
  }) satisfies RatingLine

test('all ratings lie on the plane, and the intervals of the later ones', () => {
  const lines = [line(1, [0, 1500], [2, 1700]), line(2, [1, 1200], [2, 1300])]
  const { across, down, ratings } = ratingPlane(lines, 0)
  for (const at of [0, 1, 2]) {
    expect(across(NOON + at * HOUR)).toBeGreaterThan(0)
    expect(across(NOON + at * HOUR)).toBeLessThan(100)
  }
  for (const rating of [1200, 1700, 1750]) {
    expect(down(rating)).toBeGreaterThan(0)
    expect(down(rating)).toBeLessThan(100)
  }
  expect(down(1700)).toBeLessThan(down(1200))
  expect(ratings).toEqual([1200, 1400, 1600])
})

test.each([
  ['no line', []],
  ['a line without points', [line(1)]],
  ['a single point', [line(1, [0, 1500])]],
])('a plane of %s has a width and a height', (_, lines) => {
  const { across, down } = ratingPlane(lines, 0)
  expect(Number.isFinite(across(NOON))).toBe(true)
  expect(Number.isFinite(down(1500))).toBe(true)
  if (lines[0]?.points.length === 1) expect([across(NOON), down(1500)]).toEqual([50, 50])
})

test.each([
  ['minutes', 0, 4 / 60, 0, ['12:00', '12:01', '12:02', '12:03', '12:04']],
  ['hours over midnight', 6, 16, 0, ['18:00', '20:00', '22:00', '17 Nov', '02:00', '04:00']],
  ['days', 0, 96, 0, ['17 Nov', '18 Nov', '19 Nov', '20 Nov']],
  ['a zone one hour ahead of UTC', 10, 12, -60, ['23:00', '23:30', '17 Nov', '00:30', '01:00']],
])('the axis of time shows %s', (_, from, to, offset, labels) =>
  expect(timeTicks(NOON + from * HOUR, NOON + to * HOUR, offset).map(({ label }) => label)).toEqual(labels),
)

test('the nearest point is found on any line, by its distance in pixels', () => {
  const lines = [line(1, [0, 1500], [2, 1700]), line(2, [0, 1200], [2, 1300])]
  const plane = ratingPlane(lines, 0)
  const size = { width: 800, height: 200 }
  const at = (hours: number, rating: number) =>
    nearestPoint(lines, plane, { x: plane.across(NOON + hours * HOUR), y: plane.down(rating) }, size)
  expect(at(1.9, 1690)).toEqual({ line: 0, point: 1 })
  expect(at(0.2, 1240)).toEqual({ line: 1, point: 0 })
  expect(nearestPoint([], plane, { x: 50, y: 50 }, size)).toBeUndefined()
})

test('a version begins with its first point', () => {
  const { points } = line(1, [0, 1500, 1], [1, 1510, 1], [2, 1600, 3], [3, 1620, 3])
  expect(versionStarts(points).map(({ version, rating }) => [version, rating])).toEqual([
    [1, 1500],
    [3, 1600],
  ])
})

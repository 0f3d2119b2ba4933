import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { tournamentOf, entryFor } from '../tournament-runner/tournament.fixture.ts'
import { openTournamentCourse } from '../tournament-runner/tournament-spec.ts'
import { formatDuration, frame } from './tournament-progress.ts'

const names = Array.from({ length: 24 }, (_, at) => `entrant-number-${at}-with-a-long-name`)

test.each([
  [80, 24],
  [40, 12],
  [200, 60],
])('the screen of a running tournament fits into %i × %i', (columns, rows) => {
  const tournament = tournamentOf(names, { format: 'round-robin-knock-out', title: 'Cup' })
  const course = openTournamentCourse(tournament)
  for (let at = 0; at < 285; at++) for (const pairing of course.take(1)) course.add(entryFor(pairing))
  const running = new Map(course.take(4).map((pairing) => [pairing.key, pairing]))
  const latest = ['something very long '.repeat(20), 'b', 'c']
  const lines = frame({ tournament, course, workers: 4, running, latest, pace: 12.3 }, columns, rows)
  expect(lines.length).toBeLessThan(rows)
  for (const line of lines) expect([...stripVTControlCharacters(line)].length).toBeLessThanOrEqual(columns)
  expect(lines.join('\n')).toContain('entrant-number-0')
})

test('it says how far it is, how fast, and how long it will take', () => {
  const tournament = tournamentOf(['ann', 'bob', 'cid'])
  const course = openTournamentCourse(tournament)
  for (const pairing of course.take(2)) course.add(entryFor(pairing))
  const view = { tournament, course, workers: 2, running: new Map(), latest: [], pace: 2 }
  expect(stripVTControlCharacters(frame(view, 100, 30)[1] ?? '')).toMatch(
    /^█+░+ 2\/6 matches {2}2\.0 a minute, 2 min left, 2 at once$/,
  )
})

test.each([
  [400, '0 s'],
  [89_000, '89 s'],
  [600_000, '10 min'],
  [12_000_000, '3 h 20 min'],
])('%i ms are %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected)
})

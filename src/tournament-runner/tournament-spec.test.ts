import { expect, test } from 'vitest'
import { tournamentOf } from './tournament.fixture.ts'
import { firstDifference, FORMATS, headerOf, readHeader } from './tournament-spec.ts'

const tournament = tournamentOf(['ann', 'bob'], {
  title: 'Cup',
  benchAfter: 3,
  how: { nodes: 5, times: false },
})

test.each(FORMATS.map(({ id }) => id))('the header of a %s is read back as it was', (format) => {
  const own = tournamentOf(['ann', 'bob'], { format })
  const read = readHeader(JSON.stringify(headerOf(own)))
  expect(read).toMatchObject({ ok: true })
  if (read.ok) expect(headerOf(read.value)).toEqual(headerOf(own))
})

test.each([
  ['nonsense', 'its first line is not that of a tournament'],
  [{ tournament: 2 }, 'it is in format 2'],
  [{ challenge: 'chess' }, 'its challenge is "chess"'],
  [{ format: 'lottery' }, 'its format is "lottery"'],
  [{ version: 99 }, 'version 99 of the rules of tron'],
  [{ seed: 'x' }, 'its header is incomplete'],
  [{ entrants: 'nobody' }, 'its header was changed'],
  [{ extra: 1 }, 'its header was changed'],
])('a header with %j is refused', (change, expected) => {
  const line = typeof change === 'string' ? change : JSON.stringify({ ...headerOf(tournament), ...change })
  const read = readHeader(line)
  expect(read.ok ? '' : read.problem.message).toContain(expected)
})

test('two headers differ in what differs, whatever the order of keys', () => {
  const header = headerOf(tournament)
  const turned = Object.fromEntries(Object.entries(header).reverse())
  expect(firstDifference(header, turned)).toBeUndefined()
  expect(firstDifference(header, { ...header, seed: 4 })).toEqual({ what: 'seed', a: 3, b: 4 })
  expect(firstDifference(header, { ...header, entrants: [] })?.what).toBe('entrants')
})

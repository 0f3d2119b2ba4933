import { expect, test } from 'vitest'
import { tournamentOf } from './tournament.fixture.ts'
import { firstDifference, FORMATS, headerOf, openTournamentCourse, readHeader } from './tournament-spec.ts'

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
  [{ tournament: 2 }, 'Cannot read the tournament: it is in format 2, and this gamegrid reads format 1'],
  [{ challenge: 'chess' }, 'its challenge is "chess", expected one of boost-tron, light-cycle, '],
  [{ format: 'lottery' }, 'its format is "lottery", which is unknown here'],
  [{ version: 99 }, 'it was begun under version 99 of the rules of tron'],
  [{ seed: 'x' }, 'its header is incomplete'],
  [{ entrants: 'nobody' }, 'its header was changed'],
  [{ extra: 1 }, 'its header was changed'],
  ['{}', 'its first line is not that of a tournament'],
  [{ settings: 7 }, 'its header is incomplete'],
  [{ how: null }, 'its header is incomplete'],
  [{ options: { games: 'many' } }, 'Cannot set games to "many"'],
  [{ settings: { width: -1 } }, 'width'],
  [{ rules: {} }, 'Cannot'],
  [{ title: 7 }, 'its header was changed'],
  [{ benchAfter: 'x' }, 'its header was changed'],
  [{ openings: 'yes' }, 'its header was changed'],
  [{ entrants: [{ name: 'ann', bot: 'x', more: 1 }] }, 'its header was changed'],
  [{ entrants: [{ name: 7, bot: 'x' }] }, 'its header was changed'],
  [{ entrants: [{ name: 'ann' }] }, 'its header was changed'],
  [{ entrants: ['ann'] }, 'its header was changed'],
  [{ game: 'quoridor' }, 'its header was changed'],
])('a header with %j is refused', (change, expected) => {
  const line = typeof change === 'string' ? change : JSON.stringify({ ...headerOf(tournament), ...change })
  const read = readHeader(line)
  expect(read.ok ? '' : read.problem.message).toContain(expected)
})

test('entrants have names and bots, whatever else is known of them, and a header has no empty fields', () => {
  const header = headerOf({
    ...tournamentOf(['ann']),
    entrants: [{ name: 'ann', bot: './ann', more: 1 } as { name: string; bot: string }],
  })
  expect(header).toEqual({
    tournament: 1,
    challenge: 'light-cycle',
    game: 'tron',
    version: expect.any(Number) as number,
    settings: expect.any(Object) as object,
    rules: expect.any(Object) as object,
    entrants: [{ name: 'ann', bot: './ann' }],
    format: 'round-robin',
    options: expect.any(Object) as object,
    seed: 3,
    how: { times: true },
  })
  expect(Object.keys(header)).not.toContain('title')
  expect(Object.keys(headerOf(tournament))).toEqual(expect.arrayContaining(['title', 'benchAfter']))
})

test('an entrant is benched, or withdrawn, as the tournament says', () => {
  const course = openTournamentCourse(
    tournamentOf(['ann', 'bob', 'cid'], { benchAfter: 1, options: { games: 1 } }),
  )
  const [pairing] = course.take(1)
  if (!pairing) throw new Error('no match')
  course.add({ key: pairing.key, players: pairing.players, winner: 1, score: [0, 1], faults: [1, 0] })
  expect(course.rank().notes.join()).toContain(`${pairing.players[0]} was benched`)
  const withdrawn = openTournamentCourse(tournamentOf(['ann', 'bob', 'cid']), [], new Map([['ann', 1]]))
  expect(withdrawn.ended().filter(({ how }) => how === 'forfeited').length).toBeGreaterThan(0)
})

test('two headers differ in what differs, whatever the order of keys', () => {
  const header = headerOf(tournament)
  const turned = Object.fromEntries(Object.entries(header).reverse())
  expect(firstDifference(header, turned)).toBeUndefined()
  expect(firstDifference(header, { ...header, seed: 4 })).toEqual({ what: 'seed', a: 3, b: 4 })
  expect(firstDifference(header, { ...header, entrants: [] })?.what).toBe('entrants')
  expect(firstDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 2, c: undefined }] })).toBeUndefined()
  for (const [a, b] of [
    [
      [1, 2],
      [1, 3],
    ],
    [[1], { 0: 1 }],
    [{ b: 1 }, { b: 1, c: 2 }],
    [{ b: 1, c: 2 }, { b: 1 }],
    [{ b: 1 }, 1],
    [undefined, null],
  ])
    expect(firstDifference({ a }, { a: b })).toEqual({ what: 'a', a, b })
})

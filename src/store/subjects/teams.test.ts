import { expect, test } from 'vitest'
import { ALL, created, house, http, newStores, over, person, tell } from '../new-store.fixture.ts'
import type { LogEntry } from '../store.ts'

const newStore = newStores()

const judged = (bot: number, passed: boolean): readonly LogEntry[] => [
  { kind: 'bot-registered', bot, person: 1001, challenge: 'boost-tron', name: `bot ${bot}` },
  { kind: 'version-added', bot, version: 1, source: { kind: 'program', command: 'true' } },
  { kind: 'version-judged', bot, version: 1, passed, report: '' },
]

test('a team has its bots that can play, its results that count, and the end of its newest match', () => {
  using store = newStore()
  tell(store, person(1001, 'Red Ants'), person(1002, 'ÉCLAIR'), ...judged(1, true), ...judged(2, false))
  tell(store, { kind: 'person-registered', person: 1003, name: 'Organiser Red', role: 'organiser' })
  const both = [http(1001), http(1002)] as const
  const play = (match: number, entry: LogEntry, winner: 0 | 1 | undefined): void =>
    tell(store, entry, { kind: 'match-started', match }, over(match, winner))
  play(1, created(1, both), 0)
  play(2, created(2, both, 'quoridor'), undefined)
  play(3, created(3, [house, http(1001)]), 0)
  play(4, created(4, both, 'quoridor', { origin: 'trial', starter: 1001 }), 0)
  const ended = store.match(4)?.ended
  // Withdrawn before it began, and still open: neither was played.
  tell(store, created(5, [http(1001)]), over(5, undefined, true), created(6, [http(1001)]))
  expect(store.team(1001)).toEqual({
    id: 1001,
    name: 'Red Ants',
    created: 1,
    bots: 1,
    won: 1,
    drawn: 1,
    lost: 1,
    lastPlayed: ended,
  })
  expect(store.team(1002)).toMatchObject({ bots: 0, won: 0, drawn: 1, lost: 1, lastPlayed: ended })
  expect(store.team(1003)).toBe(undefined)
  const ids = (search: string, page = ALL) => store.teams(search, page).map(({ id }) => id)
  expect(ids('')).toEqual([1001, 1002])
  expect(ids('red a')).toEqual([1001])
  expect(ids('éclair')).toEqual([1002])
  expect([ids('%'), ids('_')]).toEqual([[], []])
  expect([ids('', { limit: 1 }), store.teams('', { after: 1001, limit: 1 })]).toMatchObject([
    [1001],
    [{ id: 1002 }],
  ])
})

import { expect, test } from 'vitest'
import type { MatchEvent } from '../../match/match.ts'
import { created, house, newStores, person, tell } from '../new-store.fixture.ts'
import type { LogEntry, MatchPlayer } from '../store.ts'

const newStore = newStores()

const team = (battle: string): MatchPlayer => ({ kind: 'sse', name: 'team', battle })

test('a battle is known by its id, on either seat, also of a player that joined later', () => {
  using store = newStore()
  tell(store, created(1, [team('a'), team('b')]), created(2, [house, team('c')]), created(3, [house]), {
    kind: 'match-joined',
    match: 3,
    player: team('d'),
  })
  expect([...'abcde'].map((id) => store.battle(id))).toEqual([
    { id: 'a', match: 1, player: 0 },
    { id: 'b', match: 1, player: 1 },
    { id: 'c', match: 2, player: 1 },
    { id: 'd', match: 3, player: 1 },
    undefined,
  ])
  expect(() => store.append(created(4, [team('a'), house]))).toThrow('UNIQUE')
  expect(store.match(4)).toBeUndefined()
})

test('a team that joins as the first player swaps the seats of both battles', () => {
  using store = newStore()
  const join = (match: number, battle: string, first?: true): LogEntry => ({
    kind: 'match-joined',
    match,
    player: team(battle),
    ...(first && { first }),
  })
  tell(store, created(1, [team('a')]), created(2, [team('b')]), join(1, 'c', true), join(2, 'd'))
  expect([...'abcd'].map((id) => store.battle(id)?.player)).toEqual([1, 0, 0, 1])
})

test('the story of a match has its events and the notes about its battles, in order and with their times', () => {
  using store = newStore()
  const event: MatchEvent = { kind: 'ready', seat: 0, at: 5 }
  const note = { kind: 'invited', url: 'http://localhost/' } as const
  tell(
    store,
    created(1, [team('a'), house]),
    { kind: 'battle-noted', match: 1, player: 0, note },
    { kind: 'match-event', match: 1, event },
    { kind: 'match-event', match: 2, event },
    { kind: 'battle-noted', match: 1, player: 1, note: { kind: 'stream-left' } },
  )
  expect(store.storyOf(1)).toEqual([
    { time: 2, what: { kind: 'note', player: 0, note } },
    { time: 3, what: { kind: 'event', event } },
    { time: 5, what: { kind: 'note', player: 1, note: { kind: 'stream-left' } } },
  ])
})

test('a team has one address for each challenge, which may be changed and taken away', () => {
  using store = newStore()
  const set = (challenge: string, url?: string): unknown =>
    store.append({ kind: 'team-url-set', person: 1001, challenge, ...(url !== undefined && { url }) })
  tell(store, person(1001), person(1002))
  set('quoridor', 'http://a/')
  set('boost-tron', 'http://b/')
  set('quoridor', 'http://c/')
  expect(store.teamUrls(1001)).toEqual([
    { challenge: 'boost-tron', url: 'http://b/' },
    { challenge: 'quoridor', url: 'http://c/' },
  ])
  expect(store.teamUrl(1001, 'quoridor')).toBe('http://c/')
  expect(store.teamUrl(1002, 'quoridor')).toBeUndefined()
  set('quoridor')
  expect(store.teamUrl(1001, 'quoridor')).toBeUndefined()
  expect(store.teamUrls(1001)).toHaveLength(1)
  expect(() => set('quoridor')).toThrow('team-url-set')
})

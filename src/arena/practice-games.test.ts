import { expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { created, http, house, newStores, person, tell } from '../store/new-store.fixture.ts'
import type { MatchOrigin } from '../store/store.ts'
import { openPracticeGames } from './practice-games.ts'

const newStore = newStores()
const LIMITS = { alwaysMs: 60_000, wantedMs: 20_000, wantedOfManyMs: 10_000 }

function openHall() {
  const store = newStore()
  tell(store, person(7))
  const clock = fakeClock()
  const ended: [number, string][] = []
  const wanted = new Set<number>()
  const games = openPracticeGames({
    clock,
    limits: LIMITS,
    isWanted: ({ id }) => wanted.has(id),
    callOff: (match, why) => void ended.push([match, why]),
  })
  function play(match: number, origin: MatchOrigin = 'practice', owner = 'player 7') {
    tell(store, created(match, [http(7), house], 'boost-tron', { origin }))
    const row = store.match(match)
    if (!row) throw new Error(`no match ${match}`)
    const over = deferred()
    return { end: over, watched: games.watch(row, owner, () => over.promise) }
  }
  return { clock, ended, wanted, games, play, [Symbol.dispose]: () => store[Symbol.dispose]() }
}

test('a practice game ends when its player has sent no request for too long', async () => {
  using hall = openHall()
  void hall.play(1).watched
  void hall.play(2).watched
  await hall.clock.pass(30_000)
  hall.games.see(2)
  await hall.clock.pass(25_000)
  expect(hall.ended).toEqual([])
  await hall.clock.pass(5_000)
  expect(hall.ended).toEqual([[1, 'its player sent no request for 60 s']])
})

test('a player that stays is never idle, and a match of another origin is only played', async () => {
  using hall = openHall()
  void hall.play(1).watched
  void hall.play(2, 'tournament').watched
  hall.games.stay(1)
  hall.games.see(1)
  hall.games.see(2)
  await hall.clock.pass(600_000)
  expect(hall.ended).toEqual([])
})

test('a game whose place others want ends earlier, and earlier still if its team holds another', async () => {
  using hall = openHall()
  void hall.play(1).watched
  void hall.play(2, 'practice', 'player 8').watched
  void hall.play(3, 'practice', 'player 8').watched
  for (const match of [1, 2, 3]) hall.wanted.add(match)
  await hall.clock.pass(10_000)
  expect(hall.ended).toEqual([[2, 'its player sent no request for 10 s']])
  await hall.clock.pass(10_000)
  expect(hall.ended.map(([match]) => match)).toContain(1)
})

test('a game that is over, or failed, is watched no more, and a closed hall looks no more', async () => {
  using hall = openHall()
  const [first, second] = [hall.play(1), hall.play(2)]
  first.end.resolve()
  await first.watched
  second.end.reject(new Error('the disk failed'))
  await expect(second.watched).rejects.toThrow('the disk failed')
  await hall.clock.pass(120_000)
  expect(hall.ended).toEqual([])
  void hall.play(3).watched
  hall.games[Symbol.dispose]()
  await hall.clock.pass(120_000)
  expect(hall.ended).toEqual([])
})

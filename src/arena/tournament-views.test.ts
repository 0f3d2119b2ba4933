import { expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { must } from '../base/result.ts'
import { openDesks } from '../protocols/desk.ts'
import { openStore } from '../store/open-store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { openArena, type ArenaOptions } from './arena.ts'
import { openTournamentViews } from './tournament-views.ts'
import { openTournaments } from './tournaments.ts'

const tempFolder = tempFolders()

const NO_BOTS: ArenaOptions['seating'] = {
  locateBot: () => ({ ok: false, problem: { code: 'bot-not-ready', message: 'there are no bots' } }),
  seatRemote: openDesks().seat,
}

test('a view that takes long to work out rests when a result comes in, and is new when anything else does', async () => {
  using store = must(openStore(tempFolder()))
  await using arena = openArena({ store, seating: NO_BOTS })
  await using tournaments = openTournaments(arena)
  const entrants = ['house:random', 'house:first', 'house:baseline']
  const row = must(
    tournaments.create({ name: 'T', challenge: 'tic-tac-toe', format: 'round-robin', entrants }),
  )
  using slow = openTournamentViews(store, { restMs: () => 1e12 })
  using quick = openTournamentViews(store, { restMs: () => 0 })
  const results = () => [slow, quick].map((views) => views.view(row, 'published')?.result)
  const before = results()
  for (const views of [slow, quick]) views.changed(row.id, 'result')
  const after = results()
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
  slow.changed(row.id, 'other')
  expect(results()[0]).not.toBe(before[0])
})

test('who was shown a view without its newest results is told when it would have them', async () => {
  using store = must(openStore(tempFolder()))
  await using arena = openArena({ store, seating: NO_BOTS })
  await using tournaments = openTournaments(arena)
  const entrants = ['house:random', 'house:first']
  const row = must(
    tournaments.create({ name: 'T', challenge: 'tic-tac-toe', format: 'round-robin', entrants }),
  )
  let rested = deferred<number>()
  using views = openTournamentViews(store, { restMs: () => 50.9, onRested: (id) => rested.resolve(id) })
  const shown = () => views.view(row, 'published')?.result
  // A timer counts whole milliseconds, so some of them fire before the view has rested.
  for (let told = 0; told < 20;) {
    rested = deferred()
    const before = shown()
    views.changed(row.id, 'result')
    if (shown() !== before) continue // this machine stood still for longer than the rest
    expect(await rested.promise).toBe(row.id)
    expect(shown()).not.toBe(before)
    told += 1
  }
})

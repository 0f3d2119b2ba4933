import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { checkStore } from './check.ts'
import { readDataFolder } from './data-folder.ts'
import { openDatabase } from './database.ts'
import { readEntry, type LogRow } from './log.ts'
import { openStore } from './open-store.ts'
import { rebuildStore } from './rebuild.ts'
import type { LogEntry, Store } from './store.ts'
import { stories } from './story.fixture.ts'
import { tempFolders } from './temp-folders.fixture.ts'

const newFolder = tempFolders()

/** Everything a store can say. */
function readAll(store: Store) {
  const all = { limit: 1e6 }
  const people = store.people(all)
  const bots = store.bots({}, all)
  const matches = store.matches({}, all)
  const challenges = ['boost-tron', 'quoridor']
  const tournaments = store.tournaments(all)
  return {
    people,
    keys: people.map(({ id }) => store.keysOf(id)),
    invitations: store.openInvitations(),
    actions: store.actions(all),
    bots,
    versions: bots.map(({ id }) => store.versions(id)),
    unjudged: store.unjudgedVersions(),
    matches,
    unfinished: store.unfinishedMatches(),
    ofPeople: people.map(({ id }) => store.matches({ person: id }, all).map(({ id }) => id)),
    events: matches.map(({ id }) => store.eventsOf(id)),
    ladders: challenges.map((challenge) => [
      store.ladderBots(challenge),
      store.ladderVersions(challenge),
      store.ladderFreeze(challenge),
      store.ladderSeasons(challenge),
    ]),
    tournaments,
    entry: tournaments.map(({ id }) => [store.entryTerms(id), store.entryTeams(id)]),
    codes: tournaments.map(({ id }) => [store.entryWithCode(`${id}-0`), store.entryWithCode(`${id}-1`)]),
    waitingEntries: store.waitingEntries(),
    judging: tournaments.map(({ id }) => [store.judging(id), store.judges(id), store.markChanges(id)]),
    share: store.ladderShare(),
    tallies: challenges.map((challenge) => store.tallies(challenge, all)),
    teams: store.teams('', all),
    trials: people.map(({ id }) => store.unfinishedBy(id, 'trial')),
    own: people.map(({ id }) => store.ownGames(id, 'waiting', all)),
    invited: people.map(({ id }) => store.matches({ invited: id }, all)),
    links: Array.from({ length: 200 }, (_, index) => store.signInLink(`link${index}`)),
    statistics: people.map(({ id }) => store.statisticsOf(id)),
    botLogs: matches.map(({ id }) => store.botLogs(id)),
    battles: matches.map(({ players }) =>
      players.map((player) => (player?.kind === 'sse' ? store.battle(player.battle) : undefined)),
    ),
    stories: matches.map(({ id }) => store.storyOf(id)),
    urls: people.map(({ id }) => store.teamUrls(id)),
    runs: store.runs({}, all),
    openRuns: store.openRuns(),
    cases: store.runs({}, all).map(({ id }) => store.casesOf(id)),
    ofCases: matches.map(({ id }) => store.caseOf(id)),
    plans: tournaments.map(({ id }) => [
      store.tournamentResults(id),
      store.tournamentPlan(id),
      store.calledRound(id),
      store.annulled(id),
    ]),
    webhooks: store
      .webhooks()
      .map((webhook) => [
        webhook,
        store.webhookToldTo(webhook.id),
        store.webhookDeliveries(webhook.id, all),
        store.nextDelivery(webhook.id),
      ]),
    news: [store.contestNews(all), tournaments.map(({ id }) => store.reachedRound(id))],
    next: [store.nextPerson(), store.nextBot(), store.nextMatch(), store.nextRun()],
  }
}

/** Writes a story to a new folder, so many entries a turn, and gives what the store said in the end. */
async function write(folder: string, story: readonly LogEntry[], size: number) {
  using store = must(openStore(folder))
  const seqs: number[] = []
  for (const [index, entry] of story.entries()) {
    seqs.push(store.append(entry))
    if (index % size === size - 1) await store.settled()
  }
  expect(seqs).toEqual(story.map((_, index) => index + 1))
  return readAll(store)
}

describe('whatever happens in an arena', () => {
  test('is in the log as it was, is there after opening it again, and gives the same tables once more', async () => {
    await fc.assert(
      fc.asyncProperty(stories(), fc.integer({ min: 1, max: 20 }), async (story, size) => {
        const folder = newFolder()
        const said = await write(folder, story, size)
        {
          using database = must(readDataFolder(folder))
          const rows = database.all<LogRow>('SELECT * FROM log ORDER BY seq')
          expect(rows.map(readEntry)).toStrictEqual(story)
        }
        expect(must(checkStore(folder))).toEqual({ entries: story.length, problems: [] })
        expect(must(rebuildStore(folder))).toMatchObject({ entries: story.length, same: true })
        using store = must(openStore(folder))
        expect(readAll(store)).toStrictEqual(said)
      }),
      { numRuns: 40 },
    )
  })
})

describe('rebuildStore', () => {
  const story = fc.sample(stories(), { seed: 5, numRuns: 30 }).reduce((a, b) => (a.length > b.length ? a : b))

  test.each([
    `UPDATE people SET name = name || 'x' WHERE id = 1001`,
    'DELETE FROM match_people',
    'UPDATE matches SET score0 = score0 + 1',
    `INSERT INTO tallies VALUES ('quoridor', 1001, 9, 9, 9) ON CONFLICT DO UPDATE SET won = 9`,
  ])('puts right what was changed behind its back: %s', async (sql) => {
    const folder = newFolder()
    const said = await write(folder, story, 10)
    const { digest } = must(rebuildStore(folder))
    {
      using database = openDatabase(join(folder, 'arena.db'))
      expect(database.run(sql).changes).toBeGreaterThan(0)
    }
    expect(rebuildStore(folder)).toEqual({
      ok: true,
      value: { entries: story.length, digest, same: false },
    })
    expect(must(rebuildStore(folder)).same).toBe(true)
    using store = must(openStore(folder))
    expect(readAll(store)).toStrictEqual(said)
  })

  test('does nothing while the arena is used, and makes none where there is none', () => {
    const folder = newFolder()
    expect(rebuildStore(folder)).toMatchObject({ ok: false, problem: { code: 'store-missing' } })
    using store = must(openStore(folder))
    store.append({ kind: 'person-registered', person: 1001, name: 'a', role: 'player' })
    expect(rebuildStore(folder)).toMatchObject({ ok: false, problem: { code: 'store-busy' } })
  })
})

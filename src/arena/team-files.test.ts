import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { created, house, newStores, person, tell } from '../store/new-store.fixture.ts'
import type { LogEntry } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { openBotFolders } from './bot-folders.ts'
import { bot, judged, uploaded } from './logged-bots.fixture.ts'
import { logContest } from './logged-contest.fixture.ts'
import { openTeamFiles } from './team-files.ts'

const newStore = newStores()
const newFolder = tempFolders()
const MB = 1024 * 1024

/** Team 1 with bot 1, team 2 with bot 2. The versions of bot 1 have archives of 1 MiB, and 2 MiB were built of each. */
async function openTeam(quotaMb: number, versions: number, ...more: readonly LogEntry[]) {
  const store = newStore()
  const folders = await openBotFolders(newFolder())
  tell(store, person(1), person(2), bot(1, 1), bot(2, 2))
  const archive = (version: number, id = 1): string => join(folders.archives, `archive-${id}-${version}`)
  const built = (version: number, id = 1): string =>
    folders.builtOf({ bot: id, version } as Parameters<typeof folders.builtOf>[0])
  const write = (version: number, id = 1): void => {
    writeFileSync(archive(version, id), Buffer.alloc(MB))
    mkdirSync(built(version, id), { recursive: true })
    writeFileSync(join(built(version, id), 'bot'), Buffer.alloc(2 * MB))
  }
  for (let version = 1; version <= versions; version++) {
    tell(store, uploaded(1, version), judged(1, version))
    write(version)
  }
  tell(store, ...more)
  const files = openTeamFiles({ store, folders, quotaBytes: quotaMb * MB + 64 * 1024 })
  const left = (): readonly string[] =>
    Array.from({ length: versions }, (_, at) => at + 1).flatMap((version) => [
      ...(existsSync(archive(version)) ? [`archive ${version}`] : []),
      ...(existsSync(built(version)) ? [`built ${version}`] : []),
    ])
  return {
    store,
    files,
    left,
    write,
    hasBuilt: (version: number, id: number) => existsSync(built(version, id)),
    /** Makes an archive longer, without writing it. */
    stretch: (version: number, bytes: number) => truncateSync(archive(version), bytes),
    roomFor: (mb: number) => files.roomFor(1, mb * MB),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

test('within its quota a team keeps all, whatever the others have', async () => {
  const command: LogEntry = {
    kind: 'version-added',
    bot: 1,
    version: 4,
    source: { kind: 'program', command: './bot' },
  }
  using team = await openTeam(9, 3, uploaded(2, 1), judged(2, 1), command)
  team.write(1, 2)
  expect((await team.roomFor(0)).ok).toBe(true)
  expect(team.left()).toHaveLength(6)
})

test('above the quota old files are removed: what was built first, then archives, each oldest first, and no more than needed', async () => {
  using team = await openTeam(9, 3)
  expect((await team.roomFor(1)).ok).toBe(true)
  expect(team.left()).toEqual(['archive 1', 'archive 2', 'built 2', 'archive 3', 'built 3'])
  // What was removed is not counted any more: two of nine are free.
  expect((await team.roomFor(2)).ok).toBe(true)
  expect(team.left()).toHaveLength(5)
  expect((await team.roomFor(5)).ok).toBe(true)
  expect(team.left()).toEqual(['archive 2', 'archive 3', 'built 3'])
})

test('above the quota no log of a build is read: every version of every team has one', async () => {
  using team = await openTeam(9, 3, uploaded(2, 1), judged(2, 1))
  const versions = vi.spyOn(team.store, 'versions')
  expect((await team.roomFor(1)).ok).toBe(true)
  expect(team.left()).not.toContain('built 1')
  expect(versions).not.toHaveBeenCalled()
})

test('an archive, which cannot be built again, is removed after all that was built', async () => {
  using team = await openTeam(9, 3)
  expect((await team.roomFor(3)).ok).toBe(true)
  expect(team.left()).toEqual(['archive 1', 'archive 2', 'archive 3', 'built 3'])
})

test('the oldest file of all bots of a team is removed first', async () => {
  using team = await openTeam(
    9,
    2,
    bot(3, 1),
    uploaded(3, 1, undefined, 0),
    judged(3, 1),
    uploaded(3, 2),
    judged(3, 2),
  )
  team.write(1, 3)
  expect((await team.roomFor(1)).ok).toBe(true)
  expect([team.left().length, team.hasBuilt(1, 3)]).toEqual([4, false])
})

test('a file with holes counts by its length', async () => {
  using team = await openTeam(5, 1)
  team.stretch(1, 3 * MB)
  expect((await team.roomFor(0)).ok).toBe(true)
  expect((await team.roomFor(1)).ok).toBe(false)
})

test('the version that plays is kept, and what cannot be stored is refused in one sentence', async () => {
  using team = await openTeam(4, 2)
  const { left } = team
  expect(await team.roomFor(2)).toEqual({
    ok: false,
    problem: {
      code: 'team-quota',
      // A folder takes a block of its own, on some disks.
      message: expect.stringMatching(
        /^Cannot keep this version: a team may store 5 MiB, and what its bots need takes [34] MiB already; make them smaller, or ask the organiser$/,
      ),
    },
  })
  expect(left()).toHaveLength(4)
  expect((await team.roomFor(1)).ok).toBe(true)
  expect(left()).toEqual(['archive 2', 'built 2'])
})

test.each<[string, readonly LogEntry[]]>([
  ['waits to be judged', [{ kind: 'version-retried', bot: 1, version: 1 }]],
  ['could not be judged', [{ kind: 'version-unjudged', bot: 1, version: 1, report: '', log: '' }]],
  [
    'plays in a match',
    [created(1, [{ kind: 'bot', name: 'x', person: 1, bot: 1, version: 1 }, house], 'quoridor')],
  ],
  ['counts at the freeze of its ladder', [{ kind: 'ladder-freeze-set', challenge: 'quoridor', freeze: 5 }]],
])('an old version that %s is kept', async (_, entries) => {
  using team = await openTeam(9, 3, ...entries)
  expect((await team.roomFor(1)).ok).toBe(true)
  expect(team.left()).toEqual(['archive 1', 'built 1', 'archive 2', 'archive 3', 'built 3'])
})

test('an old version that plays in a contest is kept until the contest is over', async () => {
  using team = await openTeam(9, 3)
  logContest(team.store, { challenge: 'quoridor', entrants: ['bot:1@1', 'house:random'] }, 1)
  tell(team.store, { kind: 'tournament-moved', tournament: 1, status: 'running' })
  expect((await team.roomFor(1)).ok).toBe(true)
  expect(team.left()).toEqual(['archive 1', 'built 1', 'archive 2', 'archive 3', 'built 3'])
  tell(team.store, { kind: 'tournament-moved', tournament: 1, status: 'over' })
  expect((await team.roomFor(3)).ok).toBe(true)
  expect(team.left()).toEqual(['archive 1', 'archive 2', 'archive 3', 'built 3'])
})

test('an archive that versions share is counted once, and kept if one of them or another team needs it', async () => {
  using team = await openTeam(3, 1, uploaded(1, 2, 'archive-1-1'), judged(1, 2))
  expect((await team.roomFor(0)).ok).toBe(true)
  expect((await team.roomFor(2)).ok).toBe(true)
  expect(team.left()).toEqual(['archive 1'])

  using failed = await openTeam(3, 1, uploaded(1, 2, 'archive-1-1'), judged(1, 2, false))
  expect((await failed.roomFor(1)).ok).toBe(false)

  using other = await openTeam(6, 2, uploaded(2, 1, 'archive-1-1'))
  expect((await other.roomFor(2)).ok).toBe(true)
  expect(other.left()).toEqual(['archive 1', 'archive 2', 'built 2'])
  expect((await other.roomFor(3)).ok).toBe(false)
})

test('however many bots the others have, their archives are kept', async () => {
  const others = Array.from({ length: 100 }, (_, at) => bot(at + 3, 2))
  using team = await openTeam(6, 2, ...others, uploaded(102, 1, 'archive-1-1'))
  expect((await team.roomFor(3)).ok).toBe(false)
  expect(team.left()).toHaveLength(4)
})

test('a version that is built again is counted again', async () => {
  using team = await openTeam(6, 2)
  expect((await team.roomFor(2)).ok).toBe(true)
  expect(team.left()).toEqual(['archive 1', 'archive 2', 'built 2'])
  team.write(1)
  expect((await team.roomFor(2)).ok).toBe(true)
  expect(team.left()).toEqual(['archive 1', 'archive 2', 'built 2'])
})

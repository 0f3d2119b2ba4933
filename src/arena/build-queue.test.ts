import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deferred, type Deferred } from '../base/deferred.ts'
import { fail, must, ok } from '../base/result.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import { openStore } from '../store/open-store.ts'
import type { VersionRow } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { judged, ourFault, type Examined } from '../workshop/examine-upload.ts'
import { openBotFolders } from './bot-folders.ts'
import { openBuildQueue, type BuildQueueOptions } from './build-queue.ts'
import type { WantedBuild } from './builds-away.ts'
import type { DiskSpace } from './disk-space.ts'
import { registerPerson } from './people.ts'
import { openTeamFiles } from './team-files.ts'

const newFolder = tempFolders()
const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve))

interface OpenBuild extends Deferred<Examined> {
  readonly wanted: WantedBuild
}

/** A queue whose builds end when a test says so, as if workers did them. `places` of them are done at once. */
async function openQueue({
  places = 9,
  quotaBytes = 1 << 30,
  ...more
}: Partial<BuildQueueOptions> & { readonly places?: number; readonly quotaBytes?: number } = {}) {
  const folder = newFolder()
  const store = must(openStore(folder))
  const folders = await openBotFolders(join(folder, 'bots'))
  const files = openTeamFiles({ store, folders, quotaBytes })
  const builds: OpenBuild[] = []
  const pauses: number[] = []
  const failures: (readonly [string, string])[] = []
  // Pauses are over at once.
  const clock: Clock = {
    ...realClock,
    now: () => 0,
    at(time, callback) {
      pauses.push(time)
      return realClock.at(0, callback)
    },
  }
  let atOnce = places
  const queue = openBuildQueue({
    store,
    folders,
    files,
    clock,
    space: undefined,
    away: {
      places: () => atOnce,
      examine(wanted) {
        const done = deferred<Examined>()
        builds.push({ ...done, wanted })
        wanted.signal.addEventListener('abort', () => done.resolve(ourFault('the arena closed')))
        return done.promise
      },
    },
    onFailure: (version, why) => void failures.push([version, why]),
    ...more,
  })
  return {
    store,
    folders,
    queue,
    builds,
    pauses,
    failures,
    setPlaces: (now: number) => void (atOnce = now),
    /** A new version of a new bot of this team. */
    add(team: string, challenge = 'longest-group'): VersionRow {
      const person = (store.personNamed(team) ?? must(registerPerson(store, team, 'player'))).id
      const bot = store.nextBot()
      store.append({ kind: 'bot-registered', bot, person, challenge, name: `bot ${bot}` })
      const source = { kind: 'upload', archive: `${bot}`.repeat(64), bytes: 1 } as const
      store.append({ kind: 'version-added', bot, version: 1, source })
      const row = store.version(bot, 1)
      if (!row) throw new Error('there is no version')
      queue.add(row)
      return row
    },
    /** A build, once it has begun. */
    async build(at: number): Promise<OpenBuild> {
      await expect.poll(() => builds[at], { interval: 1 }).toBeDefined()
      const found = builds[at]
      if (!found) throw new Error(`there is no build ${at}`)
      return found
    },
    statusOf: ({ bot, version }: VersionRow) => store.version(bot, version),
    async [Symbol.asyncDispose]() {
      await queue[Symbol.asyncDispose]()
      store[Symbol.dispose]()
    },
  }
}

const PASSED = judged({ passed: true, report: 'It plays', run: './bot', wire: 'json-lines', log: 'built' })

test('a version is judged once it was built and tried, and its progress is told meanwhile', async () => {
  await using test = await openQueue()
  const row = test.add('Ann')
  const progress = test.queue.progressOf(row.bot, 1)
  expect((await test.build(0)).wanted).toMatchObject({
    row,
    bot: { name: 'bot 1' },
    challenge: { id: 'longest-group' },
  })
  expect(progress?.isOver).toBe(false)
  expect(test.queue.progressOf(row.bot, 2)).toBeUndefined()
  ;(await test.build(0)).resolve(PASSED)
  await expect.poll(() => test.statusOf(row)?.status).toBe('passed')
  expect(test.statusOf(row)).toMatchObject({
    report: 'It plays',
    run: './bot',
    wire: 'json-lines',
    log: 'built',
  })
  await expect.poll(() => progress?.isOver).toBe(true)
  expect(test.queue.progressOf(row.bot, 1)).toBeUndefined()
  expect([test.pauses, test.failures]).toEqual([[], []])
})

test('a version that does not play is told so', async () => {
  await using test = await openQueue()
  const row = test.add('Ann')
  ;(await test.build(0)).resolve(judged({ passed: false, report: 'It crashed' }))
  await expect.poll(() => test.statusOf(row)?.status).toBe('failed')
  expect(test.statusOf(row)?.report).toBe('It crashed')
})

test('a failure of the server is tried again twice, each time later, and then the version is set aside', async () => {
  await using test = await openQueue()
  const row = test.add('Ann')
  const progress = test.queue.progressOf(row.bot, 1)
  for (let attempt = 0; attempt < 3; attempt++) {
    ;(await test.build(attempt)).resolve(ourFault('no sandbox'))
  }
  await expect.poll(() => test.statusOf(row)?.status).toBe('unjudged')
  expect(test.statusOf(row)).toMatchObject({
    report:
      'The server failed to try the bot, and the bot is not at fault: ask for another try, or tell the organiser',
    log: 'no sandbox',
  })
  expect(test.pauses).toEqual([1000, 2000])
  expect(test.failures).toEqual([['version 1 of bot 1', 'no sandbox']])
  const told = progress?.read(0).events.filter(({ kind }) => kind === 'line')
  expect(told).toMatchObject(
    Array.from({ length: 2 }, () => ({
      text: 'The server failed to try it, which is not its fault: it tries again',
      from: 'arena',
    })),
  )
})

test('an exception of the server says nothing about the version', async () => {
  await using test = await openQueue()
  const row = test.add('Ann')
  ;(await test.build(0)).reject(new Error('a bug'))
  await expect.poll(() => test.statusOf(row)?.status).toBe('unjudged')
  expect(test.failures).toEqual([['version 1 of bot 1', 'a bug']])
})

test('one version of a team is built at a time, and as many teams as there are places', async () => {
  await using test = await openQueue({ places: 2 })
  const rows = ['Ann', 'Ann', 'Bob', 'Cid'].map((team) => test.add(team))
  const bots = (): readonly number[] => test.builds.map(({ wanted }) => wanted.row.bot)
  await expect.poll(bots).toEqual([1, 3])
  expect(rows.map(({ bot }) => test.queue.waitingWith(bot))).toEqual([1, 1, 0, 1])
  test.setPlaces(3)
  test.queue.placesChanged()
  await expect.poll(bots).toEqual([1, 3, 4])
  ;(await test.build(0)).resolve(PASSED)
  await expect.poll(bots).toEqual([1, 3, 4, 2])
})

test('a version that waits hears how many are ahead of it', async () => {
  await using test = await openQueue({ places: 1 })
  const rows = ['Ann', 'Bob', 'Cid', 'Dora'].map((team) => test.add(team))
  const steps = (at: number) =>
    test.queue
      .progressOf(rows[at]?.bot ?? 0, 1)
      ?.read(0)
      .events.map((event) => (event.kind === 'step' && event.step === 'waiting' ? event.ahead : event))
  expect([1, 2, 3].map(steps)).toEqual([[0], [1], [2]])
  ;(await test.build(0)).resolve(PASSED)
  await expect.poll(() => test.builds[1]).toBeDefined()
  expect([2, 3].map(steps)).toEqual([
    [1, 0],
    [2, 1],
  ])
})

test('a version hears nothing new when one behind it begins', async () => {
  await using test = await openQueue({ places: 2 })
  const [, second, third] = ['Ann', 'Ann', 'Bob'].map((team) => test.add(team))
  // Teams take turns, so Bob overtakes the second version of Ann.
  await expect.poll(() => test.builds.map(({ wanted }) => wanted.row.bot)).toEqual([1, third?.bot])
  expect(test.queue.progressOf(second?.bot ?? 0, 1)?.read(0).events).toEqual([
    { kind: 'step', step: 'waiting', ahead: 0 },
  ])
})

test('a version of a challenge that is gone is not built', async () => {
  await using test = await openQueue()
  const row = test.add('Ann', 'chess')
  await expect
    .poll(() => test.statusOf(row))
    .toMatchObject({
      status: 'failed',
      report: 'its challenge is not played here any more',
    })
  expect(test.builds).toEqual([])
})

test('what was built is removed if the team has no room for it', async () => {
  await using test = await openQueue({ quotaBytes: 100 })
  const row = test.add('Ann')
  const built = test.folders.builtOf(row)
  mkdirSync(built)
  writeFileSync(join(built, 'bot'), 'x'.repeat(1000))
  ;(await test.build(0)).resolve(PASSED)
  await expect.poll(() => test.statusOf(row)?.status).toBe('failed')
  expect(test.statusOf(row)?.report).toMatch(/^Cannot keep this version: a team may store 1 MiB/)
  expect(test.folders.hasBuilt(test.folders.nameOf(row))).toBe(false)
})

/** A disk that is ample, short or full when a test says so. */
function testDisk() {
  const ample = deferred()
  let [isFull, waits] = [false, 0]
  const space = {
    until(level: string) {
      if (level !== 'ample') throw new Error('a build needs more than that')
      waits++
      return isFull ? ample.promise : undefined
    },
    roomFor: async () => (isFull ? fail('no-room', 'the disk is full') : ok(undefined)),
  } as unknown as DiskSpace
  return {
    space,
    fill: (now: boolean) => void (isFull = now),
    empty: () => ample.resolve(),
    waits: () => waits,
  }
}

test('no build begins while the disk is short, and one that fails on a full disk is not the fault of the bot', async () => {
  const { space, fill, empty } = testDisk()
  await using test = await openQueue({ space })
  fill(true)
  const row = test.add('Ann')
  await flush()
  expect(test.builds).toEqual([])
  empty()
  await expect.poll(() => test.builds[0]).toBeDefined()
  // The disk is full again when it ends.
  ;(await test.build(0)).resolve(judged({ passed: false, report: 'It crashed' }))
  for (const attempt of [1, 2]) {
    ;(await test.build(attempt)).resolve(judged({ passed: false, report: 'It crashed' }))
  }
  await expect.poll(() => test.statusOf(row)?.status).toBe('unjudged')
  expect(test.statusOf(row)?.log).toBe('the disk of the server was full')
})

test('an arena that is closed judges nothing, and begins nothing more', async () => {
  const test = await openQueue({ places: 1 })
  const [running, waiting] = [test.add('Ann'), test.add('Bob')]
  const build = await test.build(0)
  const closing = test.queue[Symbol.asyncDispose]()
  expect(build.wanted.signal.aborted).toBe(true)
  build.resolve(PASSED)
  await closing
  expect([running, waiting].map((row) => test.statusOf(row)?.status)).toEqual(['waiting', 'waiting'])
  expect([test.builds.length, test.failures]).toEqual([1, []])
  await test[Symbol.asyncDispose]()
})

test('a command of this machine is tried here, also where workers build uploads', async () => {
  await using test = await openQueue()
  const { bot } = test.add('Ann')
  ;(await test.build(0)).resolve(PASSED)
  await expect.poll(() => test.store.version(bot, 1)?.status).toBe('passed')
  test.store.append({
    kind: 'version-added',
    bot,
    version: 2,
    source: { kind: 'program', command: '/no/such/program' },
  })
  const row = test.store.version(bot, 2)
  if (row) test.queue.add(row)
  await expect.poll(() => test.store.version(bot, 2)?.status).toBe('failed')
  expect(test.builds).toHaveLength(1)
})

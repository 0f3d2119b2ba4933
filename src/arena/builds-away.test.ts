import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { deferred, type Deferred } from '../base/deferred.ts'
import { fail, must, ok } from '../base/result.ts'
import { longestGroup } from '../challenges/longest-group.ts'
import type { BuildOrder } from '../queue/build-order.ts'
import type { BuildEnd, MatchQueue } from '../queue/match-queue.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import type { BotRow, VersionRow } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { packFolder } from '../workshop/pack-folder.ts'
import { openBotFolders } from './bot-folders.ts'
import { openBuildProgress } from './build-progress.ts'
import { openBuildsAway, type BuildsAwayOptions } from './builds-away.ts'
import type { DiskSpace } from './disk-space.ts'
import { openPackedVersions } from './packed-versions.ts'

const newFolder = tempFolders()

/** Pauses are over at once. */
const hasty: Clock = { ...realClock, at: (_time, callback) => realClock.at(0, callback) }

type Watch = Parameters<MatchQueue['build']>[1]

interface Ordered extends Deferred<BuildEnd> {
  readonly order: BuildOrder
  readonly watch: Watch
}

const ROW: VersionRow = {
  bot: 3,
  version: 2,
  created: 77,
  status: 'waiting',
  report: '',
  run: undefined,
  wire: undefined,
  log: undefined,
  source: { kind: 'upload', archive: 'a'.repeat(64), bytes: 1, build: ['make'], run: './bot' },
}
const BOT: BotRow = {
  id: 3,
  person: 1001,
  challenge: 'longest-group',
  name: 'crusher',
  created: 1,
  plays: undefined,
}
const PASSED = { passed: true, report: 'It plays', run: './bot' }

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Builds on workers that do what a test says. */
async function open(more: Partial<BuildsAwayOptions> = {}) {
  const folder = newFolder()
  const folders = await openBotFolders(join(folder, 'bots'))
  const packed = await openPackedVersions(join(folder, 'packed'), () => true)
  const orders: Ordered[] = []
  const state = { missing: undefined as string | undefined, places: 3 }
  let changes = 0
  const builds = openBuildsAway({
    queue: {
      build(order, watch) {
        const done = deferred<BuildEnd>()
        orders.push({ ...done, order, watch })
        const abort = (): void => done.resolve({ kind: 'aborted' })
        if (watch.signal.aborted) abort()
        else watch.signal.addEventListener('abort', abort, { once: true })
        return done.promise
      },
      whyNone: () => state.missing,
      places: () => state.places,
    },
    folders,
    packed,
    clock: hasty,
    space: undefined,
    placesChanged: () => void changes++,
    ...more,
  })
  const stop = new AbortController()
  const progress = openBuildProgress()
  const examine = (row: VersionRow = ROW) =>
    builds.examine({ row, bot: BOT, challenge: longestGroup, signal: stop.signal, progress })
  return {
    folder,
    folders,
    packed,
    builds,
    orders,
    state,
    stop,
    changes: () => changes,
    examine,
    events: () => progress.read(0).events,
    /** An archive of what a worker built, and its hash. */
    archive: async (text = 'the program') => {
      const source = newFolder()
      mkdirSync(join(source, 'built'))
      writeFileSync(join(source, 'built', 'bot'), text)
      const file = join(source, 'built.tar.gz')
      const hash = await packFolder(join(source, 'built'), file)
      return { hash, stream: () => Readable.from([readFileSync(file)]) }
    },
    order: async (at: number): Promise<Ordered> => {
      await expect.poll(() => orders[at], { interval: 1 }).toBeDefined()
      const found = orders[at]
      if (!found) throw new Error(`there is no order ${at}`)
      return found
    },
  }
}

test('a worker builds a version: it fetches the source with its ticket, and hands over what it built', async () => {
  const { builds, examine, order, archive, folders, packed, events, changes } = await open()
  const examined = examine()
  const { order: ordered, watch, resolve } = await order(0)
  const { ticket } = ordered
  expect(ordered).toEqual({
    kind: 'build',
    key: 'build-3-2',
    challenge: 'longest-group',
    name: 'crusher',
    team: 1001,
    source: { build: ['make'], run: './bot' },
    ticket: expect.stringMatching(/^[0-9a-f]{32}$/),
    needs: [],
  })
  expect(builds.sourceOf(ticket)).toBe(join(folders.archives, 'a'.repeat(64)))
  expect(builds.sourceOf('another')).toBeUndefined()
  const waiting = { bot: 3, version: 2, created: 77, worker: undefined, missing: undefined }
  expect(builds.ordered()).toEqual([waiting])
  watch.onBegan?.('w1')
  expect(builds.ordered()).toEqual([{ ...waiting, worker: 'w1' }])
  expect(builds.places()).toBe(3)
  watch.onStep?.('building')
  watch.onOutput?.('make: done\n', 'program')
  const built = await archive()
  must(await builds.receive(ticket, built.stream()))
  resolve({ kind: 'judged', verdict: PASSED, files: built.hash })
  expect(await examined).toEqual({ kind: 'judged', verdict: PASSED })
  expect(readFileSync(join(folders.builtOf(ROW), 'bot'), 'utf8')).toBe('the program')
  // Other workers fetch the same archive.
  expect(await packed.pack(folders.nameOf(ROW), folders.builtOf(ROW))).toBe(built.hash)
  expect(packed.fileOf(built.hash)).toBeDefined()
  expect(events()).toEqual([
    { kind: 'step', step: 'building' },
    { kind: 'line', text: 'make: done', from: 'program' },
  ])
  expect([builds.ordered(), builds.sourceOf(ticket), changes()]).toEqual([[], undefined, 0])
  expect(await builds.receive(ticket, built.stream())).toMatchObject({
    problem: { code: 'not-found', message: `There is no build ${ticket}` },
  })
})

test('a single source file is ordered by its name, without commands that were not given', async () => {
  const { examine, order } = await open()
  const examined = examine({
    ...ROW,
    source: { kind: 'upload', archive: 'b'.repeat(64), bytes: 1, file: 'bot.py' },
  })
  const { order: ordered, resolve } = await order(0)
  expect(ordered.source).toEqual({ file: 'bot.py' })
  resolve({ kind: 'judged', verdict: { passed: false, report: 'It crashed' }, files: undefined })
  expect(await examined).toEqual({ kind: 'judged', verdict: { passed: false, report: 'It crashed' } })
})

test('a lost build is ordered again, and its owner is told that it is not at fault', async () => {
  const { examine, order, events } = await open()
  const examined = examine()
  const first = await order(0)
  first.watch.onBegan?.('w1')
  first.resolve({ kind: 'lost', why: 'its worker went away', isSuspect: true })
  const second = await order(1)
  expect(second.order.ticket).not.toBe(first.order.ticket)
  expect(events()).toEqual([
    { kind: 'step', step: 'waiting', ahead: 0 },
    {
      kind: 'line',
      text: 'The worker that had it was lost, which is not the fault of the bot: another one builds it (its worker went away)',
      from: 'arena',
    },
  ])
  second.resolve({ kind: 'failed', why: 'the order cannot be read' })
  expect(await examined).toEqual({ kind: 'our-fault', why: 'the order cannot be read' })
})

test('what no worker has begun is ordered again without a word', async () => {
  const { examine, order, events, stop } = await open()
  const examined = examine()
  ;(await order(0)).resolve({ kind: 'lost', why: 'Redis was started again' })
  await order(1)
  expect(events()).toEqual([])
  stop.abort()
  expect(await examined).toEqual({ kind: 'our-fault', why: 'the arena closed' })
})

test('a worker that lacks a program says which, and the next one must have it', async () => {
  const { examine, order, events, stop } = await open()
  const examined = examine()
  const first = await order(0)
  first.watch.onBegan?.('w1')
  first.resolve({ kind: 'lost', why: 'it has no make', programs: ['make'] })
  expect((await order(1)).order.needs).toEqual(['make'])
  expect(events()).toEqual([{ kind: 'step', step: 'waiting', ahead: 0 }])
  ;(await order(1)).resolve({ kind: 'lost', why: 'it was lost' })
  // What is needed is not forgotten.
  expect((await order(2)).order.needs).toEqual(['make'])
  stop.abort()
  await examined
})

test('a build that twenty workers left while they did it is given up, after waits that grow to a second', async () => {
  const waits: number[] = []
  const clock: Clock = {
    ...hasty,
    now: () => 0,
    at(time, callback) {
      waits.push(time)
      return hasty.at(time, callback)
    },
  }
  const { examine, order, orders } = await open({ clock })
  const examined = examine()
  for (let attempt = 0; attempt < 24; attempt++)
    (await order(attempt)).resolve({
      kind: 'lost',
      why: 'it went away',
      ...(attempt > 3 && { isSuspect: true }),
    })
  expect(await examined).toEqual({ kind: 'our-fault', why: '20 workers went away while they built it' })
  expect(orders).toHaveLength(24)
  // A second is also the time between two looks at why a build waits.
  expect([...new Set(waits)].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, at) => (at + 1) * 50),
  )
})

test('a version that passed without its files is built again', async () => {
  const { builds, examine, order, archive, folders, stop, events } = await open()
  const examined = examine()
  const passed = { kind: 'judged', verdict: PASSED, files: undefined } as const
  const first = await order(0)
  first.watch.onBegan?.('w1')
  first.resolve(passed)
  const second = await order(1)
  const built = await archive()
  must(await builds.receive(second.order.ticket, built.stream()))
  second.resolve({ ...passed, files: 'another hash' })
  const third = await order(2)
  must(await builds.receive(third.order.ticket, Readable.from([Buffer.from('no archive')])))
  third.resolve({ ...passed, files: hashOf('no archive') })
  await order(3)
  expect(readdirSync(dirname(folders.builtOf(ROW)))).toEqual([])
  expect(events()).toContainEqual(
    expect.objectContaining({
      text: expect.stringContaining('(what its worker built did not arrive)') as unknown,
    }),
  )
  stop.abort()
  await examined
})

test('a worker may send twice; what it sends first counts, and nothing is left behind', async () => {
  const { builds, examine, order, archive, packed, stop } = await open()
  const examined = examine()
  const { order: ordered } = await order(0)
  const [first, other] = [await archive('first'), await archive('other')]
  must(await builds.receive(ordered.ticket, first.stream()))
  expect((await builds.receive(ordered.ticket, first.stream())).ok).toBe(true)
  expect(await builds.receive(ordered.ticket, other.stream())).toMatchObject({
    problem: { code: 'not-found' },
  })
  expect(await builds.receive(ordered.ticket, Readable.from([]))).toMatchObject({
    problem: { code: 'archive-empty' },
  })
  stop.abort()
  await examined
  expect(readdirSync(packed.home)).toEqual([])
})

test('files that arrive after their build was lost are refused, and nothing is left behind', async () => {
  const { builds, examine, order, packed, stop } = await open()
  const examined = examine()
  const { order: ordered, resolve } = await order(0)
  const stream = new PassThrough()
  const received = builds.receive(ordered.ticket, stream)
  stream.write('half of')
  await expect.poll(() => readdirSync(packed.home), { interval: 1 }).toHaveLength(1)
  resolve({ kind: 'lost', why: 'its worker went away' })
  await order(1)
  stream.end(' an archive')
  expect(await received).toMatchObject({ problem: { code: 'not-found' } })
  expect(readdirSync(packed.home)).toEqual([])
  stop.abort()
  await examined
})

test('on a full disk a worker keeps what it built', async () => {
  const full = fail('no-room', 'the disk is full')
  let isFull = true
  const space = { roomFor: async () => (isFull ? full : ok(undefined)) } as unknown as DiskSpace
  const { builds, examine, order, archive, stop } = await open({ space })
  const examined = examine()
  const { order: ordered } = await order(0)
  const built = await archive()
  expect(await builds.receive(ordered.ticket, built.stream())).toBe(full)
  isFull = false
  must(await builds.receive(ordered.ticket, built.stream()))
  stop.abort()
  await examined
})

test('a build that no worker can do waits beside the others, and says what is missing', async () => {
  const { builds, examine, orders, state, stop, events, changes } = await open()
  state.missing = 'no worker has make'
  const examined = examine()
  expect(builds.ordered()).toMatchObject([{ missing: 'no worker has make' }])
  expect([builds.places(), changes()]).toEqual([4, 1])
  expect(events()).toEqual([{ kind: 'step', step: 'waiting', ahead: 0, why: 'no worker has make' }])
  expect(orders).toEqual([])
  stop.abort()
  await examined
  expect([builds.places(), changes()]).toEqual([3, 2])
})

test('a build is ordered as soon as a worker has what was missing, and its owner hears it', async () => {
  const { builds, examine, order, state, stop, events, changes } = await open()
  state.missing = 'no worker has make'
  const examined = examine()
  state.missing = undefined
  await order(0)
  expect(events()).toStrictEqual([
    { kind: 'step', step: 'waiting', ahead: 0, why: 'no worker has make' },
    { kind: 'step', step: 'waiting', ahead: 0 },
  ])
  expect([builds.ordered()[0]?.missing, changes()]).toEqual([undefined, 2])
  stop.abort()
  await examined
})

test('a version that is no upload is never ordered', async () => {
  const { builds, examine } = await open()
  await expect(examine({ ...ROW, source: { kind: 'program', command: './bot' } })).rejects.toThrow(
    'only an uploaded version is built',
  )
  expect(builds.ordered()).toEqual([])
})

test('without workers at least two builds are ordered, and their owners hear why they wait', async () => {
  const { builds, examine, order, state, stop, events } = await open()
  state.places = 0
  expect(builds.places()).toBe(2)
  const examined = examine()
  await order(0)
  expect(events()).toEqual([{ kind: 'step', step: 'waiting', ahead: 0, why: 'no worker is there now' }])
  stop.abort()
  await examined
})

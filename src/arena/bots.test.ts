import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { talkingBot } from '../../test/server/bot.fixture.ts'
import { fail, must, ok } from '../base/result.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import { LANGUAGES, offeredRuntimes } from '../runner/sandbox/runtimes.ts'
import { openStore } from '../store/open-store.ts'
import type { Store, VersionRow } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { rawZip } from '../workshop/raw-archive.fixture.ts'
import { openBots, type BotsOptions, type UploadWords } from './bots.ts'
import type { DiskSpace } from './disk-space.ts'
import { registerPerson } from './people.ts'

const tempFolder = tempFolders()

/** Pauses are over at once. */
const hasty: Clock = { ...realClock, at: (_time, callback) => realClock.at(0, callback) }

/** Its sources have nothing that can be started, so its examination ends at once. */
const pointless = (): Readable => Readable.from([rawZip([{ name: 'README', data: 'I am no bot' }])])

/** The version, once it has been judged or given up. */
const settled = async (store: Store, bot: number): Promise<VersionRow | undefined> => {
  const row = store.version(bot, 1)
  if (row?.status !== 'waiting') return row
  await new Promise((resolve) => void setImmediate(resolve))
  return settled(store, bot)
}

test('a version that we fail to try is set aside with a word to its owner, and tried when asked or after a restart', async () => {
  const folder = tempFolder()
  using store = must(openStore(folder))
  const person = must(registerPerson(store, 'Ann', 'player')).id
  const home = join(folder, 'bots')
  const breakWorkshop = async (): Promise<void> => {
    await rm(join(home, 'versions'), { recursive: true })
    await writeFile(join(home, 'versions'), 'no folder')
  }
  const mendWorkshop = async (): Promise<void> => {
    await rm(join(home, 'versions'))
    await mkdir(join(home, 'versions'))
  }

  {
    await using bots = await openBots(store, home, { clock: hasty })
    const { id } = must(bots.register({ person, challenge: 'longest-group', name: 'bot' }))
    await breakWorkshop()
    must(await bots.addUpload(id, pointless(), {}))
    expect(bots.retry(id, 1)).toMatchObject({ problem: { code: 'not-unjudged' } })
    expect(await settled(store, id)).toMatchObject({
      status: 'unjudged',
      report: expect.stringContaining('the bot is not at fault'),
      log: expect.stringContaining('ENOTDIR'),
    })
    expect(must(bots.retry(id, 1)).status).toBe('waiting')
    expect(await settled(store, id)).toMatchObject({ status: 'unjudged' })
    expect(bots.retry(id, 2)).toMatchObject({ problem: { code: 'unknown-version' } })
    await mendWorkshop()
    must(bots.retry(id, 1))
    expect(await settled(store, id)).toMatchObject({
      status: 'failed',
      report: expect.not.stringContaining('the bot is not at fault'),
    })
    expect(bots.retry(id, 1)).toMatchObject({ problem: { code: 'not-unjudged' } })

    const other = must(bots.register({ person, challenge: 'longest-group', name: 'other' })).id
    await breakWorkshop()
    must(await bots.addUpload(other, pointless(), {}))
    expect(await settled(store, other)).toMatchObject({ status: 'unjudged' })
    await mendWorkshop()
  }

  await using again = await openBots(store, home, { clock: hasty })
  expect(await settled(store, 2)).toMatchObject({ status: 'failed' })
  expect(again.retry(2, 1)).toMatchObject({ problem: { code: 'not-unjudged' } })
})

test('a version counts from when the last byte of its upload came, however late the log gets it', async () => {
  const folder = tempFolder()
  // An hour ahead, as if all disks had been busy for that long.
  using store = must(openStore(folder, { now: () => Date.now() + 3_600_000 }))
  const person = must(registerPerson(store, 'Ann', 'player')).id
  await using bots = await openBots(store, join(folder, 'bots'), { clock: hasty })
  const { id } = must(bots.register({ person, challenge: 'longest-group', name: 'bot' }))
  const began = Date.now()
  const { created } = must(await bots.addUpload(id, pointless(), {}))
  expect(created).toBeGreaterThanOrEqual(began)
  expect(created).toBeLessThanOrEqual(Date.now())
  await settled(store, id)
})

test('a version of an older server that names a runtime by its full path still plays', async () => {
  const folder = tempFolder()
  using store = must(openStore(folder))
  const person = must(registerPerson(store, 'Ann', 'player')).id
  await using bots = await openBots(store, join(folder, 'bots'))
  const { id: bot } = must(bots.register({ person, challenge: 'longest-group', name: 'bot' }))
  const runs = ['/usr/bin/node bot.mjs', '/bot/bin/bot', 'node bot.mjs']
  for (const [i, run] of runs.entries()) {
    const source = { kind: 'upload', archive: 'a'.repeat(64), bytes: 1 } as const
    store.append({ kind: 'version-added', bot, version: i + 1, source })
    store.append({ kind: 'version-judged', bot, version: i + 1, passed: true, report: '', run })
  }
  const words = (version: number): readonly string[] => must(bots.locate(bot, version)).process.argv
  expect(words(1)).toEqual(['node', 'bot.mjs'])
  expect(words(2)).toEqual(['/bot/bin/bot'])
  expect(must(bots.locate(bot, 3)).process).toMatchObject({
    argv: ['node', 'bot.mjs'],
    sandbox: { from: 'upload', team: person },
  })
})

/** Workers that never build anything. */
const IDLE: BotsOptions['queue'] = {
  build: (_order, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'aborted' }))),
  whyNone: () => undefined,
  places: () => 1,
}

/** The bots of a store in which Ann is registered. */
async function openTest(options: BotsOptions = {}) {
  const folder = tempFolder()
  const store = must(openStore(folder))
  const person = must(registerPerson(store, 'Ann', 'player')).id
  const bots = await openBots(store, join(folder, 'bots'), { clock: hasty, ...options })
  return {
    folder: join(folder, 'bots'),
    store,
    person,
    bots,
    register: (name: string, challenge = 'longest-group') => bots.register({ person, challenge, name }),
    async [Symbol.asyncDispose]() {
      await bots[Symbol.asyncDispose]()
      store[Symbol.dispose]()
    },
  }
}

test('a bot has a readable name that its team has not used in this challenge', async () => {
  await using test = await openTest()
  expect(must(test.register(' crusher 2.0_x-y '))).toMatchObject({
    id: 1,
    name: 'crusher 2.0_x-y',
    person: test.person,
    challenge: 'longest-group',
    plays: undefined,
  })
  expect(test.register('crusher 2.0_x-y')).toMatchObject({
    problem: {
      code: 'name-taken',
      message: 'Cannot call a bot "crusher 2.0_x-y": you have one of that name, add a version to it',
    },
  })
  must(test.register('crusher 2.0_x-y', 'quoridor'))
  must(test.register('Größer'))
  must(test.register('x'.repeat(40)))
  must(test.register('หุ่นยนต์ตัวแรก'))
  // As the folder of a bot has it on macOS.
  expect(must(test.register('Größer Ulf'.normalize('NFD'))).name).toBe('Größer Ulf')
  for (const name of [
    '',
    '   ',
    '.hidden',
    '-x',
    'a/b',
    'a\nb',
    'x'.repeat(41),
    'über*',
    'a\u3164',
    'a\ufe0f',
  ])
    expect([name, test.register(name)]).toMatchObject([name, { problem: { code: 'bad-name' } }])
  expect(test.register('.')).toMatchObject({
    problem: { message: 'Cannot call a bot ".": expected 1 to 40 letters, digits, dots or dashes' },
  })
  expect(test.register('bot', 'chess')).toMatchObject({
    problem: { code: 'unknown-challenge', message: 'There is no challenge "chess"' },
  })
})

test('a team has at most 20 bots', async () => {
  await using test = await openTest()
  for (let count = 0; count < 20; count++) must(test.register(`bot ${count}`))
  expect(test.register('one more')).toMatchObject({
    problem: { code: 'too-many-bots', message: 'Cannot add a bot: a team has at most 20' },
  })
  const bob = must(registerPerson(test.store, 'Bob', 'player')).id
  must(test.bots.register({ person: bob, challenge: 'longest-group', name: 'bot 1' }))
})

test('an upload for no bot, or with commands that cannot be, is refused before it is read', async () => {
  await using test = await openTest()
  const { id } = must(test.register('bot'))
  const refused = async (said: UploadWords): Promise<string> => {
    const added = await test.bots.addUpload(id, pointless(), said)
    return added.ok ? 'ok' : added.problem.code
  }
  expect(await test.bots.addUpload(99, pointless(), {})).toMatchObject({
    problem: { code: 'unknown-bot', message: 'There is no bot 99' },
  })
  expect(await test.bots.addUpload(id, pointless(), { build: ['node build.mjs'] })).toEqual(
    fail('no-run-command', 'Cannot use build commands alone: expected a run command as well'),
  )
  expect(await refused({ run: '' })).not.toBe('ok')
  expect(await refused({ run: 'no-such-program bot' })).not.toBe('ok')
  expect(await refused({ build: ['no-such-program'], run: './bot' })).not.toBe('ok')
  expect(await refused({ file: 'bot.xyz' })).not.toBe('ok')
  expect(test.store.versions(id)).toEqual([])
  expect(readdirSync(join(test.folder, 'archives'))).toEqual([])
})

test('an archive is kept under its hash, and a version that waits may not play yet', async () => {
  await using test = await openTest({ queue: IDLE })
  const { id } = must(test.register('bot'))
  const row = must(await test.bots.addUpload(id, pointless(), {}))
  expect(row).toMatchObject({ bot: id, version: 1, status: 'waiting', source: { kind: 'upload' } })
  const archive = test.bots.archiveOf(row) ?? ''
  expect(readdirSync(join(test.folder, 'archives'))).toEqual([basename(archive)])
  expect(row.source).toMatchObject({ archive: basename(archive), bytes: statSync(archive).size })
  expect(test.bots.archiveOf({ ...row, source: { kind: 'program', command: 'true' } })).toBeUndefined()
  expect(test.bots.progressOf(id, 1)).toBeDefined()
  expect(test.bots.locate(id, 1)).toMatchObject({
    problem: { code: 'bot-not-ready', message: `version 1 of bot ${id} may not play` },
  })
  expect(test.bots.locate(id, 2)).toMatchObject({ problem: { code: 'bot-not-ready' } })
  expect(test.bots.retry(id, 1)).toMatchObject({
    problem: { code: 'not-unjudged', message: 'Cannot try version 1 again: it is waiting' },
  })
  expect(test.bots.retry(id, 2)).toMatchObject({
    problem: { code: 'unknown-version', message: `There is no version 2 of bot ${id}` },
  })
})

test('what was built of a version is packed for workers once, and is still there after a restart', async () => {
  await using test = await openTest({ queue: IDLE })
  const { id } = must(test.register('bot'))
  must(await test.bots.addUpload(id, pointless(), {}))
  const built = join(test.folder, 'versions', `bot-${id}-version-1`)
  await mkdir(built)
  await writeFile(join(built, 'bot'), 'the program')
  const sha = await test.bots.pack(id, 1)
  const file = test.bots.packedFile(sha)
  expect(file).toContain(sha)
  expect(test.bots.packedFile('0'.repeat(64))).toBeUndefined()
  await expect(test.bots.pack(id, 9)).rejects.toThrow(`version 9 of bot ${id} is not in the store`)
  await test.bots[Symbol.asyncDispose]()
  const { last } = test.store
  await using again = await openBots(test.store, test.folder, { queue: IDLE })
  expect(again.packedFile(sha)).toBe(file)
  // The version still waits to be judged: that is no new try.
  expect(again.progressOf(id, 1)).toBeDefined()
  expect(test.store.last).toBe(last)
})

test('an upload that still arrives when the arena closes is recorded', async () => {
  await using test = await openTest({ queue: IDLE })
  const { id } = must(test.register('bot'))
  const stream = new PassThrough()
  const upload = test.bots.addUpload(id, stream, {})
  await new Promise((resolve) => void setImmediate(resolve))
  const closing = test.bots[Symbol.asyncDispose]()
  stream.end('no archive')
  await closing
  expect(test.store.version(id, 1)?.status).toBe('waiting')
  must(await upload)
})

test('a bot has 500 versions, of which a command is one', async () => {
  await using test = await openTest({ queue: IDLE })
  const { id } = must(test.register('bot'))
  for (let version = 1; version < 500; version++)
    test.store.append({
      kind: 'version-added',
      bot: id,
      version,
      source: { kind: 'upload', archive: 'a', bytes: 1 },
    })
  expect(must(test.bots.addProgram(id, 'true'))).toMatchObject({
    version: 500,
    source: { kind: 'program', command: 'true' },
  })
  expect(test.bots.addProgram(id, 'true')).toMatchObject({
    problem: { code: 'too-many-versions', message: 'Cannot add a version: a bot has at most 500' },
  })
})

test('an upload that has no room is refused, and leaves nothing behind', async () => {
  const full = fail('no-room', 'the disk is full')
  const asked: number[] = []
  let isFull = true
  const space = {
    roomFor: async (bytes: number) => {
      asked.push(bytes)
      return isFull ? full : ok(undefined)
    },
    until: () => undefined,
  } as unknown as DiskSpace
  await using test = await openTest({ space, teamQuota: 10 })
  const { id } = must(test.register('bot'))
  expect(await test.bots.addUpload(id, pointless(), {})).toBe(full)
  isFull = false
  asked.length = 0
  // Room is needed for all uploads that arrive at the same time.
  const both = await Promise.all([0, 1].map(() => test.bots.addUpload(id, pointless(), {})))
  expect(asked.toSorted((a, b) => a - b)).toEqual([32 << 20, 64 << 20])
  for (const one of both) expect(one).toMatchObject({ problem: { code: 'team-quota' } })
  expect(await test.bots.addUpload(id, Readable.from([]), {})).toMatchObject({
    problem: { code: 'archive-empty' },
  })
  expect(asked.at(-1)).toBe(32 << 20)
  expect(readdirSync(join(test.folder, 'archives'))).toEqual([])
})

test('five versions of a team may wait', async () => {
  await using test = await openTest({ queue: IDLE })
  const [first, second] = [must(test.register('one')).id, must(test.register('two')).id]
  const add = (bot: number) => test.bots.addUpload(bot, pointless(), {})
  // One is built, and five wait.
  for (let count = 0; count < 6; count++) must(await add(count % 2 === 0 ? first : second))
  const crowded = {
    problem: {
      code: 'too-many-waiting',
      message: 'Cannot add a version: 5 of your team wait to be built and tried, wait until one is',
    },
  }
  // It is refused before anything of it has come.
  expect(await test.bots.addUpload(first, new PassThrough(), {})).toMatchObject(crowded)
  expect(test.bots.addProgram(first, 'true')).toMatchObject(crowded)
  expect(test.bots.addProgram(first, '/no/such/program')).toMatchObject({ problem: { code: 'bad-program' } })
  expect(test.bots.away?.ordered()).toMatchObject([{ bot: first, version: 1 }])
  // A known runtime is enough where workers build.
  expect(await test.bots.addUpload(second, pointless(), { run: 'javac Bot' })).toMatchObject(crowded)
})

test('commands of an upload may name runtimes of this server, and known ones where workers build', async () => {
  await using here = await openTest()
  await using away = await openTest({ queue: IDLE })
  const tried = async (test: typeof here, said: UploadWords): Promise<string> => {
    const bot = test.store.bot(1) ?? must(test.register('bot'))
    const added = await test.bots.addUpload(bot.id, Readable.from([]), said)
    return added.ok ? 'ok' : added.problem.code
  }
  // The commands are read before the archive, which is empty.
  const READ = 'archive-empty'
  expect(await tried(here, { build: ['node build.mjs'], run: './bot' })).toBe(READ)
  expect(await tried(here, { file: 'bot.mjs' })).toBe(READ)
  expect(await tried(here, { file: 'bot.xyz', run: 'node bot.xyz' })).toBe(READ)
  expect(await tried(away, { build: ['zig build'], run: 'java Bot' })).toBe(READ)
  expect(await tried(away, { build: ['make'], run: './bot' })).toBe(READ)
  const offered = await offeredRuntimes()
  const missing = LANGUAGES.find((language) => !offered.byName.has(language))
  if (missing !== undefined) {
    expect(await tried(here, { run: `${missing} bot` })).toBe('bad-command')
    expect(await tried(away, { run: `${missing} bot` })).toBe(READ)
  }
  for (const test of [here, away])
    expect(await tried(test, { build: ['no-such-program'], run: './bot' })).toBe('bad-command')
})

test('uploads that arrive together are counted one after the other', async () => {
  await using test = await openTest({ queue: IDLE })
  const { id } = must(test.register('bot'))
  const added = await Promise.all([0, 1, 2].map(() => test.bots.addUpload(id, pointless(), {})))
  expect(added.map((one) => must(one).version).toSorted()).toEqual([1, 2, 3])
  expect(test.store.versions(id)).toHaveLength(3)
})

test('more builds are ordered when there are more workers, or when one waits for what no worker has', async () => {
  let places = 2
  const missing: string[] = []
  const queue: BotsOptions['queue'] = {
    ...IDLE,
    whyNone: ({ key }) => (missing.includes(key) ? 'no worker has make' : undefined),
    places: () => places,
  }
  await using test = await openTest({ queue })
  for (const name of ['one', 'two', 'three', 'four']) {
    const person = must(registerPerson(test.store, name, 'player')).id
    const { id } = must(test.bots.register({ person, challenge: 'longest-group', name }))
    must(await test.bots.addUpload(id, pointless(), {}))
  }
  const ordered = (): number | undefined => test.bots.away?.ordered().length
  await expect.poll(ordered).toBe(2)
  places = 3
  test.bots.workersChanged()
  await expect.poll(ordered).toBe(3)
  missing.push('build-1-1')
  await expect.poll(ordered).toBe(4)
})

test('after the restore of an older backup, workers get what was built of the new version, not of the one that had its number', async () => {
  const home = join(tempFolder(), 'bots')
  for (const what of ['before', 'after']) {
    // The backup knows neither the version nor its number; the folder of the bots still has both.
    using store = must(openStore(tempFolder()))
    const person = must(registerPerson(store, 'Ann', 'player')).id
    await using bots = await openBots(store, home)
    const { id } = must(bots.register({ person, challenge: 'longest-group', name: 'bot' }))
    must(await bots.addUpload(id, Readable.from([talkingBot(`${what}\n`)]), {}))
    expect(await settled(store, id)).toMatchObject({ status: 'passed' })
    const file = bots.packedFile(await bots.pack(id, 1)) ?? ''
    expect(execFileSync('tar', ['xzOf', file], { encoding: 'utf8' })).toContain(what)
    expect(readdirSync(join(home, 'packed'))).toEqual([basename(file)])
  }
})

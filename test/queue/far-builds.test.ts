import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deferred } from '../../src/base/deferred.ts'
import type { JsonObject } from '../../src/base/json.ts'
import { must } from '../../src/base/result.ts'
import { version as release } from '../../src/cli/own-package.ts'
import { connectRedis } from '../../src/queue/connect-redis.ts'
import { openMatchQueue } from '../../src/queue/match-queue.ts'
import { openQueueWorker } from '../../src/queue/queue-worker.ts'
import { tempFolders } from '../../src/store/temp-folders.fixture.ts'
import { rawZip } from '../../src/workshop/raw-archive.fixture.ts'
import { asAnyUser, command } from '../cli/run.ts'
import {
  listIn,
  numberIn,
  openTestArena,
  said,
  textIn,
  until,
  type TestArena,
  type TestPlayer,
} from '../server/arena.fixture.ts'
import { talkingSource } from '../server/bot.fixture.ts'
import { followVersion, linesOf, stepsOf, type SeenEvent } from '../server/follow-version.fixture.ts'
import { newBot, upload } from '../server/upload.fixture.ts'
import { openSmallDisk } from '../disk/small-disk.fixture.ts'
import { startRedis, type TestRedis } from './redis.fixture.ts'
import { startWorker, type WorkerProcess } from './worker-process.fixture.ts'

const SLOW = 240_000

const newFolder = tempFolders()

let redis: TestRedis
let arena: TestArena
let organiser: TestPlayer
let ann: TestPlayer
let key: string
let bot: number
let worker: WorkerProcess | undefined

beforeAll(async () => {
  redis = await startRedis()
  arena = await openTestArena({
    workers: {
      open: (owner) => openMatchQueue({ ...owner, address: redis.address, release }),
      playsHere: false,
    },
  })
  organiser = await arena.organiser()
  ann = await arena.register('Ann')
  key = textIn((await organiser.request('/api/v1/worker-keys', { method: 'POST' })).body, 'key')
  bot = await newBot(ann)
}, SLOW)

afterAll(async () => {
  worker?.signal('SIGKILL')
  await worker?.exited
  await arena[Symbol.asyncDispose]()
  await redis[Symbol.asyncDispose]()
}, SLOW)

const follow = (version: number, onEvent?: (seen: SeenEvent) => void) =>
  followVersion(arena.url, ann.key, bot, version, onEvent)

/** A bot whose build runs these lines of shell. It starts from a file that only the build makes. */
const source = (...lines: readonly string[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    rawZip([
      { name: 'bot.mjs', data: talkingSource('hello\n') },
      { name: 'build.sh', data: [...lines, 'cp bot.mjs main.mjs'].join('\n') },
      { name: 'gamegrid.json', data: JSON.stringify({ build: ['sh build.sh'], run: 'node main.mjs' }) },
    ]),
  )

async function add(body: Uint8Array<ArrayBuffer>): Promise<number> {
  const { status, body: added } = await upload(ann, bot, body)
  expect(status).toBe(202)
  return numberIn(added, 'version')
}

const workers = async () => (await organiser.request('/api/v1/workers')).body

test(
  'a version waits for a worker, is built and tried there once, and plays',
  { timeout: SLOW },
  async () => {
    const version = await add(source('echo compiling'))
    const isWaiting = deferred()
    const following = follow(version, ({ data }) => data['why'] !== undefined && isWaiting.resolve())
    await isWaiting.promise
    expect(await workers()).toMatchObject({ workers: [], waitingBuilds: 1, missingBuilds: [] })
    expect((await arena.request('/metrics')).text).toMatch(/gamegrid_queue_depth 1\n/)

    worker = await startWorker(
      redis,
      '--arena',
      arena.url,
      '--key',
      key,
      '--speed',
      '1000',
      '--lost-after',
      '10',
    )
    const events = await following
    expect(events.find(({ data }) => data['why'] !== undefined)?.data).toEqual({
      step: 'waiting',
      ahead: 0,
      why: 'no worker is there now',
    })
    expect(stepsOf(events).filter((step) => step !== 'waiting')).toEqual(['unpacking', 'building', 'trying'])
    expect(linesOf(events)).toEqual(['$ sh build.sh', 'compiling', 'hello'])
    expect(events.at(-1)).toMatchObject({
      event: 'verdict',
      data: { version, status: 'passed', log: '$ sh build.sh\ncompiling\nhello\n' },
    })
    expect(await readdir(join(arena.folder, 'bots', 'versions', `bot-${bot}-version-${version}`))).toContain(
      'main.mjs',
    )
    const packed = await readdir(join(arena.folder, 'bots', 'packed'))

    const started = await organiser.request('/api/v1/matches', {
      method: 'POST',
      json: { challenge: 'longest-group', players: [`bot:${bot}`, 'house:random'] },
    })
    const match = numberIn(started.body, 'id')
    const over = await until(async () => {
      const { body } = await arena.request(`/api/v1/matches/${match}`)
      return body['status'] === 'over' ? body : undefined
    })
    expect(over).toMatchObject({ void: false })
    // What the worker built is what workers fetch: nothing is packed a second time.
    expect(await readdir(join(arena.folder, 'bots', 'packed'))).toEqual(packed)
    expect(packed).toHaveLength(1)
  },
)

test(
  'if its worker is killed, another one builds it, and the bot is not blamed',
  { timeout: SLOW },
  async () => {
    const version = await add(source('echo first', 'sleep 600'))
    const isBuilding = deferred()
    const following = follow(version, ({ data }) => data['text'] === 'first' && isBuilding.resolve())
    await isBuilding.promise
    expect(await workers()).toMatchObject({ workers: [{ building: [{ bot, version }] }], waitingBuilds: 0 })
    worker?.signal('SIGKILL')
    await worker?.exited
    // The next worker gets a source that does not sleep.
    const row = arena.server.arena.store.version(bot, version)
    if (row?.source.kind !== 'upload') throw new Error('an upload')
    await writeFile(join(arena.folder, 'bots', 'archives', row.source.archive), source('echo second'))

    await using stack = new AsyncDisposableStack()
    stack.use(await openWorker())
    const events = await following
    expect(stepsOf(events).slice(-4)).toEqual(['waiting', 'unpacking', 'building', 'trying'])
    expect(linesOf(events)).toEqual([
      '$ sh build.sh',
      'first',
      expect.stringContaining('was lost, which is not the fault of the bot'),
      '$ sh build.sh',
      'second',
      'hello',
    ])
    expect(events.at(-1)).toMatchObject({ event: 'verdict', data: { version, status: 'passed' } })
  },
)

test('if Redis loses its data, a build that waits is ordered again', { timeout: SLOW }, async () => {
  const version = await add(source())
  await until(async () => ((await workers())['waitingBuilds'] === 1 ? true : undefined))
  const client = connectRedis(redis.address)
  await client.flushall()
  client.disconnect()
  await using stack = new AsyncDisposableStack()
  stack.use(await openWorker())
  expect((await follow(version)).at(-1)).toMatchObject({ event: 'verdict', data: { status: 'passed' } })
})

test(
  'a worker whose disk is full says so, and takes bots again when there is room',
  { timeout: 60_000 },
  async () => {
    using disk = openSmallDisk(24)
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = disk.folder
    const starting = startWorker(redis, '--arena', arena.url, '--key', key, '--speed', '1000')
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    worker = await starting
    try {
      disk.fill(300 << 10)
      const full = `the disk of ${disk.folder} is nearly full, with 0 MiB free`
      await until(async () => (worker?.out().includes(full) ? true : undefined))
      const version = await add(source())
      await until(async () => {
        const [one] = listIn(await workers(), 'missingBuilds')
        return one?.['why'] === `no worker has a sandbox: ${full}` ? true : undefined
      })
      disk.release()
      expect((await follow(version)).at(-1)).toMatchObject({ event: 'verdict', data: { status: 'passed' } })
      expect(worker.out()).toContain(`Takes no uploaded bots now: ${full}\nTakes uploaded bots again\n`)
    } finally {
      worker.signal('SIGKILL')
      await worker.exited
    }
  },
)

test('an arena that is not root keeps what a worker built', { timeout: SLOW }, async () => {
  await using stack = new AsyncDisposableStack()
  const folder = newFolder()
  const flags = ['serve', '--port', '0', '--no-tcp', '--data', folder, '--queue', redis.url]
  const [program = '', ...args] = [...asAnyUser, process.execPath, command, ...flags]
  const child = spawn(program, args, {
    env: { ...process.env, GAMEGRID_QUEUE_PASSWORD: redis.password },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  stack.defer(async () => {
    child.kill()
    await exited
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  const [, url = '', token = ''] = await until(
    async () => /^Organiser +(\S+)\/organiser\?token=(\S+)/m.exec(out) ?? undefined,
  )
  const call = async (path: string, body: Uint8Array<ArrayBuffer> | object, as?: string) => {
    const isArchive = body instanceof Uint8Array
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        'content-type': isArchive ? 'application/zip' : 'application/json',
        ...(as !== undefined && { authorization: `Bearer ${as}` }),
      },
      body: isArchive ? body : JSON.stringify(body),
    })
    return (await answer.json()) as JsonObject
  }
  const owner = textIn(await call('organiser', { token }), 'key')
  const workersKey = textIn(await call('worker-keys', {}, owner), 'key')
  const team = textIn(await call('players', { name: 'Ann' }, owner), 'key')
  const id = numberIn(await call('bots', { challenge: 'longest-group', name: 'crusher' }, team), 'id')
  const version = numberIn(await call(`bots/${id}/versions`, source('mkdir deep'), team), 'version')
  const flagsOfWorker = ['--arena', url, '--key', workersKey, '--speed', '1000']
  const builder = await startWorker(redis, ...flagsOfWorker)
  stack.defer(async () => {
    builder.signal('SIGKILL')
    await builder.exited
  })
  const events = await followVersion(url, team, id, version)
  expect(events.at(-1)).toMatchObject({ event: 'verdict', data: { status: 'passed' } })
})

test('the key of a worker opens only the builds that are ordered', async () => {
  const path = `/api/v1/worker/builds/${'0'.repeat(32)}`
  expect(said(await arena.request(path, { key }))).toEqual([404, 'not-found'])
  const sent = { method: 'PUT', body: 'archive', headers: { 'content-type': 'application/octet-stream' } }
  expect(said(await arena.request(path, { ...sent, key }))).toEqual([404, 'not-found'])
  for (const other of [ann, organiser]) {
    expect(said(await other.request(path))).toEqual([403, 'wrong-key'])
    expect(said(await other.request(path, sent))).toEqual([403, 'wrong-key'])
  }
})

async function openWorker(): Promise<AsyncDisposable> {
  const opened = must(
    await openQueueWorker({
      address: redis.address,
      release,
      matchesAtOnce: 1,
      lostAfterMs: 30_000,
      speed: 1000,
      arena: { url: arena.url, key },
    }),
  )
  return { [Symbol.asyncDispose]: () => opened.leave(0) }
}

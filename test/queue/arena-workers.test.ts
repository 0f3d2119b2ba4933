import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deferred } from '../../src/base/deferred.ts'
import { must } from '../../src/base/result.ts'
import { advance } from '../../src/match/machine.ts'
import type { MatchEvent } from '../../src/match/match.ts'
import { readEventLine } from '../../src/match/read-line.ts'
import { connectRedis } from '../../src/queue/connect-redis.ts'
import { matchOfOrder, specOfOrder } from '../../src/queue/match-order.ts'
import { openMatchQueue } from '../../src/queue/match-queue.ts'
import { playJob } from '../../src/queue/play-job.ts'
import { openQueueWorker, type QueueWorker } from '../../src/queue/queue-worker.ts'
import { tellEvents } from '../../src/queue/tell-events.ts'
import type { WorkersArena } from '../../src/queue/version-archives.ts'
import type { WorkerMessage } from '../../src/queue/worker-message.ts'
import {
  listIn,
  numberIn,
  openTestArena,
  said,
  textIn,
  type TestArena,
  type TestPlayer,
} from '../server/arena.fixture.ts'
import { talkingBot } from '../server/bot.fixture.ts'
import { completeLogs } from '../server/play.fixture.ts'
import { judged, newBot, upload } from '../server/upload.fixture.ts'
import { startRedis, type TestRedis } from './redis.fixture.ts'

const RELEASE = '0.0.0-test'
const SLOW = 120_000

let redis: TestRedis
let arena: TestArena
let organiser: TestPlayer
let ann: TestPlayer
let key: string

beforeAll(async () => {
  redis = await startRedis()
  arena = await openTestArena({
    workers: {
      open: (owner) => openMatchQueue({ ...owner, address: redis.address, release: RELEASE }),
      playsHere: false,
    },
  })
  organiser = await arena.organiser()
  ann = await arena.register('Ann')
  const made = await organiser.request('/api/v1/worker-keys', { method: 'POST' })
  expect(made.status).toBe(201)
  key = textIn(made.body, 'key')
}, SLOW)

afterAll(async () => {
  await arena[Symbol.asyncDispose]()
  await redis[Symbol.asyncDispose]()
}, SLOW)

interface TestWorker extends AsyncDisposable {
  readonly worker: QueueWorker
}

async function openWorker(play?: typeof playJob, of?: WorkersArena): Promise<TestWorker> {
  const worker = must(
    await openQueueWorker({
      address: redis.address,
      release: RELEASE,
      matchesAtOnce: 1,
      lostAfterMs: 30_000,
      speed: 1000,
      ...(play && { play }),
      ...(of && { arena: of }),
    }),
  )
  return { worker, [Symbol.asyncDispose]: () => worker.leave(0) }
}

async function start(players: readonly string[], challenge: string): Promise<number> {
  const { status, body } = await organiser.request('/api/v1/matches', {
    method: 'POST',
    json: { challenge, players },
  })
  expect([status, body['message']]).toEqual([201, undefined])
  return numberIn(body, 'id')
}

const waitFor = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 60_000, interval: 50 })

const over = (match: number) =>
  waitFor(async () => {
    const { body } = await arena.request(`/api/v1/matches/${match}`)
    expect(body['status']).toBe('over')
    return body
  })

const eventsOf = (match: number): readonly MatchEvent[] => arena.server.arena.store.eventsOf(match)

describe('a match of an uploaded version', () => {
  test(
    'waits until a worker can play it, and is then as if it were played here',
    { timeout: SLOW },
    async () => {
      const bot = await newBot(ann, 'red')
      expect((await upload(ann, bot, talkingBot('hello\n'))).status).toBe(202)
      {
        await using stack = new AsyncDisposableStack()
        stack.use(await openWorker(undefined, { url: arena.url, key }))
        expect(await judged(ann, bot, 1)).toMatchObject({ status: 'passed' })
      }
      await using without = await openWorker()
      await waitFor(async () =>
        expect((await organiser.request('/api/v1/workers')).body).toMatchObject({
          workers: [{ name: without.worker.card.name, runtimes: null, setAside: null, failures: 0 }],
        }),
      )
      const match = await start([`bot:${bot}`, 'house:random'], 'longest-group')
      await waitFor(async () =>
        expect((await organiser.request('/api/v1/workers')).body).toMatchObject({
          waiting: 1,
          missing: [{ match, why: expect.stringContaining('no worker has a key of this arena') }],
        }),
      )
      expect((await arena.request(`/api/v1/matches/${match}`)).body).toMatchObject({ status: 'waiting' })
      expect((await arena.request('/metrics')).text).toMatch(/gamegrid_queue_depth 1\n/)
      // A match that lacks nothing does not wait behind it.
      expect(await over(await start(['house:random', 'house:random'], 'tic-tac-toe'))).toMatchObject({
        void: false,
      })

      const jobs: string[] = []
      const play: typeof playJob = (host, job, ...rest) => {
        jobs.push(job.key)
        return playJob(host, job, ...rest)
      }
      await using withKey = await openWorker(play, { url: arena.url, key })
      expect(await over(match)).toMatchObject({ void: false })
      expect(jobs).toEqual([String(match)])
      expect(withKey.worker.card.versions?.runtimes).toContain('node')
      const { body } = await arena.request(`/api/v1/matches/${match}/verification`)
      expect(body).toMatchObject({ verified: true })
      const [log] = await completeLogs(ann, match)
      expect(log).toMatchObject({ player: 0, wire: 'program', stderr: 'hello\n' })
      expect(listIn(log ?? {}, 'lines').length).toBeGreaterThan(50)
      expect(eventsOf(match).some((event) => 'spent' in event && (event.spent?.wall ?? 0) > 0)).toBe(true)
    },
  )

  test('is played also if the disk damaged the archive of what was built', { timeout: SLOW }, async () => {
    const bot = await newBot(ann, 'worn')
    expect((await upload(ann, bot, talkingBot('worn\n'))).status).toBe(202)
    {
      await using stack = new AsyncDisposableStack()
      stack.use(await openWorker(undefined, { url: arena.url, key }))
      expect(await judged(ann, bot, 1)).toMatchObject({ status: 'passed' })
    }
    const packed = join(arena.folder, 'bots', 'packed')
    for (const name of await readdir(packed)) await truncate(join(packed, name), 100)
    await using _ = await openWorker(undefined, { url: arena.url, key })
    expect(await over(await start([`bot:${bot}`, 'house:random'], 'longest-group'))).toMatchObject({
      void: false,
    })
  })
})

describe('the log of the arena is the truth', () => {
  /** The first attempt ends after a few events; what comes then is up to the disturbance. */
  function playThen(after: () => void | Promise<void>): {
    readonly play: typeof playJob
    attempts(): number
  } {
    let attempts = 0
    return {
      attempts: () => attempts,
      async play(host, job, send, signal) {
        if (attempts++ > 0) return playJob(host, job, send, signal)
        const lines: string[] = []
        const note = (message: WorkerMessage): void =>
          void (message.kind === 'events' && lines.push(...message.lines))
        await playJob(host, job, note, signal)
        let match = matchOfOrder(job, must(specOfOrder(job)).spec)
        const told = tellEvents(job, match, send)
        for (const line of lines.slice(0, 4)) {
          const event = readEventLine(line)
          if (event === undefined || event === 'over') throw new Error(`no event: ${line}`)
          match = advance(match, event).match
          told.tell(event, match)
        }
        told.end()
        await after()
        send({ kind: 'released', why: 'it was disturbed' })
      },
    }
  }

  const flush = async (): Promise<void> => {
    const client = connectRedis(redis.address)
    await client.flushall()
    client.disconnect()
  }

  test.each([
    ['a worker gives the match back', async () => {}],
    ['Redis loses its data', flush],
    ['Redis is killed and starts again', () => redis.kill().then(() => redis.start())],
    ['the arena is closed and opened again', () => arena.restart()],
  ])(
    '%s: the match goes on after its last event, and counts once',
    { timeout: SLOW },
    async (_what, disturb) => {
      const disturbed = deferred()
      const disturbedPlay = playThen(() => disturbed.promise)
      await using stack = new AsyncDisposableStack()
      stack.use(await openWorker(disturbedPlay.play))
      const match = await start(['house:random', 'house:random'], 'tic-tac-toe')
      await waitFor(() => expect(eventsOf(match).length).toBe(4))
      await disturb()
      disturbed.resolve()
      expect(await over(match)).toMatchObject({ void: false })
      expect(disturbedPlay.attempts()).toBeGreaterThan(1)
      const voids = eventsOf(match).filter(({ kind }) => kind === 'voided')
      expect(voids.length).toBeGreaterThan(0)
      const record = await arena.request(`/api/v1/matches/${match}/record`)
      expect(record.text.split('"event":"voided"').length - 1).toBe(voids.length)
      for (const one of voids) expect(one).toMatchObject({ restart: true })
      const { body } = await arena.request(`/api/v1/matches/${match}/verification`)
      expect(body).toMatchObject({ verified: true })
    },
  )

  test(
    'a match that is called off before a worker has it is over, and no worker plays it',
    { timeout: SLOW },
    async () => {
      const match = await start(['house:random', 'house:random'], 'tic-tac-toe')
      await waitFor(() => expect(arena.server.arena.waitingForWorkers().map(({ id }) => id)).toEqual([match]))
      arena.server.arena.callOff(match, 'the organiser wants so')
      expect(await over(match)).toMatchObject({ void: true })
      expect(eventsOf(match)).toEqual([])
      expect(arena.server.arena.waitingForWorkers()).toEqual([])
    },
  )
})

describe('the second look', () => {
  /** Holds a contest that is a single match, and gives its address. */
  async function hold(terms: { readonly nodes?: number }): Promise<string> {
    const made = await organiser.request('/api/v1/tournaments', {
      method: 'POST',
      json: {
        name: 'Final',
        challenge: 'tic-tac-toe',
        format: 'single-elimination',
        entrants: ['house:perfect', 'house:first'],
        clock: '5m',
        ...terms,
      },
    })
    expect([made.status, made.body['message']]).toEqual([201, undefined])
    const path = `/api/v1/tournaments/${numberIn(made.body, 'id')}`
    await organiser.request(`${path}/start`, { method: 'POST', json: {} })
    return path
  }

  test(
    'a final counts only if another worker plays it in the same way; a worker that made up moves is set aside',
    { timeout: SLOW },
    async () => {
      const lied = deferred()
      const mayEnd = deferred()
      // It plays with another bot than the first player's. No simulation can find that.
      const lie: typeof playJob = async (host, job, send, signal) => {
        const held: Parameters<typeof send>[0][] = []
        const sendNow = (message: Parameters<typeof send>[0]): void =>
          void (message.kind === 'over' ? held.push(message) : send(message))
        await playJob(host, { ...job, players: [job.players[1], job.players[1]] }, sendNow, signal)
        lied.resolve()
        await mayEnd.promise
        for (const message of held) send(message)
      }
      await using stack = new AsyncDisposableStack()
      const liar = stack.use(await openWorker(lie))
      const path = await hold({ nodes: 40 })
      await lied.promise
      for (let n = 0; n < 2; n++) stack.use(await openWorker())
      const workers = async () => listIn((await organiser.request('/api/v1/workers')).body, 'workers')
      await waitFor(async () => expect(await workers()).toHaveLength(3))
      mayEnd.resolve()

      expect(await liar.worker.setAside).toMatchObject({
        message: expect.stringContaining('differently than two other workers'),
      })
      expect((await workers()).map((worker) => worker['setAside']).filter((why) => why !== null)).toEqual([
        expect.stringContaining('differently than two other workers'),
      ])
      await waitFor(async () => expect((await arena.request(path)).body).toMatchObject({ status: 'over' }))
      // What the liar played does not count; the match was called again.
      const rows = arena.server.arena.store.matches({}, { limit: 2 })
      expect(rows.map(({ origin, void: isVoid }) => [origin, isVoid])).toEqual([
        ['tournament', false],
        ['tournament', true],
      ])
      expect(arena.failures.splice(0)).toEqual([expect.stringContaining('two others played it differently')])

      // Brains that think by the clock are not deterministic: their final counts at once, and the other worker gives advice.
      const timed = await hold({})
      await waitFor(async () => expect((await arena.request(timed)).body).toMatchObject({ status: 'over' }))
      await waitFor(async () =>
        expect((await organiser.request('/api/v1/workers')).body).toMatchObject({
          finals: [{ outcome: 'same', says: expect.stringContaining(' got the same moves') }],
        }),
      )
    },
  )
})

describe('the key of a worker', () => {
  test('that is revoked while the worker runs ends it with one sentence, and another one plays', async () => {
    const bot = await newBot(ann, 'revoked')
    expect((await upload(ann, bot, talkingBot('revoked\n'))).status).toBe(202)
    const made = await organiser.request('/api/v1/worker-keys', { method: 'POST' })
    await using revoked = await openWorker(undefined, { url: arena.url, key: textIn(made.body, 'key') })
    const path = `/api/v1/players/1000/keys/${textIn(made.body, 'id')}`
    expect(await judged(ann, bot, 1)).toMatchObject({ status: 'passed' })
    expect((await organiser.request(path, { method: 'DELETE' })).status).toBe(204)
    const match = await start([`bot:${bot}`, 'house:random'], 'longest-group')
    expect(await revoked.worker.setAside).toMatchObject({
      message: `Cannot work for ${arena.url}: the key is not that of a worker, or it was revoked`,
    })
    await revoked.worker.leave(0)
    await using honest = await openWorker(undefined, { url: arena.url, key })
    expect(await over(match)).toMatchObject({ void: false })
    expect(honest.worker.card.versions).toBeDefined()
  }, 30_000)

  test('opens what workers need, and nothing else', async () => {
    const ask = (path: string, as?: string) => arena.request(path, as === undefined ? {} : { key: as })
    expect((await ask('/api/v1/worker', key)).status).toBe(200)
    expect(said(await ask(`/api/v1/worker/archives/${'0'.repeat(64)}`, key))).toEqual([404, 'not-found'])
    expect(said(await ask('/api/v1/worker'))).toEqual([401, 'no-key'])
    for (const other of [organiser.key, ann.key, `${key.slice(0, -1)}_`])
      expect(said(await ask('/api/v1/worker', other))).toEqual([403, 'wrong-key'])
    for (const path of [
      '/api/v1/me/games',
      '/api/v1/workers',
      '/api/v1/actions',
      '/api/v1/players/1000/keys',
    ])
      expect(said(await ask(path, key))).toEqual([403, 'wrong-key'])
    const session = await arena.request('/api/v1/session', { method: 'POST', json: { key } })
    expect(said(session)).toEqual([403, 'wrong-key'])
    expect(said(await ann.request('/api/v1/worker-keys', { method: 'POST' }))).toEqual([403, 'forbidden'])
  })

  test('that is wrong or revoked ends a worker with one sentence', async () => {
    const made = await organiser.request('/api/v1/worker-keys', { method: 'POST' })
    const [id, text] = [textIn(made.body, 'id'), textIn(made.body, 'key')]
    expect((await organiser.request(`/api/v1/players/1000/keys/${id}`, { method: 'DELETE' })).status).toBe(
      204,
    )
    for (const bad of [text, ann.key, 'nonsense'])
      expect(
        await openQueueWorker({
          address: redis.address,
          release: RELEASE,
          matchesAtOnce: 1,
          lostAfterMs: 30_000,
          arena: { url: arena.url, key: bad },
        }),
      ).toMatchObject({
        problem: {
          code: 'wrong-key',
          message: `Cannot work for ${arena.url}: the key is not that of a worker, or it was revoked`,
        },
      })
  })
})

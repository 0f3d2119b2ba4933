import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { version } from '../../src/cli/own-package.ts'
import { connectRedis } from '../../src/queue/connect-redis.ts'
import type { MatchQueue, ToldEvent } from '../../src/queue/match-queue.ts'
import { gamegrid, type Ran } from '../cli/run.ts'
import { startRedis, type TestRedis } from './redis.fixture.ts'
import { smallTournament, type SmallTournament, type Table } from './small-tournament.fixture.ts'
import { startWorker, type WorkerProcess } from './worker-process.fixture.ts'

/**
 * Real workers on a real Redis. The tests share them, in this order: the second test kills one worker, the last one freezes
 * the other.
 */
let redis: TestRedis
let small: SmallTournament
let here: Table
const workers: WorkerProcess[] = []
const home = mkdtempSync(join(tmpdir(), 'gamegrid-workers-'))

beforeAll(async () => {
  redis = await startRedis()
  small = await smallTournament(version)
  workers.push(...(await Promise.all([startWorker(redis), startWorker(redis)])))
  here = await small.playHere()
})

afterAll(async () => {
  for (const worker of workers) {
    worker.signal('SIGKILL')
    await worker.exited
  }
  await redis[Symbol.asyncDispose]()
  small[Symbol.dispose]()
  rmSync(home, { recursive: true })
})

const PATIENCE = { timeout: 60_000, interval: 50 }
const lastLine = ({ out }: Ran): string => out.trimEnd().split('\n').at(-1) ?? ''

/** A tournament by workers, and what was told of its matches so far. */
interface Far extends AsyncDisposable {
  readonly told: readonly ToldEvent[]
  readonly table: Promise<Table>
}

async function playFar(): Promise<Far> {
  const told: ToldEvent[] = []
  const queue: MatchQueue = await small.openQueue(redis.address, { onEvent: (one) => void told.push(one) })
  const table = small.playFar(queue)
  return { told, table, [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose]() }
}

/** Waits until a worker is in the middle of a match that the held program plays: it has made a move, and the next does not come. */
async function heldMatch({ told }: Far, epoch = 1): Promise<ToldEvent> {
  return vi.waitFor(() => {
    const moved = told.find(
      ({ job, event }) =>
        job.epoch === epoch && event.kind === 'answered' && job.players.some(({ name }) => name === 'held'),
    )
    if (moved === undefined) throw new Error('no worker is in the middle of a match')
    return moved
  }, PATIENCE)
}

const pidOf = ({ worker }: ToldEvent): number => Number(worker.split(':').at(-1))
const processOf = (told: ToldEvent): WorkerProcess => {
  const found = workers.find(({ pid }) => pid === pidOf(told))
  if (found === undefined) throw new Error(`no such worker: ${told.worker}`)
  return found
}

/** The same table and records as on one machine, and each match counted once. */
async function expectSame(far: Far): Promise<void> {
  const table = await far.table
  expect(table.json).toBe(here.json)
  expect(table.keys.toSorted()).toEqual(here.keys.toSorted())
  expect(table.records).toEqual(here.records)
}

test('the command gives the same bytes with two workers as on one machine', async () => {
  const words =
    'tournament tic-tac-toe house:perfect house:random house:first --games 2 --nodes 40 --seed 6 --json --no-times'
  const [alone, far] = [join(home, 'alone'), join(home, 'far')]
  const env = { GAMEGRID_QUEUE_PASSWORD: redis.password }
  const [one, two] = await Promise.all([
    gamegrid([...words.split(' '), '--data', alone]),
    gamegrid([...words.split(' '), '--data', far, '--queue', redis.url], { env }),
  ])
  expect(one).toMatchObject({ code: 0, err: '' })
  expect(two).toMatchObject({ code: 0, err: '' })
  expect(lastLine(two)).toBe(lastLine(one))
  const records = readdirSync(join(alone, 'records'))
  expect(readdirSync(join(far, 'records'))).toEqual(records)
  for (const file of records)
    expect(readFileSync(join(far, 'records', file), 'utf8'), file).toBe(
      readFileSync(join(alone, 'records', file), 'utf8'),
    )
})

test('a worker that is killed in the middle of a match loses no match, and plays none twice', async () => {
  small.hold()
  await using far = await playFar()
  const held = await heldMatch(far)
  const killed = processOf(held)
  killed.signal('SIGKILL')
  expect(await killed.exited).toBe(null)
  small.release()
  await expectSame(far)
  // The match was played again from its beginning, by the other worker.
  const again = far.told.filter(({ job }) => job.key === held.job.key && job.attempt === 2)
  expect(new Set(again.map(pidOf))).toEqual(
    new Set(workers.filter(({ pid }) => pid !== killed.pid).map(({ pid }) => pid)),
  )
})

test('Redis is killed and started again in the middle: all matches are played', async () => {
  small.hold()
  await using far = await playFar()
  await heldMatch(far)
  await redis.kill()
  await redis.start()
  small.release()
  await expectSame(far)
})

test('Redis is emptied in the middle: all matches are ordered again', async () => {
  small.hold()
  await using far = await playFar()
  const held = await heldMatch(far)
  const client = connectRedis(redis.address)
  await client.flushall()
  client.disconnect()
  await heldMatch(far, 2)
  small.release()
  await expectSame(far)
  expect(far.told.some(({ job }) => job.key === held.job.key && job.epoch === 2)).toBe(true)
})

test('a worker that freezes for longer than its lock comes back, and nothing that it sends late counts', async () => {
  workers.push(await startWorker(redis))
  small.hold()
  await using far = await playFar()
  const held = await heldMatch(far)
  const frozen = processOf(held)
  frozen.signal('SIGSTOP')
  // Its match is given to the other worker.
  const again = await vi.waitFor(() => {
    small.release()
    const found = far.told.find(({ job }) => job.key === held.job.key && job.attempt > 1)
    if (found === undefined) throw new Error('the match is not played again')
    return found
  }, PATIENCE)
  expect(pidOf(again)).not.toBe(frozen.pid)
  frozen.signal('SIGCONT')
  await expectSame(far)
  await far[Symbol.asyncDispose]()

  // The other worker leaves when it is told to. The one that was frozen plays the whole next tournament.
  processOf(again).signal('SIGTERM')
  expect(await processOf(again).exited).toBe(0)
  expect(processOf(again).out()).toContain('\nLeft\n')
  await using next = await playFar()
  await expectSame(next)
  expect(new Set(next.told.map(pidOf))).toEqual(new Set([frozen.pid]))
})

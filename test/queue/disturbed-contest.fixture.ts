import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isObject, parseObject, type JsonObject } from '../../src/base/json.ts'
import { seededRng } from '../../src/base/rng.ts'
import { quietPort } from '../../src/protocols/quiet-port.fixture.ts'
import { removeFolder } from '../../src/runner/sandbox/remove-folder.ts'
import { command } from '../cli/run.ts'
import { startRedis, type TestRedis } from './redis.fixture.ts'

/** A contest of two uploaded bots and house brains in an arena whose processes are real ones. */
export interface ContestOptions {
  /** Matches of each of the pairs. */
  readonly games: number
  readonly seed: number
  /** How long the uploaded bots wait before each move. */
  readonly moveMs: number
  /** Without them the arena plays alone, and nothing is killed. */
  readonly disturbed?: {
    readonly workers: number
    /** SIGKILLs of workers, of Redis and of the arena; each is started again. A number: at random. */
    readonly kills: number | readonly Target[]
    readonly say?: (line: string) => void
  }
}

/** What is killed. A list of them is killed in this order, each after a few more matches. */
export type Target = 'arena' | 'Redis' | `worker ${number}`

export interface ContestTable {
  readonly standings: unknown
  /** The score of each match, by its key in the schedule. */
  readonly scores: Readonly<Record<string, unknown>>
  /** All matches of the contest in the arena: more than in the schedule if one was played twice. */
  readonly matches: number
  /** What was killed, in this order. */
  readonly killed: readonly string[]
  /** Rounds that were played again. */
  readonly voids: number
  /** Versions whose upload was acknowledged while all that happened, and how many of them are in the store. */
  readonly uploads: { readonly acknowledged: number; readonly kept: number }
}

/** Plays a fixed legal move, after a moment: by that a match lasts long enough to be interrupted. */
const bot = (choose: string, moveMs: number): string => `import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"ready": True}), flush=True)
    elif message["type"] == "turn":
        time.sleep(${moveMs / 1000})
        legal = message["legal"]
        print(json.dumps({"move": legal[${choose}]}), flush=True)
`

const HOUSE = ['house:random', 'house:first', 'house:perfect', 'house:baseline']

/** How many matches the contest has. */
export const matchesOf = (games: number): number => (games * (HOUSE.length + 2) * (HOUSE.length + 1)) / 2

export async function playContest({ games, seed, moveMs, disturbed }: ContestOptions): Promise<ContestTable> {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-contest-'))
  const port = await quietPort()
  const url = `http://127.0.0.1:${port}`
  await using stack = new AsyncDisposableStack()
  stack.defer(() => removeFolder(folder))
  const redis = disturbed ? stack.use(await startRedis()) : undefined
  const queue = redis ? ['--queue', redis.url] : []
  const env = { ...process.env, ...(redis && { GAMEGRID_QUEUE_PASSWORD: redis.password }) }
  const arena = stack.use(
    supervise(['serve', '--no-tcp', '--port', String(port), '--data', folder, ...queue], env, /^Data/m),
  )
  await arena.up()
  const token = /token=(\S+)/.exec(arena.output())?.[1] ?? ''
  const organiser = text(await must(url, '/organiser', undefined, { token }), 'key')
  const workerKey = text(await must(url, '/worker-keys', organiser, {}), 'key')
  const workers: Supervised[] = []
  for (let n = 0; n < (disturbed?.workers ?? 0); n++)
    workers.push(
      stack.use(
        supervise(
          ['worker', '--queue', redis?.url ?? '', '--arena', url, '--lost-after', '3', '--speed', '1000'],
          { ...env, GAMEGRID_WORKER_KEY: workerKey },
          /at once for/,
        ),
      ),
    )
  // Workers build the bots, too.
  const contest = await setUp(url, organiser, { games, seed, moveMs })
  await must(url, `/tournaments/${contest.id}/start`, organiser, {})
  const over = new AbortController()
  const uploading = disturbed
    ? uploadOn(url, contest, over.signal)
    : Promise.resolve({ acknowledged: 0, kept: 0 })
  const killing =
    disturbed && redis
      ? killOn(
          {
            ...disturbed,
            seed,
            arena,
            redis,
            workers,
            all: matchesOf(games),
            played: () => playedOf(url, contest.id),
          },
          over.signal,
        )
      : Promise.resolve([])
  const info = await untilOver(url, contest.id)
  // What was killed last must have come back: the arena that answers now is the one that counts.
  over.abort()
  const killed = await killing
  const uploads = await uploading
  return { ...(await tableOf(url, contest.id, info)), killed, uploads }
}

interface Contest {
  readonly id: number
  /** A bot of a team that is not in the contest, and its key. */
  readonly other: { readonly bot: number; readonly key: string }
}

async function setUp(
  url: string,
  organiser: string,
  { games, seed, moveMs }: ContestOptions,
): Promise<Contest> {
  const bots: { readonly bot: number; readonly key: string }[] = []
  for (const [name, choose] of [
    ['Ann', '0'],
    ['Bob', '-1'],
    ['Cid', '0'],
  ] as const) {
    const key = text(await must(url, '/players', undefined, { name }), 'key')
    const id = number(await must(url, '/bots', key, { challenge: 'tic-tac-toe', name: 'bot' }), 'id')
    await upload(url, id, key, bot(choose, moveMs))
    bots.push({ bot: id, key })
  }
  for (const { bot: id, key } of bots)
    for (let status = 'waiting'; status === 'waiting'; await delay(100)) {
      const [version] = list(await must(url, `/bots/${id}/versions`, key), 'versions')
      status = text(version ?? {}, 'status')
      if (status === 'failed') throw new Error(JSON.stringify(version))
    }
  const [first, second, other] = bots
  if (!first || !second || !other) throw new Error('three bots')
  const created = await must(url, '/tournaments', organiser, {
    name: 'Disturbed',
    challenge: 'tic-tac-toe',
    format: 'round-robin',
    options: { games },
    entrants: [`bot:${first.bot}`, `bot:${second.bot}`, ...HOUSE],
    seed,
    nodes: 50,
    clock: '5m',
  })
  return { id: number(created, 'id'), other }
}

/** Uploads versions of a bot until the signal comes, however often the arena is gone. */
async function uploadOn(
  url: string,
  { other }: Contest,
  signal: AbortSignal,
): Promise<ContestTable['uploads']> {
  let acknowledged = 0
  for (let n = 0; !signal.aborted; n++) {
    const sent = await upload(url, other.bot, other.key, `${bot('0', 0)}# ${n}\n`).catch(() => false)
    if (sent) acknowledged++
    await delay(3000, undefined, { signal }).catch(() => {})
  }
  const versions = list(await must(url, `/bots/${other.bot}/versions`, other.key), 'versions')
  // The first was uploaded before.
  return { acknowledged, kept: versions.length - 1 }
}

interface Killing {
  readonly kills: number | readonly Target[]
  readonly seed: number
  readonly say?: (line: string) => void
  readonly arena: Supervised
  readonly redis: TestRedis
  readonly workers: readonly Supervised[]
  /** How many matches the contest has. */
  readonly all: number
  /** How many of them are over. */
  readonly played: () => Promise<number>
}

async function killOn(options: Killing, signal: AbortSignal): Promise<readonly string[]> {
  const { kills, seed, arena, redis, workers, say, all, played } = options
  const rng = seededRng(seed)
  const drawTarget = (): Target => {
    // One in five is Redis, one in five the arena, the rest are workers.
    const dice = rng.below(5)
    return dice === 0 ? 'Redis' : dice === 1 ? 'arena' : `worker ${rng.below(workers.length) + 1}`
  }
  const killed: Target[] = []
  while (killed.length < (typeof kills === 'number' ? kills : kills.length) && !signal.aborted) {
    // Over the whole contest, so that most of them hit a match.
    const after = typeof kills === 'number' ? (killed.length * all) / (kills + 1) : 2 * (killed.length + 1)
    while (!signal.aborted && (await played()) < after) await delay(50)
    if (typeof kills === 'number') await delay(rng.below(1500))
    const target = typeof kills === 'number' ? drawTarget() : (kills[killed.length] ?? 'Redis')
    killed.push(target)
    say?.(`${killed.length}: SIGKILL of ${target}`)
    if (target === 'Redis') await redis.kill().then(() => redis.start())
    else if (target === 'arena') await arena.kill()
    else await workers[Number(target.split(' ')[1]) - 1]?.kill()
  }
  await arena.up()
  return killed
}

const playedOf = async (url: string, id: number): Promise<number> =>
  number(await must(url, `/tournaments/${id}`), 'played')

async function untilOver(url: string, id: number): Promise<JsonObject> {
  for (;;) {
    const info = await ask(url, `/tournaments/${id}`).catch(() => undefined)
    if (info?.['status'] === 'over') return info
    await delay(300)
  }
}

async function tableOf(
  url: string,
  id: number,
  info: JsonObject,
): Promise<Pick<ContestTable, 'standings' | 'scores' | 'matches' | 'voids'>> {
  const scores: Record<string, unknown> = {}
  let voids = 0
  for (const { key, match } of list(info, 'matches')) {
    const body = await must(url, `/matches/${String(match)}`)
    scores[String(key)] = [body['score'], body['void'], body['players'] && body['status']]
    const fetchRecord = (): Promise<Response> => fetch(`${url}/api/v1/matches/${String(match)}/record`)
    let record = await fetchRecord()
    for (; !record.ok; record = await fetchRecord()) await delay(500)
    voids += (await record.text()).split('"event":"voided"').length - 1
  }
  let matches = 0
  for (let before: number | undefined; ;) {
    const page = list(
      await must(url, `/matches?limit=100${before === undefined ? '' : `&before=${before}`}`),
      'matches',
    )
    matches += page.filter(({ origin, tournament }) => origin === 'tournament' || tournament === id).length
    if (page.length < 100) break
    before = Math.min(...page.map((row) => number(row, 'id')))
  }
  const { result } = info
  return { standings: isObject(result) ? result['standings'] : undefined, scores, matches, voids }
}

/** A process that is started again whenever it ends, as a service manager does. */
interface Supervised extends AsyncDisposable {
  /** Resolves when it says that it is ready. */
  up(): Promise<void>
  output(): string
  /** Ends it without warning; it is started again. */
  kill(): Promise<void>
}

function supervise(args: readonly string[], env: NodeJS.ProcessEnv, isReady: RegExp): Supervised {
  let isOver = false
  let out = ''
  let child: ChildProcess
  function start(): ChildProcess {
    out = ''
    const one = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [one.stdout, one.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        out += part
      })
    one.on('exit', () => {
      // A moment later: what it needs may be gone, too.
      if (!isOver) void delay(300).then(() => !isOver && (child = start()))
    })
    return one
  }
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  child = start()
  return {
    output: () => out,
    kill: end,
    async up() {
      while (!isReady.test(out)) await delay(50)
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await end()
    },
  }
}

async function ask(url: string, path: string, key?: string, json?: object): Promise<JsonObject> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: json ? 'POST' : 'GET',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
  })
  const body = parseObject(await response.text()) ?? {}
  if (!response.ok) throw new Error(`${path}: ${response.status} ${String(body['message'])}`)
  return body
}

/** Asks again while nothing listens or the arena is busy, for a while. */
async function must(url: string, path: string, key?: string, json?: object): Promise<JsonObject> {
  for (let tries = 0; ; tries++)
    try {
      return await ask(url, path, key, json)
    } catch (error) {
      const isBusy = error instanceof Error && /: (?:429|503) /.test(error.message)
      if (!(isBusy || error instanceof TypeError) || tries > 600) throw error
      await delay(100)
    }
}

async function upload(url: string, id: number, key: string, source: string): Promise<boolean> {
  const { status } = await fetch(`${url}/api/v1/bots/${id}/versions?file=bot.py`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: source,
  })
  return status === 202
}

const text = (body: JsonObject, field: string): string => String(body[field])
const number = (body: JsonObject, field: string): number => Number(body[field])
const list = (body: JsonObject, field: string): readonly JsonObject[] => {
  const value = body[field]
  return Array.isArray(value) ? value.filter(isObject) : []
}

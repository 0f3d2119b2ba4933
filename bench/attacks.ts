import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { rawZip } from '../src/workshop/raw-archive.fixture.ts'
import type { Hosted, HostedGame, Team, Usage, UsedArena } from './server-host.fixture.ts'
import { chooseTurn, openConnection, type DriverView, type HttpAnswer } from './server-http.fixture.ts'
import { playPart, startPart } from './server-part.fixture.ts'

/**
 * How long an honest player's move takes during an attack. The server, with its default limits, the honest players and the attacker are
 * three processes on this machine. Every attack lasts some seconds. `CPU` is the CPU time that the main thread works without a break;
 * other programs of the machine do not count there.
 * `npx node bench/attacks.ts [NAME …]`
 */
const wanted = process.argv.slice(2)
const GOAL_MS = 100
const SECONDS = 6
const QUIET_SECONDS = 4
const GAMES = 8
const CLIENTS = 40

/** What the attacker knows. */
interface Target extends UsedArena {
  readonly teams: readonly Team[]
  /** The source address: each attack has another one, and so its own limits. */
  readonly localAddress: string
}

interface Played {
  readonly moves: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly late: number
  readonly refused: number
}

type Attack = (target: Target, until: number, heard: (what: string | number) => void) => Promise<void>

const get = (paths: (target: Target, n: number) => string): Attack =>
  clients((target, n, agent) => ask(target, agent, 'GET', paths(target, n)))

const ATTACKS: Readonly<Record<string, Attack>> = {
  none: (_, until) => rest(until),
  verification: get(({ long }) => `/api/v1/matches/${long}/verification`),
  'verification of many': get(
    ({ finished }, n) => `/api/v1/matches/${finished[n % finished.length]}/verification`,
  ),
  openapi: get(() => '/openapi.json'),
  'list of matches': get(() => '/api/v1/matches?limit=100'),
  record: get(({ long }) => `/api/v1/matches/${long}/record`),
  tournament: get(({ tournament }) => `/api/v1/tournaments/${tournament}`),
  metrics: get(() => '/metrics'),
  'finished games by polling': get(({ long }) => `/player/1/${long}/data.json`),
  'live, 5,000 at once': openLive,
  'sockets with frames': talkOnSockets,
  'anonymous practice': practise,
  'idle games': idleGames,
  'sleeping builds': sleepingBuilds,
}

/** This many clients, each with one request after the other. */
function clients(
  send: (target: Target, n: number, agent: Agent) => Promise<number>,
  count = CLIENTS,
): Attack {
  return async (target, until, heard) => {
    const agent = new Agent({ keepAlive: true, maxSockets: count })
    let n = 0
    await Promise.all(
      Array.from({ length: count }, async () => {
        while (performance.now() < until) heard(await send(target, n++, agent))
      }),
    )
    agent.destroy()
  }
}

function ask(
  { port, localAddress }: Target,
  agent: Agent,
  method: string,
  path: string,
  {
    key,
    type,
    body,
  }: { readonly key?: string; readonly type?: string; readonly body?: Uint8Array | string } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
    }
    const asked = request(
      { host: '127.0.0.1', port, localAddress, agent, method, path, headers },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', () => resolve(0))
      },
    )
    asked.on('error', () => resolve(0))
    asked.end(body)
  })
}

const rest = (until: number): Promise<void> => sleep(Math.max(0, until - performance.now()))

async function openLive(
  { port, localAddress }: Target,
  until: number,
  heard: (what: string | number) => void,
): Promise<void> {
  const sockets: Socket[] = []
  for (let n = 0; n < 5000; n++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => heard('reset'))
    socket.once('data', (data) => heard(Number(String(data).slice(9, 12))))
    socket.write('GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    sockets.push(socket)
    // The length of the accept queue.
    if (n % 1000 === 999) await sleep(1)
  }
  await rest(until)
  for (const socket of sockets) socket.destroy()
}

async function talkOnSockets(
  { port, localAddress, long }: Target,
  until: number,
  heard: (what: string) => void,
): Promise<void> {
  const talk = async (): Promise<void> => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/matches/${long}/socket?after=1000000`, {
      localAddress,
    })
    const closed = new Promise<void>((resolve) => {
      socket.on('error', () => resolve()).on('close', () => resolve())
    })
    let isOpen = false
    socket.on('open', () => {
      isOpen = true
      const frame = 'x'.repeat(1000)
      const push = (): void => {
        if (socket.readyState !== WebSocket.OPEN) return
        for (let n = 0; n < 50; n++) socket.send(frame)
        setImmediate(push)
      }
      push()
    })
    await Promise.race([closed, rest(until)])
    heard(isOpen ? 'opened' : 'refused')
    socket.terminate()
    if (!isOpen) await sleep(50)
  }
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      while (performance.now() < until) await talk()
    }),
  )
}

async function practise(target: Target, until: number, heard: (what: number) => void): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const body = '{"caseType":"AB_AI_O"}'
  await Promise.all(
    Array.from({ length: 5000 }, async () =>
      heard(await ask(target, agent, 'POST', '/tic-tac-toe/practice', { body })),
    ),
  )
  agent.destroy()
  await rest(until)
}

async function idleGames(target: Target, until: number, heard: (what: number) => void): Promise<void> {
  const agent = new Agent()
  const body = '{"challenge":"boost-tron","opponent":"house:baseline","clock":"10m"}'
  for (const { key } of target.teams)
    for (let n = 0; n < 8; n++) heard(await ask(target, agent, 'POST', '/api/v1/games', { key, body }))
  agent.destroy()
  await rest(until)
}

async function sleepingBuilds(target: Target, until: number, heard: (what: number) => void): Promise<void> {
  const agent = new Agent()
  const body = new Uint8Array(rawZip([{ name: 'bot.mjs', data: '' }]))
  for (const { key } of target.teams.slice(0, 1)) {
    const named = '{"challenge":"longest-group","name":"sleeper"}'
    await ask(target, agent, 'POST', '/api/v1/bots', { key, body: named })
    const path = '/api/v1/bots/1/versions?build=sleep%20100&run=node%20bot.mjs'
    for (let n = 0; n < 8; n++)
      heard(await ask(target, agent, 'POST', path, { key, body, type: 'application/zip' }))
  }
  agent.destroy()
  await rest(until)
}

async function measure(): Promise<void> {
  await using host = await startPart(0, 'server-host.fixture.ts')
  await using honest = await startPart(1, 'attacks.ts', 'honest')
  const arena = await host.tell<UsedArena>('fill', 150)
  const { games } = await host.tell<Hosted>('create', GAMES)
  await honest.tell('drive', { port: arena.port, games })
  const names = ['none', ...Object.keys(ATTACKS).filter((name) => name !== 'none')]
  const rows: Record<string, object> = {}
  let met = true
  for (const [index, name] of names.entries()) {
    if (name !== 'none' && wanted.length > 0 && !wanted.includes(name)) continue
    await using attacker = await startPart(1, 'attacks.ts', 'attacker')
    const teams = await host.tell<readonly Team[]>(
      'teams',
      Array.from({ length: 5 }, (_, index) => `${name} ${index}`),
    )
    // The machine may be busy: each attack is compared with the seconds before it.
    await sleep(1000)
    await honest.tell('begin')
    await sleep(QUIET_SECONDS * 1000)
    const quiet = await honest.tell<Played>('end')
    await honest.tell('begin')
    await host.tell('begin')
    const answers = attacker.tell<Readonly<Record<string, number>>>('attack', {
      name,
      target: { ...arena, teams, localAddress: `127.0.0.${index + 2}` },
    })
    await sleep((SECONDS - 1) * 1000)
    const waitMs = await host.tell<number>('callMatch')
    const heard = await answers
    const played = await honest.tell<Played>('end')
    const use = await host.tell<Usage>('end')
    const isMet = played.p99Ms < GOAL_MS && played.late === 0 && played.refused === 0
    met &&= isMet
    rows[name] = {
      moves: played.moves,
      'p50 ms': round(played.p50Ms),
      'p99 ms': round(played.p99Ms),
      'before ms': round(quiet.p99Ms),
      '× before': round(played.p99Ms / quiet.p99Ms),
      'max ms': round(played.maxMs),
      late: played.late,
      refused: played.refused,
      'CPU p99 ms': round(use.stretchP99Ms),
      'CPU max ms': round(use.stretchMaxMs),
      'contest waits ms': round(waitMs),
      'the attacker heard': Object.entries(heard)
        .map(([what, times]) => `${times} × ${what}`)
        .join(', '),
      goal: isMet ? 'met' : 'MISSED',
    }
  }
  console.log(`\nMoves of ${GAMES * 2} honest players under attack; goal: p99 under ${GOAL_MS} ms, none late`)
  console.table(rows)
  if (!met) process.exitCode = 1
}

const round = (value: number): number => Number(value.toPrecision(3))

/** Both players of every game: each waits for its turn, thinks for a moment, and moves. */
function honest(): void {
  let times: number[] = []
  let late = 0
  let refused = 0

  function drive(port: number, id: number, own: Team): void {
    const connection = openConnection(port)
    const look = (): void =>
      connection.ask(
        'GET',
        `/player/${own.id}/${id}/data.json?wait=20&key=${own.key}`,
        ({ status, body }) => {
          if (status !== 200) return goOn()
          const view = JSON.parse(body) as DriverView
          if (view.status !== 'playing' || view.time_for_move === null) return look()
          setTimeout(move, 5 + 20 * Math.random(), view)
        },
      )
    const goOn = (): void => {
      refused++
      setTimeout(look, 100)
    }
    const move = (view: DriverView): void => {
      const began = performance.now()
      const path = `/move/${id}/${own.id}/${chooseTurn(view)}/False/forward.json?key=${own.key}`
      connection.ask('POST', path, ({ status, body }: HttpAnswer) => {
        times.push(performance.now() - began)
        if (status === 200) return look()
        if (body.includes('too-late')) late++
        goOn()
      })
    }
    look()
  }

  playPart({
    drive({ port, games }: { readonly port: number; readonly games: readonly HostedGame[] }) {
      for (const { id, players } of games) for (const player of players) drive(port, id, player)
    },
    begin() {
      ;[times, late, refused] = [[], 0, 0]
    },
    end(): Played {
      const sorted = Float64Array.from(times).toSorted()
      const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? NaN
      return { moves: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), late, refused }
    },
  })
}

function attacker(): void {
  // The attacker stands for other machines: it gets what the honest players leave of their core.
  setPriority(19)
  playPart({
    async attack({ name, target }: { readonly name: string; readonly target: Target }) {
      const heard: Record<string, number> = {}
      await ATTACKS[name]?.(target, performance.now() + SECONDS * 1000, (what) => {
        heard[what] = (heard[what] ?? 0) + 1
      })
      return heard
    },
  })
}

if (wanted[0] === 'honest') honest()
else if (wanted[0] === 'attacker') attacker()
else await measure()

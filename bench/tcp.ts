import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { must } from '../src/base/result.ts'
import { openTcpLobby } from '../src/wires/torus-tcp/lobby.ts'
import { playMatch, randomMoveBot } from '../src/sdk/index.ts'

/**
 * 1,000 games of torus tron over TCP at once, the server on one core and the players in a process of their own on
 * another; a bare echo server with the same number of connections and messages for comparison; and rounds in this process.
 * `npx node bench/tcp.ts [games]`
 */
const [role = 'all', count = '1000', port = '0', messages = '0'] = process.argv.slice(2)
const GOAL_MS = 50

interface Served {
  readonly games: number
  /** The most games that ran at the same time. */
  readonly atOnce: number
  readonly turns: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly delayP99Ms: number
  readonly delayMaxMs: number
}

async function compare(games: number): Promise<void> {
  const played = await runServer('games', games, 0)
  const turnsEach = Math.round(played.turns / games)
  const echoed = await runServer('echo', games, turnsEach)
  const rounds = await countRounds()
  const perMessage = (served: Served): number => (served.cpuSeconds * 1e6) / (served.turns * 2)
  console.table({
    'games over TCP': row(played, perMessage(played)),
    'bare TCP echo': row(echoed, perMessage(echoed)),
  })
  console.log(`${played.games} of ${games} games finished, ${played.atOnce} of them played at once`)
  console.log(
    `event-loop delay p99 ${played.delayP99Ms.toFixed(1)} ms, goal ${GOAL_MS} ms: ${played.delayP99Ms < GOAL_MS ? 'met' : 'missed'}`,
  )
  console.log(
    `processor time for a move, against a bare echo: ${(perMessage(played) / perMessage(echoed)).toFixed(2)}`,
  )
  console.log(`random against random in one process, with referee: ${rounds.toFixed(0)} rounds a second`)
}

const row = (served: Served, perMessage: number) => ({
  connections: served.games * 2,
  messages: served.turns * 2,
  seconds: Number(served.seconds.toFixed(2)),
  'messages/s': Math.round((served.turns * 2) / served.seconds),
  'CPU µs a message': Number(perMessage.toFixed(1)),
  'delay p99 ms': Number(served.delayP99Ms.toFixed(1)),
  'delay max ms': Number(served.delayMaxMs.toFixed(1)),
})

/** Starts a server on the first core and players on the second; returns what the server measured. */
async function runServer(kind: 'games' | 'echo', games: number, turnsEach: number): Promise<Served> {
  const server = start(0, [kind, String(games)])
  const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  const listening = await lines.next()
  const players = start(1, ['players', String(games * 2), String(listening.value), String(turnsEach)])
  const measured = await lines.next()
  await Promise.all([server, players].map(async (child) => child.exitCode ?? once(child, 'exit')))
  return JSON.parse(String(measured.value)) as Served
}

function start(core: number, args: readonly string[]): ChildProcess {
  const own = [process.execPath, import.meta.filename, ...args]
  const [command = '', ...rest] = canPin() ? ['taskset', '-c', String(core), ...own] : own
  return spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
}

function canPin(): boolean {
  try {
    return (
      execFileSync('nproc', { encoding: 'utf8' }).trim() !== '1' && execFileSync('taskset', ['-V']).length > 0
    )
  } catch {
    return false
  }
}

/** Measures from the first connection to the last game's end. */
function measure() {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const began = { at: 0, cpu: process.cpuUsage() }
  return {
    begin() {
      if (began.at > 0) return
      delay.enable()
      began.at = performance.now()
      began.cpu = process.cpuUsage()
    },
    end(games: number, turns: number, atOnce = games): Served {
      const { user, system } = process.cpuUsage(began.cpu)
      return {
        games,
        atOnce,
        turns,
        seconds: (performance.now() - began.at) / 1000,
        cpuSeconds: (user + system) / 1e6,
        delayP99Ms: delay.percentile(99) / 1e6,
        delayMaxMs: delay.max / 1e6,
      }
    },
  }
}

async function serveGames(games: number): Promise<void> {
  const meter = measure()
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  let over = 0
  let turns = 0
  let atOnce = 0
  const lobby = must(
    await openTcpLobby({
      limits: { maxPerAddress: 4096, playersAtOnce: Infinity },
      port: 0,
      seed: 1,
      onEvent() {
        meter.begin()
        atOnce = Math.max(atOnce, lobby.playing)
      },
      onOver(_, match) {
        turns += match.round.turns
        if (match.result && !match.result.void) over++
        if (over === games) finish()
      },
    }),
  )
  console.log(lobby.port)
  await done
  console.log(JSON.stringify(meter.end(over, turns, atOnce)))
  await lobby[Symbol.asyncDispose]()
}

async function serveEcho(games: number): Promise<void> {
  const meter = measure()
  let closed = 0
  let messages = 0
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('data', (chunk: Buffer) => {
      meter.begin()
      messages++
      socket.write(chunk)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (++closed < games * 2) return
      console.log(JSON.stringify(meter.end(games, messages / 2)))
      server.close()
    })
  })
  server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () =>
    console.log((server.address() as AddressInfo).port),
  )
  await once(server, 'close')
}

/** Starts this many clients at once: players, each in rows of its own so that games last, or echo clients. */
async function sendPlayers(players: number, to: number, echoes: number): Promise<void> {
  const ended: Promise<unknown>[] = []
  const gate = openGate(players)
  for (let index = 0; index < players; index++) {
    const socket = connect({ port: to, host: '127.0.0.1', noDelay: true })
    ended.push(once(socket, 'close'))
    if (echoes > 0) pingPong(socket, echoes)
    else drive(socket, index, gate)
    // In small steps, so that the bench does not measure the accept queue.
    if (index % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(ended)
}

type Client = ReturnType<typeof connect>

interface Gate {
  pass(callback: () => void): void
}

/** Holds the first moves back until all players have been asked, so that all games run at once. */
function openGate(players: number): Gate {
  const held: (() => void)[] = []
  let isOpen = false
  return {
    pass(callback) {
      if (isOpen) return callback()
      held.push(callback)
      if (held.length < players) return
      isOpen = true
      for (const go of held) go()
    },
  }
}

function pingPong(socket: Client, times: number): void {
  let left = times
  socket.write('n\n')
  socket.on('data', () => {
    if (--left > 0) socket.write('n\n')
    else socket.end()
  })
}

/** Drives along the row, one step aside at its end, and back: some sixty turns on the challenge's map. */
function drive(socket: Client, index: number, gate: Gate): void {
  socket.write(`player ${index}\n`)
  let heard = ''
  let way: 'e' | 'w' | undefined
  let hasMap = false
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
    for (let end = heard.indexOf('\n'); end !== -1; end = heard.indexOf('\n')) {
      const line = heard.slice(0, end)
      heard = heard.slice(end + 1)
      if (!hasMap) hasMap = true
      else if (line.startsWith('(')) {
        const [x = 0, y = 0] = (line.match(/\d+/g) ?? []).map(Number)
        way ??= x < 18 ? 'e' : 'w'
        const isAtEnd = way === 'e' ? x >= 35 : x <= 1
        if (isAtEnd) way = way === 'e' ? 'w' : 'e'
        gate.pass(() => socket.write(isAtEnd ? (y < 5 ? 's\n' : 'n\n') : `${way}\n`))
      }
    }
  })
}

async function countRounds(): Promise<number> {
  const until = performance.now() + 3000
  let rounds = 0
  const began = performance.now()
  for (; performance.now() < until; rounds++)
    await playMatch({ challenge: 'torus-tron', brains: [randomMoveBot, randomMoveBot], seed: rounds })
  return (rounds * 1000) / (performance.now() - began)
}

switch (role) {
  case 'games':
    await serveGames(Number(count))
    break
  case 'echo':
    await serveEcho(Number(count))
    break
  case 'players':
    await sendPlayers(Number(count), Number(port), Number(messages))
    break
  default:
    await compare(role === 'all' ? 1000 : Number(role))
}

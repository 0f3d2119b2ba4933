import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMatchDriver } from './match-driver.fixture.ts'
import type { Hosted, HostedGame, Usage } from './server-host.fixture.ts'
import { playPart, startPart, type Part } from './server-part.fixture.ts'
import { median, printTable } from './table.ts'

/**
 * 20,000 spectators watch one match over 4 replicas, each a process of its own; one replica is killed in the middle. Then a quarter of them
 * watch a match at an arena alone. `npx node bench/replicas.ts [spectators] [replicas] [moves]`
 *
 * Each crowd needs a file descriptor for each of its spectators, and so does each replica: see `ulimit -n`.
 */
const [role = '20000', replicaCount = '4', moves = '20'] = process.argv.slice(2)
const CROWDS = 2
const MOVES = Number(moves)

async function measure(spectators: number, count: number): Promise<void> {
  await using host = await startPart(0, 'server-host.fixture.ts', 'unlimited')
  await using stack = new AsyncDisposableStack()
  const { games, port } = await host.tell<Hosted>('create', 2)
  const [watched, alone] = games
  if (!watched || !alone) throw new Error('Cannot watch: the arena has no match')
  const crowds: Part[] = []
  for (let index = 0; index < CROWDS; index++)
    crowds.push(stack.use(await startPart(1, 'replicas.ts', 'crowd', String(index))))
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(port)))
  stack.defer(() => replicas.forEach(({ kill }) => kill()))
  const ports = replicas.map((replica) => replica.port)

  const gather = async (driver: Driver, each: number, targets: readonly number[]): Promise<number> => {
    const began = performance.now()
    const come = all(crowds, 'come', { match: driver.game.id, each, ports: targets } satisfies Audience)
    const gathered = come.then(() => performance.now() - began)
    await driver.playUntil(gathered)
    return gathered
  }
  const wrongOf = async (): Promise<number> => sum(await all<number>(crowds, 'wrong'))

  const before = await Promise.all(replicas.map((replica) => replica.usage()))
  const driver = openDriver(port, watched)
  const gatherMs = await gather(driver, spectators / CROWDS, ports)
  const there = await Promise.all(replicas.map((replica) => replica.usage()))
  await host.tell('begin')
  const shown = await driver.play(MOVES, crowds)
  const arena = await host.tell<Usage>('end')
  const after = await Promise.all(replicas.map((replica) => replica.usage()))

  const micros = (seconds: number, lines: number, watchers: number): number =>
    (seconds * 1e6) / lines / watchers
  const replicaCpu = sum(after.map(({ cpu }, index) => cpu - (there[index]?.cpu ?? 0)))
  const replicaEach = micros(replicaCpu, shown.lines, spectators)
  const memory = sum(there.map(({ resident }, index) => resident - (before[index]?.resident ?? 0)))
  const kB = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`
  const ms = (values: readonly number[]): string =>
    `${median(values).toFixed(0)} ms, at most ${Math.max(...values).toFixed(0)}`
  printTable(`${spectators} spectators of one match over ${count} replicas, ${shown.lines} lines`, [
    { what: 'lines that were missed, repeated or out of order', value: String(await wrongOf()) },
    { what: 'until all spectators were there', value: `${(gatherMs / 1000).toFixed(1)} s` },
    { what: 'until the last of them has a move', value: ms(shown.lastMs) },
    { what: 'memory of a replica for each', value: kB(memory / spectators) },
    { what: 'processor time of a replica for each, a line', value: `${replicaEach.toFixed(1)} µs` },
    {
      what: 'processor time of the arena a line',
      value: `${((arena.cpuSeconds * 1000) / shown.lines).toFixed(2)} ms`,
    },
  ])

  // One replica dies while the match goes on.
  replicas[0]?.kill()
  const killed = await driver.play(MOVES / 2, crowds)
  const back = await all<Reconnects>(crowds, 'reconnects')
  const wrong = await wrongOf()
  printTable('One replica is killed while the match goes on', [
    { what: 'spectators that connected again', value: String(sum(back.map(({ count: one }) => one))) },
    { what: 'lines that were missed, repeated or out of order', value: String(wrong) },
    {
      what: 'until the last of them was back',
      value: `${(Math.max(...back.map(({ lastMs }) => lastMs)) / 1000).toFixed(1)} s`,
    },
    { what: 'until the last spectator has a move', value: ms(killed.lastMs) },
  ])
  await all(crowds, 'leave')
  driver.close()

  const few = Math.min(spectators / count, 5_000)
  const lonely = openDriver(port, alone)
  await host.tell('begin')
  const { residentBytes } = await host.tell<Usage>('end')
  await gather(lonely, few / CROWDS, [port])
  await host.tell('begin')
  const single = await lonely.play(MOVES, crowds)
  const busy = await host.tell<Usage>('end')
  const wrongAlone = await wrongOf()
  lonely.close()

  const aloneEach = micros(busy.cpuSeconds, single.lines, few)
  printTable(`${few} spectators at an arena alone, ${single.lines} lines`, [
    { what: 'lines that were missed, repeated or out of order', value: String(wrongAlone) },
    { what: 'until the last of them has a move', value: ms(single.lastMs) },
    { what: 'memory for each', value: kB((busy.residentBytes - residentBytes) / few) },
    {
      what: 'processor time for each, a line (ratio: a replica to it)',
      value: `${aloneEach.toFixed(1)} µs`,
      ratio: replicaEach / aloneEach,
    },
    {
      what: 'processor time of the arena a line (ratio: it to that with replicas)',
      value: `${((busy.cpuSeconds * 1000) / single.lines).toFixed(2)} ms`,
      ratio: busy.cpuSeconds / single.lines / (arena.cpuSeconds / shown.lines),
    },
  ])
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const all = <Answer>(parts: readonly Part[], what: string, data?: unknown): Promise<readonly Answer[]> =>
  Promise.all(parts.map((part) => part.tell<Answer>(what, data)))

/** The command itself, as an organiser starts it. */
async function startReplica(arena: number) {
  const command = join(import.meta.dirname, '../bin/gamegrid')
  const args = ['serve', '--replica-of', `http://127.0.0.1:${arena}`, '--port', '0']
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /^Replica .*:(\d+)$/m.exec(text)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
    child.on('exit', () => reject(new Error('a replica ended')))
  })
  return {
    port,
    kill: () => void child.kill('SIGKILL'),
    async usage() {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      const read = (name: string): number =>
        Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
      return { cpu: read('process_cpu_seconds_total'), resident: read('process_resident_memory_bytes') }
    },
  }
}

interface Played {
  readonly lines: number
  /** For each move: from the request until the last spectator has it. */
  readonly lastMs: readonly number[]
}

type Driver = ReturnType<typeof openDriver>

/** Plays the moves of both players, and watches the match at the arena itself to know its lines. */
function openDriver(port: number, game: HostedGame) {
  const driver = openMatchDriver(port, game)
  let newest = -1
  const reference = openSpectator(port, '127.0.0.1', game.id, -1, (id) => void (newest = id))
  return {
    game,
    playUntil: (done: Promise<unknown>): Promise<void> => driver.playUntil(done),
    async play(moves: number, crowds: readonly Part[]): Promise<Played> {
      await driver.greet()
      while (newest < 0) await sleep(10)
      const begun = newest
      const lastMs: number[] = []
      while (lastMs.length < moves) {
        for (const team of game.players) {
          const view = await driver.viewOf(team)
          await all(crowds, 'until', newest)
          const known = newest
          const began = performance.timeOrigin + performance.now()
          await driver.move(team, view)
          while (newest === known) await sleep(1)
          const times = await all<number>(crowds, 'until', known + 1)
          lastMs.push(Math.max(...times) - began)
        }
      }
      await sleep(100)
      await all(crowds, 'until', newest)
      return { lines: newest - begun, lastMs }
    },
    close() {
      reference.destroy()
      driver.close()
    },
  }
}

/** Follows the record after the line `after`, and calls back with the number of each line. */
function openSpectator(
  port: number,
  from: string,
  match: number,
  after: number,
  hear: (id: number) => void,
): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  let rest = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    rest += text
    for (const [, id] of rest.matchAll(/^id: (\d+)\n/gm)) hear(Number(id))
    rest = rest.slice(rest.lastIndexOf('\n') + 1)
  })
  socket.on('error', () => {})
  const resume = after < 0 ? '' : `Last-Event-ID: ${after}\r\n`
  socket.write(`GET /api/v1/matches/${match}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n${resume}\r\n`)
  return socket
}

interface Reconnects {
  readonly count: number
  /** From the first lost connection until the last spectator was back. */
  readonly lastMs: number
}

interface Audience {
  readonly match: number
  readonly each: number
  readonly ports: readonly number[]
}

/** Spectators in a process of their own. At most 400 of them share an address, as in a large room. */
function crowd(index: number): void {
  const ROOM = 400
  let sockets = new Set<Socket>()
  let spectators = 0
  let wrong = 0
  let lostAt: number | undefined
  let reconnects: Reconnects = { count: 0, lastMs: 0 }
  /** How many spectators have a line, and when the last of them got it. */
  let had = new Map<number, { count: number; at: number }>()
  let waiting: { readonly id: number; readonly resolve: (at: number) => void } | undefined

  function note(id: number): void {
    const known = had.get(id) ?? { count: 0, at: 0 }
    had.set(id, known)
    if (++known.count < spectators) return
    known.at = performance.timeOrigin + performance.now()
    if (waiting?.id === id) waiting.resolve(known.at)
  }

  async function sit({ match, ports }: Audience, seat: number): Promise<void> {
    const from = `127.0.${index + 1}.${Math.floor(seat / ROOM) + 1}`
    let last = -1
    let port = seat
    const open = async (): Promise<void> => {
      const socket = openSpectator(ports[port % ports.length] ?? 0, from, match, last, (id) => {
        if (id !== last + 1) wrong++
        last = id
        note(id)
      })
      sockets.add(socket)
      socket.on('close', () => {
        if (!sockets.delete(socket)) return
        lostAt ??= performance.now()
        port++
        setTimeout(() => void back(), 300 + Math.random() * 700)
      })
      await Promise.race([once(socket, 'data'), once(socket, 'close')])
    }
    const back = async (): Promise<void> => {
      const before = last
      await open()
      // It is back when the connection is open; the lines that it missed follow.
      if (before >= 0)
        reconnects = {
          count: reconnects.count + 1,
          lastMs: performance.now() - (lostAt ?? 0),
        }
    }
    await open()
  }

  playPart({
    async come(audience: Audience) {
      spectators = audience.each
      had = new Map()
      // In small steps, so that the bench does not measure the accept queue.
      for (let seat = 0; seat < spectators; seat += 50)
        await Promise.all(Array.from({ length: 50 }, (_, step) => sit(audience, seat + step)))
    },
    until: (id: number): Promise<number> | number => {
      const known = had.get(id)
      if (known && known.count >= spectators) return known.at
      return new Promise((resolve) => void (waiting = { id, resolve }))
    },
    wrong: () => wrong,
    reconnects: () => reconnects,
    leave() {
      const gone = sockets
      sockets = new Set()
      for (const socket of gone) socket.destroy()
    },
  })
}

if (role === 'crowd') crowd(Number(replicaCount))
else await measure(Number(role), Number(replicaCount))

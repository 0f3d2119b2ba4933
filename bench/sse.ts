import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hosted } from './server-host.fixture.ts'
import { playPart, startPart } from './server-part.fixture.ts'
import { SCRIPTS, WIN, type Script } from './sse-battles.fixture.ts'
import type { ProcessUsage } from './usage.fixture.ts'

/**
 * 2,000 battles of the SSE arena at once: the server on one core, all teams on the other, and once with the server on both. Each team opens its stream, answers an event
 * after a while, and begins another battle when one is over. Every event must come once and in order. They think shorter and shorter.
 * Two bare servers of `node:http` do the same: without a log, and with one that is on disk before anything is told.
 * `npx node bench/sse.ts [battles]`
 */
const [role = '2000'] = process.argv.slice(2)
const GOAL_MS = 25
/** Mean thinking time of a team in milliseconds; each command takes between a fifth and nine fifths of it. */
const THINK_MS = [3000, 2000, 1000]
const SECONDS = 10
const SERVERS = {
  bare: { core: 0, command: ['sse-bare.fixture.ts'] },
  'bare, durable': { core: 0, command: ['sse-bare.fixture.ts', 'durable'] },
  arena: { core: 0, command: ['server-host.fixture.ts', 'unlimited'] },
  'arena, both cores': { core: 'any', command: ['server-host.fixture.ts', 'unlimited'] },
} as const

interface Played {
  readonly commands: number
  readonly battles: number
  readonly atOnce: number
  readonly events: number
  /** Battles with wrong, missing or repeated events. */
  readonly wrong: readonly string[]
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** A request that does nothing, in the same run: the cost of the machine itself. */
  readonly bareP99Ms: number
  readonly ownCpuSeconds: number
}

type Row = ReturnType<typeof present>

async function measureAll(teams: number): Promise<void> {
  const rows: Record<string, Row> = {}
  for (const [name, server] of Object.entries(SERVERS))
    for (const [mean, row] of await measure(teams, server)) rows[`${name}, ${mean} ms`] = row
  console.log(`\n${teams} battles at once; by server and mean time to think`)
  console.table(rows)
  const easy = (name: string): Row | undefined => rows[`${name}, ${THINK_MS[0]} ms`]
  const isMet = (name: string): boolean =>
    (easy(name)?.['p99 ms'] ?? Infinity) < GOAL_MS && easy(name)?.wrong === 0
  for (const name of Object.keys(SERVERS))
    console.log(
      `${name}: from a command to its echo p99 ${easy(name)?.['p99 ms']} ms, ${easy(name)?.wrong} battles wrong; goal ${GOAL_MS} ms and none: ${isMet(name) ? 'met' : 'MISSED'}`,
    )
}

/** By mean time to think. */
async function measure(
  teams: number,
  { core, command: [file, ...args] }: (typeof SERVERS)[keyof typeof SERVERS],
): Promise<Map<number, Row>> {
  await using host = await startPart(core, file, ...args)
  await using part = await startPart(1, 'sse.ts', 'teams')
  const { port } = await host.tell<Hosted>('create', 0)
  await part.tell('think', THINK_MS[0])
  await part.tell('play', { port, teams })
  const rows = new Map<number, Row>()
  for (const mean of THINK_MS) {
    await part.tell('think', mean)
    await sleep(2 * mean)
    await host.tell('begin')
    await part.tell('begin')
    await sleep(SECONDS * 1000)
    const [played, usage] = [await part.tell<Played>('end'), await host.tell<ProcessUsage>('end')]
    rows.set(mean, present(played, usage))
    for (const what of played.wrong.slice(0, 3)) console.log(`not as it should be: ${what}`)
  }
  return rows
}

const present = (played: Played, usage: ProcessUsage) => ({
  'at once': played.atOnce,
  'commands/s': Math.round(played.commands / SECONDS),
  'battles/s': Math.round(played.battles / SECONDS),
  'events/s': Math.round(played.events / SECONDS),
  wrong: played.wrong.length,
  'p50 ms': round(played.p50Ms),
  'p99 ms': round(played.p99Ms),
  'max ms': round(played.maxMs),
  'bare p99 ms': round(played.bareP99Ms),
  'CPU %': Math.round((usage.cpuSeconds / SECONDS) * 100),
  'CPU ms a battle': round((usage.cpuSeconds * 1000) / played.battles),
  'loop p99 ms': round(usage.delayP99Ms),
  'loop max ms': round(usage.delayMaxMs),
  MB: Math.round(usage.residentBytes / 1e6),
  'client CPU %': Math.round((played.ownCpuSeconds / SECONDS) * 100),
})

const round = (value: number): number => Number(value.toPrecision(3))

function teams(): void {
  let thinkMs = 0
  let port = 0
  let times: number[] = []
  let bare: number[] = []
  let wrong: string[] = []
  let [battles, events, atOnce, begun] = [0, 0, 0, 0]
  let cpu = process.cpuUsage()

  function drive(index: number): void {
    // Each team has its own address: one address may have only few practice battles open.
    const poster = openPoster(port, `127.0.${1 + (index >> 7)}.${1 + (index & 127)}`)
    const begin = (): void => {
      const script = SCRIPTS[index++ % SCRIPTS.length] ?? WIN
      poster(`/${script.game}/practice`, `{"caseType":"${script.caseType}"}`, (body) => {
        const { battleId } = JSON.parse(body) as { readonly battleId: string }
        play(script, battleId)
      })
    }
    function play({ game, commands, events: expected, side }: Script, id: string): void {
      const heard: string[] = []
      let sent = 0
      let began = 0
      atOnce++
      const act = (): void => {
        const command = commands[sent++]
        if (command === undefined) return
        began = performance.now()
        poster(`/${game}/play/${id}`, command, () => {})
      }
      listen(
        port,
        `/${game}/start/${id}`,
        (event) => {
          if (heard.length === 0) begun++
          heard.push(event)
          events++
          if (began > 0 && event.startsWith(`{"player":"${side}"`)) {
            times.push(performance.now() - began)
            began = 0
          }
          const isOurTurn =
            heard.length === 1 || event.startsWith(`{"player":"${side === 'O' ? 'X' : 'second'}"`)
          if (isOurTurn) setTimeout(act, thinkMs * (0.2 + 1.6 * Math.random()))
        },
        () => {
          atOnce--
          battles++
          const all = [`{"youAre":"${side}","id":"${id}"}`, ...expected].join('\n')
          if (heard.join('\n') !== all) wrong.push(heard.join(' '))
          begin()
        },
      )
    }
    begin()
  }

  playPart({
    async play(given: { readonly port: number; readonly teams: number }) {
      port = given.port
      const ask = openPoster(port)
      setInterval(() => {
        const began = performance.now()
        ask('/healthz', '', () => void bare.push(performance.now() - began), 'GET')
      }, 20)
      for (let index = 0; index < given.teams; index++) {
        drive(index)
        // A few at a time, so that the bench does not measure the accept queue.
        while (index - begun > 20) await sleep(5)
      }
    },
    think(ms: number) {
      thinkMs = ms
    },
    begin() {
      ;[times, bare, wrong, battles, events] = [[], [], [], 0, 0]
      cpu = process.cpuUsage()
    },
    end(): Played {
      const sorted = Float64Array.from(times).toSorted()
      const at = (part: number, all = sorted): number => all[Math.floor((all.length - 1) * part)] ?? NaN
      const { user, system } = process.cpuUsage(cpu)
      return {
        commands: sorted.length,
        battles,
        atOnce,
        events,
        wrong,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        maxMs: at(1),
        bareP99Ms: at(0.99, Float64Array.from(bare).toSorted()),
        ownCpuSeconds: (user + system) / 1e6,
      }
    },
  })
}

/** A cheap client that posts one body after the other over one connection. */
function openPoster(
  port: number,
  localAddress = '127.0.0.1',
): (path: string, body: string, hear: (body: string) => void, method?: string) => void {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
  const listeners: ((body: string) => void)[] = []
  let text = ''
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece
    for (;;) {
      const head = text.indexOf('\r\n\r\n')
      const end = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (head === -1 || text.length < end) return
      listeners.shift()?.(text.slice(head + 4, end))
      text = text.slice(end)
    }
  })
  socket.on('error', (error) => {
    throw new Error(`${listeners.length} requests are not answered`, { cause: error })
  })
  return (path, body, hear, method = 'POST') => {
    listeners.push(hear)
    const length = Buffer.byteLength(body)
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${length}\r\n\r\n${body}`)
  }
}

/** Reads a stream of events over a connection of its own. */
function listen(port: number, path: string, hear: (event: string) => void, onEnd: () => void): void {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let text = ''
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  socket.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (text + piece).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) hear(line.slice('data: '.length))
  })
  socket.on('end', onEnd)
  socket.on('error', (error) => {
    throw error
  })
}

if (role === 'teams') teams()
else await measureAll(Number(role))

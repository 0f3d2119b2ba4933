import { setTimeout as sleep } from 'node:timers/promises'
import type { Hosted, HostedGame, Usage } from './server-host.fixture.ts'
import { chooseTurn, openConnection, type DriverView, type HttpAnswer } from './server-http.fixture.ts'
import { playPart, startPart } from './server-part.fixture.ts'

/**
 * 500 matches of boost tron over HTTP at once: the server on one core, both players of every match on the other. Each
 * player waits for its turn with `?wait=`, thinks a while, and moves. They think shorter and shorter, to find the limit.
 * `npx node bench/server-load.ts [matches]`
 */
const [role = '500'] = process.argv.slice(2)
const GOAL_MS = 50
/** Mean thinking time of a player in milliseconds; each move takes between a fifth and nine fifths of it. */
const THINK_MS = [550, 250, 120, 60, 30, 0]
const SECONDS = 8

interface Played {
  readonly moves: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly refused: Readonly<Record<string, number>>
  readonly ownCpuSeconds: number
}

async function measure(matches: number): Promise<void> {
  await using host = await startPart(0, 'server-host.fixture.ts', 'unlimited')
  await using drivers = await startPart(1, 'server-load.ts', 'drivers')
  const hosted = await host.tell<Hosted>('create', matches)
  await drivers.tell('drive', hosted)
  const rows: Record<string, ReturnType<typeof present>> = {}
  for (const mean of THINK_MS) {
    await drivers.tell('think', mean)
    await sleep(2000)
    await host.tell('begin')
    await drivers.tell('begin')
    await sleep(SECONDS * 1000)
    const [played, usage] = [await drivers.tell<Played>('end'), await host.tell<Usage>('end')]
    rows[`${mean} ms`] = present(played, usage)
    const { other } = rows[`${mean} ms`] ?? {}
    if (other !== '') console.log(`refused while thinking ${mean} ms: ${other}`)
  }
  console.log(`\n${matches} matches at once, ${matches * 2} clients, server on one core`)
  console.table(rows)
  const bearable = Object.values(rows).filter((row) => row['p99 ms'] < GOAL_MS && row.late === 0)
  const most = Math.max(0, ...bearable.map((row) => row['moves/s']))
  const easy = rows[`${THINK_MS[0]} ms`]
  console.log(
    `p99 of a move ${easy?.['p99 ms']} ms, ${easy?.late} late; goal ${GOAL_MS} ms and none: ${bearable.includes(easy as never) ? 'met' : 'MISSED'}`,
  )
  console.log(`most moves a second within the goal: ${most}`)
}

const present = (played: Played, usage: Usage) => ({
  'moves/s': Math.round(played.moves / SECONDS),
  'p50 ms': round(played.p50Ms),
  'p99 ms': round(played.p99Ms),
  'max ms': round(played.maxMs),
  late: usage.late + (played.refused['too-late'] ?? 0),
  other: Object.entries(played.refused)
    .map(([code, times]) => `${times} ${code}`)
    .join(', '),
  'CPU %': Math.round((usage.cpuSeconds / SECONDS) * 100),
  'CPU µs/move': Math.round((usage.cpuSeconds / played.moves) * 1e6),
  'loop p99 ms': round(usage.delayP99Ms),
  'loop max ms': round(usage.delayMaxMs),
  MB: Math.round(usage.residentBytes / 1e6),
  'client CPU %': Math.round((played.ownCpuSeconds / SECONDS) * 100),
})

const round = (value: number): number => Number(value.toPrecision(3))

function drivers(): void {
  let thinkMs = 0
  let times: number[] = []
  let refused: Record<string, number> = {}
  let cpu = process.cpuUsage()

  function drive(port: number, { id, players }: HostedGame, index: 0 | 1): void {
    const own = players[index]
    const connection = openConnection(port)
    const look = (): void =>
      connection.ask(
        'GET',
        `/player/${own.id}/${id}/data.json?wait=20&key=${own.key}`,
        ({ status, body }) => {
          if (status !== 200) return refuse(body, look)
          const view = JSON.parse(body) as DriverView
          if (view.status !== 'playing' || view.time_for_move === null) return look()
          if (thinkMs === 0) return move(view)
          setTimeout(move, thinkMs * (0.2 + 1.6 * Math.random()), view)
        },
      )
    const move = (view: DriverView): void => {
      const began = performance.now()
      const path = `/move/${id}/${own.id}/${chooseTurn(view)}/False/forward.json?key=${own.key}`
      connection.ask('POST', path, ({ status, body }: HttpAnswer) => {
        times.push(performance.now() - began)
        if (status === 200) look()
        else refuse(body, look)
      })
    }
    look()
  }

  function refuse(body: string, goOn: () => void): void {
    const { error } = JSON.parse(body) as { readonly error: string }
    refused[error] = (refused[error] ?? 0) + 1
    setTimeout(goOn, 100)
  }

  playPart({
    async drive({ port, games }: Hosted) {
      for (const game of games) {
        drive(port, game, 0)
        drive(port, game, 1)
        // In small steps, so that the bench does not measure the accept queue.
        if (game.id % 50 === 0) await sleep(20)
      }
    },
    think(ms: number) {
      thinkMs = ms
    },
    begin() {
      ;[times, refused] = [[], {}]
      cpu = process.cpuUsage()
    },
    end(): Played {
      const sorted = Float64Array.from(times).toSorted()
      const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? NaN
      const { user, system } = process.cpuUsage(cpu)
      return {
        moves: sorted.length,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        maxMs: at(1),
        refused,
        ownCpuSeconds: (user + system) / 1e6,
      }
    },
  })
}

if (role === 'drivers') drivers()
else await measure(Number(role))

import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { openMatchDriver, type MatchDriver } from './match-driver.fixture.ts'
import type { Hosted, HostedGame, Usage } from './server-host.fixture.ts'
import { playPart, startPart } from './server-part.fixture.ts'
import { median, printTable } from './table.ts'

/**
 * 5,000 spectators watch one match over server-sent events, then 500 over WebSockets, on one server process: how long a move
 * takes to reach the last of them, compared with bare writes of the same bytes to the same number of sockets. `npx node bench/spectators.ts [number]`
 */
const [role = '5000'] = process.argv.slice(2)
const SOCKETS = 500
const MOVES = 100

interface Seen {
  /** From the request to move until the last spectator has the move. */
  readonly lastMs: readonly number[]
  /** From the request to move until the response. */
  readonly answerMs: readonly number[]
  /** Spectators that missed a line, or saw one twice. */
  readonly wrong: number
}

async function measure(count: number): Promise<void> {
  await using host = await startPart(0, 'server-host.fixture.ts', 'unlimited')
  await using bare = await startPart(0, 'server-bare.fixture.ts')
  await using crowd = await startPart(1, 'spectators.ts', 'crowd')
  const hosted = await host.tell<Hosted>('create', 2)
  const { stage } = await bare.tell<{ readonly stage: number }>('open')

  const watch = async (kind: 'sse' | 'socket', spectators: number) => {
    await host.tell('begin')
    const { residentBytes } = await host.tell<Usage>('end')
    await crowd.tell(kind, { ...hosted, spectators })
    await sleep(1000)
    await host.tell('begin')
    const seen = await crowd.tell<Seen>('play', MOVES)
    const usage = await host.tell<Usage>('end')
    return { seen, usage, bytesEach: (usage.residentBytes - residentBytes) / spectators }
  }
  const sse = await watch('sse', count)
  await crowd.tell('stage', { port: stage, spectators: count })
  await bare.tell('begin')
  const bareMs: number[] = []
  for (let index = 0; index < MOVES; index++) {
    const [{ lastMs }] = await Promise.all([
      crowd.tell<{ readonly lastMs: number }>('hear', index),
      sleep(2).then(() => bare.tell('send', `id: ${index}\ndata: ${'x'.repeat(90)}\n\n`)),
    ])
    bareMs.push(lastMs)
  }
  const bareCpu = await bare.tell<Pick<Usage, 'cpuSeconds'>>('end')
  await crowd.tell('leave')
  const socket = await watch('socket', SOCKETS)

  const ms = (values: readonly number[]): string =>
    `${median(values).toFixed(1)} ms, at most ${Math.max(...values).toFixed(1)}`
  const each = ({ cpuSeconds }: Pick<Usage, 'cpuSeconds'>, spectators: number): number =>
    (cpuSeconds * 1e6) / MOVES / spectators
  printTable(`${count} spectators of one match over SSE, ${MOVES} moves`, [
    { what: 'spectators that missed or repeated a line', value: String(sse.seen.wrong) },
    { what: 'until the last of them has a move', value: ms(sse.seen.lastMs) },
    {
      what: 'the same by bare writes',
      value: ms(bareMs),
      ratio: median(sse.seen.lastMs) / median(bareMs),
    },
    { what: 'until a move is answered', value: ms(sse.seen.answerMs) },
    {
      what: 'processor time for each to see a move',
      value: `${each(sse.usage, count).toFixed(1)} µs`,
      ratio: each(sse.usage, count) / each(bareCpu, count),
    },
    { what: 'memory for each', value: `${(sse.bytesEach / 1024).toFixed(1)} KB` },
    {
      what: 'event-loop delay',
      value: `p99 ${sse.usage.delayP99Ms.toFixed(1)}, max ${sse.usage.delayMaxMs.toFixed(1)} ms`,
    },
  ])
  printTable(`${SOCKETS} spectators of one match over WebSockets, ${MOVES} moves`, [
    { what: 'spectators that missed or repeated a line', value: String(socket.seen.wrong) },
    { what: 'until the last of them has a move', value: ms(socket.seen.lastMs) },
    {
      what: 'processor time for each to see a move',
      value: `${each(socket.usage, SOCKETS).toFixed(1)} µs`,
      ratio: each(socket.usage, SOCKETS) / each(sse.usage, count),
    },
    { what: 'memory for each', value: `${(socket.bytesEach / 1024).toFixed(1)} KB` },
  ])
}

interface Audience extends Hosted {
  readonly spectators: number
}

function crowd(): void {
  const leave: (() => void)[] = []
  let tally = openTally(0)
  let games: readonly HostedGame[] = []
  let game: HostedGame | undefined
  let driver: MatchDriver | undefined

  const gather = async (spectators: number, come: () => Promise<unknown>): Promise<void> => {
    tally = openTally(spectators)
    // In small steps, so that the bench does not measure the accept queue.
    for (let there = 0; there < spectators; there += 50)
      await Promise.all(Array.from({ length: Math.min(50, spectators - there) }, come))
  }
  /** Spectators come to the next match, and it is played meanwhile. */
  const invite = async (
    { games: all, port, spectators }: Audience,
    come: (match: number) => Promise<unknown>,
  ): Promise<void> => {
    games = all
    game = games[game === undefined ? 0 : 1]
    if (!game) throw new Error('Cannot watch: the arena has no match')
    driver?.close()
    driver = openMatchDriver(port, game)
    const { id } = game
    await driver.playUntil(gather(spectators, () => come(id)))
  }

  /** Counts the lines `id: N` and ignores all others. */
  async function comeBySse(port: number, path: string): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1' })
    const hear = tally.enter()
    let rest = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      rest += text
      for (const [, id] of rest.matchAll(/^id: (\d+)\n/gm)) hear(Number(id))
      rest = rest.slice(rest.lastIndexOf('\n') + 1)
    })
    socket.on('error', () => {})
    leave.push(() => socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
    await once(socket, 'data')
  }

  async function comeBySocket(port: number, path: string): Promise<void> {
    const { length } = leave
    // The server limits how fast one address opens sockets.
    const localAddress = `127.1.${length >> 8}.${length & 255}`
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { localAddress })
    const hear = tally.enter()
    socket.on('message', (data: Buffer) => {
      const id = /^\{"id":(\d+)/.exec(data.toString('latin1'))?.[1]
      if (id !== undefined) hear(Number(id))
    })
    leave.push(() => socket.terminate())
    await once(socket, 'open')
  }

  playPart({
    async sse(audience: Audience) {
      await invite(audience, (id) => comeBySse(audience.port, `/api/v1/matches/${id}/events`))
    },
    async socket(audience: Audience) {
      await invite(audience, (id) => comeBySocket(audience.port, `/api/v1/matches/${id}/socket`))
    },
    async stage({ port, spectators }: { readonly port: number; readonly spectators: number }) {
      await gather(spectators, () => comeBySse(port, '/'))
    },
    async play(moves: number): Promise<Seen> {
      if (!game || !driver) throw new Error('Cannot play: nobody has come')
      const [lastMs, answerMs]: [number[], number[]] = [[], []]
      while (lastMs.length < moves) {
        for (const team of game.players) {
          const view = await driver.viewOf(team)
          // All spectators have the lines so far before the next move.
          await sleep(20)
          const began = performance.now()
          const told = tally.next()
          await driver.move(team, view)
          answerMs.push(performance.now() - began)
          await told
          lastMs.push(performance.now() - began)
        }
      }
      return { lastMs, answerMs, wrong: tally.wrong() }
    },
    async hear(): Promise<{ readonly lastMs: number }> {
      const began = performance.now()
      await tally.next()
      return { lastMs: performance.now() - began - 2 }
    },
    leave() {
      for (const go of leave.splice(0)) go()
    },
  })
}

/** Checks that every spectator gets each line once, in order. */
function openTally(spectators: number) {
  let wrong = 0
  let newest = -1
  let left = 0
  let isTold: (() => void) | undefined
  return {
    /** Resolves when all spectators have the next line. */
    next: (): Promise<void> =>
      new Promise((resolve) => {
        left = spectators
        isTold = resolve
      }),
    enter() {
      let last = -1
      return (id: number): void => {
        if (id !== last + 1) wrong++
        last = id
        if (id > newest) {
          newest = id
          left = spectators
        }
        if (id === newest && --left === 0) isTold?.()
      }
    },
    wrong: () => wrong,
  }
}

if (role === 'crowd') crowd()
else await measure(Number(role))

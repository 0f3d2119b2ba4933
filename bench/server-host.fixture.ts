import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueKey, registerPerson } from '../src/arena/people.ts'
import { untilOver } from '../src/arena/until-over.ts'
import { must } from '../src/base/result.ts'
import type { Pair } from '../src/game/game.ts'
import { openServer } from '../src/server/open-server.ts'
import type { MatchPlayer } from '../src/store/store.ts'
import { fillLadder } from './fill-ladder.fixture.ts'
import { playPart } from './server-part.fixture.ts'
import { openUsageMeter, threadMsSince, type ProcessUsage } from './usage.fixture.ts'

/** An arena server in a process of its own, with running matches of boost tron between players that use HTTP. */
export interface Hosted {
  readonly port: number
  readonly games: readonly HostedGame[]
}

export interface HostedGame {
  readonly id: number
  readonly players: Pair<Team>
}

export interface Team {
  readonly id: number
  readonly key: string
}

/** An arena with a history: teams, finished matches, a tournament. */
export interface UsedArena {
  readonly port: number
  readonly key: string
  readonly player: number
  /** A finished match of many events. */
  readonly long: number
  readonly finished: readonly number[]
  readonly tournament: number
}

export interface NewLadder {
  readonly bots: number
  readonly versions: number
  readonly matches: number
}

/** What the arena used, and how it treated its players. */
export interface Usage extends ProcessUsage {
  /** Rounds lost on time. The server is at fault: every player of a bench answers in time. */
  readonly late: number
  /**
   * CPU time of the main thread between two runs of a timer: how long a move waits at most on an otherwise idle machine.
   * CPU time, because other programs of the machine must not count.
   */
  readonly stretchP99Ms: number
  readonly stretchMaxMs: number
}

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** `unlimited`: all requests and streams of a bench come from one address. */
const isUnlimited = process.argv[2] === 'unlimited'
const server = must(
  await openServer({
    folder,
    host: '127.0.0.1',
    port: 0,
    ...(isUnlimited && {
      limits: { perAddress: 1e9, perPlayer: 1e9 },
      gateLimits: { burstMs: 1e9, msPerSecond: 1e9 },
      streamLimits: { each: 1e9, all: 1e9 },
    }),
    onFailure: (what, error) => console.error(`${what} failed:`, error),
  }),
)
const { arena, tournaments } = server
const { store } = arena
const never = new AbortController().signal
const meter = openUsageMeter()
const ids: number[] = []
let stretches: number[] = []
let ticking: NodeJS.Timeout | undefined

function measureStretches(): void {
  let last = process.threadCpuUsage()
  stretches = []
  ticking = setInterval(() => {
    stretches.push(threadMsSince(last))
    last = process.threadCpuUsage()
  }, 1)
}

const house = (brain: string, name = brain): MatchPlayer => ({ kind: 'house', name, brain })

const register = (name: string): Team => {
  const { id } = must(registerPerson(store, name, 'player'))
  return { id, key: must(issueKey(store, id, 'api', Date.now())).text }
}

async function playToEnd(challenge: string, brains: Pair<string>, rules = {}): Promise<number> {
  const players = [house(brains[0]), house(brains[1])] as const
  const { id } = must(arena.create({ challenge, players, origin: 'organiser', rules, seed: 5 }))
  await untilOver(arena, id, never)
  return id
}

async function playTournament(): Promise<number> {
  const { id } = must(
    tournaments.create({
      name: 'Bench',
      challenge: 'tic-tac-toe',
      format: 'round-robin',
      options: { games: 4 },
      entrants: ['house:random', 'house:first', 'house:baseline'],
    }),
  )
  must(tournaments.start(id))
  await new Promise<void>((resolve) => {
    const leave = tournaments.onChange(() => {
      if (store.tournament(id)?.status !== 'over') return
      leave()
      resolve()
    })
  })
  return id
}

function createGame(index: number): HostedGame {
  const names = [`Bench ${index} a`, `Bench ${index} b`] as const
  const players: Pair<Team> = [register(names[0]), register(names[1])]
  const { id } = must(
    arena.create({
      challenge: 'boost-tron',
      players: [
        { kind: 'http', name: names[0], person: players[0].id },
        { kind: 'http', name: names[1], person: players[1].id },
      ],
      origin: 'organiser',
      // Enough rounds for the whole bench.
      rules: { bestOf: 9999 },
    }),
  )
  ids.push(id)
  return { id, players }
}

playPart({
  async fill(matches: number): Promise<UsedArena> {
    const { id: player, key } = register('Bench')
    for (let n = 0; n < 100; n++) register(`Team ${n}`)
    const finished: number[] = []
    for (let n = 0; n < matches; n++) finished.push(await playToEnd('tic-tac-toe', ['random', 'first']))
    const long = await playToEnd('boost-tron', ['random', 'random'], { bestOf: 41 })
    return { port: server.port, key, player, long, finished, tournament: await playTournament() }
  },
  create: (count: number): Hosted => ({
    port: server.port,
    games: Array.from({ length: count }, (_, index) => createGame(index)),
  }),
  /** Bots in the ladder of longest group, each with rated matches in the log. Their programs end after a second. */
  async enrol({ bots, versions, matches }: NewLadder): Promise<void> {
    await fillLadder(store, bots, versions, matches)
    // The matchmaker looks for bots whenever a match has ended.
    await playToEnd('tic-tac-toe', ['random', 'first'])
  },
  /** Matches that were ever created. */
  matches: (): number => store.nextMatch() - 1,
  teams: (names: readonly string[]): readonly Team[] => names.map(register),
  /** Milliseconds until a match of the organiser, with a house brain that needs a place, has begun. */
  async callMatch(): Promise<number> {
    const began = performance.now()
    const players = [house('random', 'a'), house('random', 'b')] as const
    const { id } = must(
      arena.create({ challenge: 'boost-tron', players, origin: 'organiser', rules: { bestOf: 1 } }),
    )
    if (store.match(id)?.status === 'waiting')
      await new Promise<void>((resolve) => {
        const leave = arena.onMatch((row) => {
          if (row.id !== id || row.status === 'waiting') return
          leave()
          resolve()
        })
      })
    return performance.now() - began
  },
  begin(): void {
    meter.begin()
    measureStretches()
  },
  end(): Usage {
    clearInterval(ticking)
    const sorted = Float64Array.from(stretches).toSorted()
    return {
      ...meter.end(),
      late: ids.reduce((sum, id) => sum + lateRounds(id), 0),
      stretchP99Ms: sorted[Math.floor((sorted.length - 1) * 0.99)] ?? 0,
      stretchMaxMs: sorted.at(-1) ?? 0,
    }
  },
})

const lateRounds = (id: number): number =>
  arena
    .sight(id)
    ?.match.ended.filter(
      ({ end }) => end.kind === 'forfeited' && end.faults.some((fault) => fault?.kind === 'timeout'),
    ).length ?? 0

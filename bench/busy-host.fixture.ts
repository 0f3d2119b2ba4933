import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueKey, registerPerson } from '../src/arena/people.ts'
import { untilOver } from '../src/arena/until-over.ts'
import { must } from '../src/base/result.ts'
import type { MatchPlayer } from '../src/store/store.ts'
import { openServer } from '../src/server/open-server.ts'
import { playPart } from './server-part.fixture.ts'

/** An arena that has been in use: teams, finished matches, a tournament. */
export interface BusyArena {
  readonly port: number
  readonly key: string
  readonly player: number
  /** A finished match of many events. */
  readonly long: number
  readonly finished: readonly number[]
  readonly tournament: number
}

/** A match of boost tron between two players that come by HTTP. */
export interface HonestGame {
  readonly id: number
  readonly players: readonly [Team, Team]
}

export interface Team {
  readonly id: number
  readonly key: string
}

/** What the main thread has used since it was told to begin. */
export interface MainThreadUse {
  readonly cpuMs: number
  /** What it worked without looking at its timers: how long a move waits at most where nothing else needs the processor. */
  readonly stretchP99Ms: number
  readonly stretchMaxMs: number
}

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const server = must(
  await openServer({
    folder,
    host: '127.0.0.1',
    port: 0,
    ...(process.argv[2] === 'unlimited' && { limits: { perAddress: 1e9, perPlayer: 1e9 } }),
    onFailure: (what, error) => console.error(`${what} failed:`, error),
  }),
)
const { arena, tournaments } = server
const { store } = arena
const never = new AbortController().signal
let cpu = process.threadCpuUsage()
let stretches: number[] = []
let ticking: NodeJS.Timeout | undefined

const spentSince = (earlier: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(earlier)
  return (user + system) / 1000
}

/** Measured in processor time, so that other programs of the machine do not count. */
function tick(): void {
  let last = process.threadCpuUsage()
  ticking = setInterval(() => {
    stretches.push(spentSince(last))
    last = process.threadCpuUsage()
  }, 1)
}

const house = (brain: string, name = brain): MatchPlayer => ({ kind: 'house', name, brain })

const register = (name: string): Team => {
  const { id } = must(registerPerson(store, name, 'player'))
  return { id, key: must(issueKey(store, id, 'api', Date.now())).text }
}

async function playOut(challenge: string, brains: readonly [string, string], rules = {}): Promise<number> {
  const players = [house(brains[0]), house(brains[1])] as const
  const { id } = must(arena.create({ challenge, players, origin: 'organiser', rules, seed: 5 }))
  await untilOver(arena, id, never)
  return id
}

playPart({
  async fill(matches: number): Promise<BusyArena> {
    const team = register('Bench')
    for (let n = 0; n < 100; n++) register(`Team ${n}`)
    const finished: number[] = []
    for (let n = 0; n < matches; n++) finished.push(await playOut('tic-tac-toe', ['random', 'first']))
    const long = await playOut('boost-tron', ['random', 'random'], { bestOf: 41 })
    const entrants = ['house:random', 'house:first', 'house:baseline']
    const tournament = must(
      tournaments.create({
        name: 'Bench',
        challenge: 'tic-tac-toe',
        format: 'round-robin',
        options: { games: 4 },
        entrants,
      }),
    )
    must(tournaments.start(tournament.id))
    await new Promise<void>((resolve) => {
      const leave = tournaments.onChange(() => {
        if (store.tournament(tournament.id)?.status !== 'over') return
        leave()
        resolve()
      })
    })
    return { port: server.port, key: team.key, player: team.id, long, finished, tournament: tournament.id }
  },
  /** Matches without end, so that nobody has to start new ones. */
  games(count: number): readonly HonestGame[] {
    return Array.from({ length: count }, (_, index) => {
      const [first, second] = [register(`Honest ${index} a`), register(`Honest ${index} b`)]
      const { id } = must(
        arena.create({
          challenge: 'boost-tron',
          players: [
            { kind: 'http', name: `Honest ${index} a`, person: first.id },
            { kind: 'http', name: `Honest ${index} b`, person: second.id },
          ],
          origin: 'organiser',
          rules: { bestOf: 9999 },
        }),
      )
      return { id, players: [first, second] } as const
    })
  },
  teams: (names: readonly string[]): readonly Team[] => names.map(register),
  /** Milliseconds until a contest's match with a house brain that needs a place has begun. */
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
    cpu = process.threadCpuUsage()
    stretches = []
    tick()
  },
  end(): MainThreadUse {
    clearInterval(ticking)
    const sorted = Float64Array.from(stretches).toSorted()
    return {
      cpuMs: spentSince(cpu),
      stretchP99Ms: sorted[Math.floor((sorted.length - 1) * 0.99)] ?? 0,
      stretchMaxMs: sorted.at(-1) ?? 0,
    }
  },
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { issueKey, registerPerson } from '../src/arena/people.ts'
import { must } from '../src/base/result.ts'
import type { Pair } from '../src/game/game.ts'
import { openServer } from '../src/server/open-server.ts'
import { playPart } from './server-part.fixture.ts'

/** An arena server in a process of its own, with matches that were made inside it. */
export interface Hosted {
  readonly port: number
  readonly games: readonly HostedGame[]
}

export interface HostedGame {
  readonly id: number
  readonly players: Pair<HostedPlayer>
}

export interface HostedPlayer {
  readonly id: number
  readonly key: string
}

/** What the server has used since it was told to begin measuring. */
export interface Usage {
  readonly cpuSeconds: number
  readonly delayP99Ms: number
  readonly delayMaxMs: number
  readonly residentBytes: number
  /** Rounds that were lost on time: our fault, because every player of a bench answers in time. */
  readonly late: number
}

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const server = must(
  await openServer({
    folder,
    host: '127.0.0.1',
    port: 0,
    limits: { perAddress: 1e9, perPlayer: 1e9 },
    // All spectators of a bench come from one address.
    streamLimits: { each: 1e9, all: 1e9 },
    onFailure: (what, error) => console.error(`${what} failed:`, error),
  }),
)
const { arena } = server
const delay = monitorEventLoopDelay({ resolution: 1 })
const ids: number[] = []
let cpu = process.cpuUsage()

const registered = (name: string): HostedPlayer & { readonly name: string } => {
  const { id } = must(registerPerson(arena.store, name, 'player'))
  return { id, name, key: must(issueKey(arena.store, id, 'api', Date.now())).text }
}

playPart({
  /** Rounds without end, so that nobody has to start new matches. */
  create(count: number): Hosted {
    const games = Array.from({ length: count }, (_, index) => {
      const [first, second] = [registered(`Bench ${index} a`), registered(`Bench ${index} b`)]
      const row = must(
        arena.create({
          challenge: 'boost-tron',
          players: [
            { kind: 'http', name: first.name, person: first.id },
            { kind: 'http', name: second.name, person: second.id },
          ],
          origin: 'organiser',
          rules: { bestOf: 9999 },
        }),
      )
      ids.push(row.id)
      return { id: row.id, players: [first, second] } as const
    })
    return { port: server.port, games }
  },
  begin(): void {
    delay.reset()
    delay.enable()
    cpu = process.cpuUsage()
  },
  end(): Usage {
    const { user, system } = process.cpuUsage(cpu)
    delay.disable()
    return {
      cpuSeconds: (user + system) / 1e6,
      delayP99Ms: delay.percentile(99) / 1e6,
      delayMaxMs: delay.max / 1e6,
      residentBytes: process.memoryUsage().rss,
      late: ids.reduce((sum, id) => sum + lateRounds(id), 0),
    }
  },
})

const lateRounds = (id: number): number =>
  arena
    .sight(id)
    ?.match.ended.filter(
      ({ end }) => end.kind === 'forfeited' && end.faults.some((fault) => fault?.kind === 'timeout'),
    ).length ?? 0

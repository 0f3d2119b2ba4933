import type { Arena } from '../arena/arena.ts'
import type { NewTournament } from '../arena/new-tournament.ts'
import type { Tournaments } from '../arena/tournaments.ts'
import { must } from '../base/result.ts'
import { pause, realClock } from '../runner/clock.ts'
import type { Audience } from './demo-audience.ts'

type Show = Omit<NewTournament, 'isShow'>

const TRON = ['house:advanced', 'house:voronoi', 'house:wanderer', 'house:baseline']
const QUORIDOR = ['house:advanced', 'house:alphabeta-2', 'house:walker', 'house:baseline']

/** The tournaments of the demo, several minutes each: two run at a time, one of them with a bracket. */
const PROGRAMME: readonly (readonly Show[])[] = [
  [
    {
      name: 'Cup of the house',
      challenge: 'light-cycle',
      format: 'round-robin-knock-out',
      options: { games: 2, bestOf: 3 },
      entrants: TRON,
      settings: { width: 24, height: 24 },
    },
    {
      name: 'Second chances',
      challenge: 'torus-tron',
      format: 'double-elimination',
      options: { bestOf: 3 },
      entrants: TRON,
      settings: { width: 24, height: 24 },
    },
    {
      name: 'Quoridor knock-out',
      challenge: 'quoridor',
      format: 'single-elimination',
      options: { bestOf: 3 },
      entrants: QUORIDOR,
    },
  ],
  [
    {
      name: 'Longest groups, Swiss',
      challenge: 'longest-group',
      format: 'swiss',
      options: { games: 4 },
      entrants: ['house:advanced', 'house:greedy', 'house:baseline', 'house:random'],
    },
    {
      name: 'Noughts and crosses league',
      challenge: 'tic-tac-toe',
      format: 'round-robin',
      options: { games: 8 },
      entrants: ['house:perfect', 'house:baseline', 'house:random', 'house:first'],
    },
  ],
]

/** Small, so that matches of several tournaments at once do not overload a laptop. */
const NODES = 300
const INTERVAL_MS = 3_000

/** Runs one tournament of house brains after the other until the signal ends it. Interrupted tournaments continue. */
export function openDemoTournaments(
  arena: Arena,
  tournaments: Tournaments,
  audience: Audience,
  signal: AbortSignal,
): void {
  for (const shows of PROGRAMME) void hold(arena, tournaments, shows, audience, signal)
}

async function hold(
  arena: Arena,
  tournaments: Tournaments,
  shows: readonly Show[],
  audience: Audience,
  signal: AbortSignal,
): Promise<void> {
  const held = tournaments.list({ limit: 100 })
  const isOf = (name: string, show: Show): boolean => name.startsWith(show.name)
  const unfinished = held.filter(
    ({ name, status }) =>
      (status === 'running' || status === 'waiting') && shows.some((show) => isOf(name, show)),
  )
  for (const { id } of unfinished) {
    must(tournaments.start(id))
    await untilTournamentOver(arena, tournaments, id, signal)
  }
  const count = (show: Show): number => held.filter(({ name }) => isOf(name, show)).length
  const before = shows.reduce((sum, show) => sum + count(show), 0)
  for (let turn = before; !signal.aborted; turn++) {
    const show = shows[turn % shows.length]
    if (show === undefined) return
    const number = Math.floor(turn / shows.length) + 1
    const name = number === 1 ? show.name : `${show.name} ${number}`
    const { id } = must(tournaments.create({ ...show, name, nodes: NODES, isShow: true }))
    must(tournaments.start(id))
    await untilTournamentOver(arena, tournaments, id, signal)
    await pause(realClock, INTERVAL_MS, signal)
    await audience.present()
  }
}

function untilTournamentOver(
  { store }: Arena,
  tournaments: Tournaments,
  id: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (store.tournament(id)?.status !== 'over' && !signal.aborted) return
      leave()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const leave = tournaments.onChange((tournament) => tournament === id && look())
    signal.addEventListener('abort', look)
    look()
  })
}

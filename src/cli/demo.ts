import type { Arena } from '../arena/arena.ts'
import { untilOver } from '../arena/until-over.ts'
import { must } from '../base/result.ts'
import { pause, realClock } from '../runner/clock.ts'
import type { ArenaServer } from '../server/open-server.ts'
import type { MatchPlayer } from '../store/store.ts'
import { openAudience, type Audience } from './demo-audience.ts'
import { openDemoTournaments } from './demo-tournaments.ts'

interface Act {
  readonly challenge: string
  readonly brains: readonly [string, string]
  readonly settings?: Readonly<Record<string, unknown>>
}

/** The matches of the demo, in a loop: three boards at a time, each with its own list. */
const PROGRAMME: readonly (readonly Act[])[] = [
  [
    {
      challenge: 'light-cycle',
      brains: ['advanced', 'voronoi'],
      settings: { width: 24, height: 24, starts: '0,0,s -1,-1,n' },
    },
    { challenge: 'torus-tron', brains: ['voronoi', 'wanderer'] },
    {
      challenge: 'boost-tron',
      brains: ['voronoi', 'wanderer'],
      settings: { width: 48, height: 32, starts: '12,16,e 35,16,w' },
    },
  ],
  [
    { challenge: 'quoridor', brains: ['advanced', 'alphabeta-2'] },
    { challenge: 'quoridor', brains: ['walker', 'advanced'] },
  ],
  [
    { challenge: 'longest-group', brains: ['advanced', 'greedy'] },
    { challenge: 'tic-tac-toe', brains: ['perfect', 'random'] },
  ],
]

const INTERVAL_MS = 5_000
/** A node budget that gives good play on any laptop. */
const NODES = 2_000

/** Keeps an arena busy with matches and tournaments of house brains until the signal ends it. */
export function openDemo({ arena, tournaments, spectators }: ArenaServer, signal: AbortSignal): void {
  const audience = openAudience(spectators, realClock, signal)
  for (const acts of PROGRAMME) void perform(arena, acts, audience, signal)
  openDemoTournaments(arena, tournaments, audience, signal)
}

async function perform(
  arena: Arena,
  acts: readonly Act[],
  audience: Audience,
  signal: AbortSignal,
): Promise<void> {
  // Interrupted matches resume by themselves and count as part of the list.
  const unfinished = arena.store
    .unfinishedMatches()
    .filter(({ id, origin }) => origin === 'demo' && arena.store.tournamentOf(id) === undefined)
  const own = unfinished.find(({ challenge }) => acts.some((act) => act.challenge === challenge))
  if (own) await untilOver(arena, own.id, signal)
  for (let turn = 0; !signal.aborted; turn++) {
    const act = acts[turn % acts.length]
    if (act === undefined) return
    const player = (name: string): MatchPlayer => ({
      kind: 'house',
      name: `house:${name}`,
      brain: name,
      nodeBudget: NODES,
    })
    const { challenge, brains, settings } = act
    const made = arena.create({
      challenge,
      players: [player(brains[0]), player(brains[1])],
      origin: 'demo',
      rules: { bestOf: 1 },
      ...(settings && { settings }),
    })
    await untilOver(arena, must(made).id, signal)
    await pause(realClock, INTERVAL_MS, signal)
    await audience.present()
  }
}

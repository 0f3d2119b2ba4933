import { show } from '../base/fields.ts'
import type { LeastSpeed } from '../queue/least-speed.ts'
import type { MatchQueue } from '../queue/match-queue.ts'
import type { OrderedPlayer } from '../queue/match-order.ts'
import type { PackedProgram } from '../queue/pack-program.ts'
import type { LedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { playByWorkers, type QueueHost } from '../tournament-runner/play-by-workers.ts'
import type { Attempt } from '../tournament-runner/run-tournament.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { version } from './own-package.ts'
import { badArgument, orExit } from './problem.ts'
import { readQueueAddress } from './queue-address.ts'
import { readCount } from './read-count.ts'
import type { TournamentFlags } from './read-tournament.ts'
import type { Seating, TournamentPlan } from './tournament-plan.ts'

/** The matches of a tournament with `--queue`: workers play them. */
export interface FarMatches extends AsyncDisposable {
  /** How many matches are ordered at once. */
  workers(): number
  onOpen(fill: () => void): void
  play(
    host: Omit<QueueHost, 'queue' | 'player'>,
    pairing: Pairing,
    signal: AbortSignal,
  ): Promise<Attempt<LedgerEntry>>
}

/** While a worker plays one match, the next one waits for it. */
const ORDERS_A_PLACE = 2

export async function openFarMatches(
  { tournament, bots, workers }: TournamentPlan,
  flags: TournamentFlags,
  say: (line: string) => void,
): Promise<FarMatches> {
  const address = await readQueueAddress(flags.queue ?? '')
  const leastSpeed = readLeastSpeed(flags.minSpeed)
  const secondLook =
    flags.secondLook === undefined ? undefined : readCount('second-look', flags.secondLook, 0, 100) / 100
  const players = new Map<string, OrderedPlayer>()
  const programs: PackedProgram[] = []
  for (const { name, bot } of tournament.entrants)
    players.set(name, { name, bot, source: await orderBot(bot, bots.get(name), programs, flags) })
  let fill = (): void => {}
  // The package of the queue takes long to load, and most tournaments do not need it.
  const { openMatchQueue } = await import('../queue/match-queue.ts')
  const queue: MatchQueue = orExit(
    await openMatchQueue({
      address,
      release: version,
      programs,
      ...(leastSpeed && { leastSpeed }),
      ...(secondLook !== undefined && { secondLook }),
      say,
      onPlaces: () => fill(),
    }),
    1,
  )
  return {
    workers: () => (flags.workers === undefined ? Math.max(1, ORDERS_A_PLACE * queue.places()) : workers),
    onOpen(more) {
      fill = more
    },
    play: (host, pairing, signal) => playByWorkers({ ...host, queue, player }, pairing, signal),
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  }

  function player(name: string): OrderedPlayer {
    const found = players.get(name)
    if (found === undefined) throw new Error(`No such entrant: ${name}`)
    return found
  }
}

function readLeastSpeed(text: string | undefined): LeastSpeed | undefined {
  if (text === undefined) return undefined
  const share = /^(\d{1,3})%$/.exec(text)?.[1]
  if (share !== undefined && Number(share) <= 100) return { share: Number(share) / 100 }
  if (/^\d{1,12}$/.test(text)) return { speed: Number(text) }
  throw badArgument(
    `Cannot set --min-speed to ${show(text)}: expected a speed like 40000, or a share of the fastest worker like 50%`,
  )
}

/** The bot as workers can start it. The folder of a program is added to `programs`. */
async function orderBot(
  bot: string,
  seating: Seating | undefined,
  programs: PackedProgram[],
  { deterministic }: TournamentFlags,
): Promise<OrderedPlayer['source']> {
  const source = seating?.source
  if (source?.kind === 'brain' && source.source.kind === 'house')
    return { kind: 'house', brain: source.source.name }
  if (source?.kind !== 'program')
    throw badArgument(
      `Cannot send ${JSON.stringify(bot)} to workers: expected house:NAME or a program like "python3 bot.py"`,
    )
  const { packProgram } = await import('../queue/pack-program.ts')
  const { sandbox, pty, ...command } = source.process
  const packed = orExit(await packProgram(bot, command))
  if (packed.sha !== '' && !programs.some(({ sha }) => sha === packed.sha)) programs.push(packed)
  return {
    kind: 'program',
    argv: packed.argv,
    files: packed.sha,
    wire: source.dialect.id,
    ...(sandbox && { sandbox: true }),
    ...(pty && { pty: true }),
    ...(deterministic && { isDeterministic: true }),
  }
}

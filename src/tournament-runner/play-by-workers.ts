import { must } from '../base/result.ts'
import type { Pair } from '../game/game.ts'
import { advance, startMatch } from '../match/machine.ts'
import type { MatchQueue } from '../queue/match-queue.ts'
import type { OrderedPlayer } from '../queue/match-order.ts'
import { realClock } from '../runner/clock.ts'
import { isFinalStage } from '../tournament/is-final-stage.ts'
import type { Pairing } from '../tournament/tournament.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { openRecorder } from './open-recorder.ts'
import { settingsWith } from './pairing-opening.ts'
import { keepPlayed, type MatchHost } from './play-pairing.ts'
import type { Attempt } from './run-tournament.ts'
import { specFor } from './tournament-spec.ts'

/** A host whose matches are played by workers. */
export interface QueueHost extends Pick<MatchHost, 'tournament' | 'save' | 'opening' | 'clock'> {
  readonly queue: MatchQueue
  /** The bot of an entrant, as a worker can start it. */
  player(name: string): OrderedPlayer
}

/** Plays one match of a tournament by some worker. Its record, its entry and its files are those of a match played here. */
export async function playByWorkers(
  host: QueueHost,
  pairing: Pairing,
  signal: AbortSignal,
): Promise<Attempt<LedgerEntry>> {
  const { tournament, clock = realClock } = host
  const { challenge, rules, how } = tournament
  const opening = await host.opening?.(pairing)
  if (signal.aborted) return { kind: 'aborted' }
  const players: Pair<OrderedPlayer> = [host.player(pairing.players[0]), host.player(pairing.players[1])]
  const end = await host.queue.play(
    {
      key: pairing.key,
      challenge: challenge.id,
      settings: settingsWith(tournament, opening),
      rules,
      seed: pairing.seed,
      players,
      ...(how.nodes !== undefined && { nodes: how.nodes }),
    },
    signal,
    { isFinal: isFinalStage(pairing.stage) },
  )
  if (end.kind !== 'played') return end
  const spec = must(specFor(tournament, pairing.seed, opening))
  const named = ({ name, bot }: OrderedPlayer) => ({ name, bot })
  const { ms, logs, memory } = end.account
  const began = new Date(clock.date().getTime() - ms)
  const recorder = openRecorder(tournament, spec, [named(players[0]), named(players[1])], began)
  let { match } = startMatch(spec)
  for (const event of end.events) {
    match = advance(match, event).match
    recorder.see(event, match)
  }
  const names: Pair<string> = [players[0].name, players[1].name]
  const took = { ms, logs, memory: [memory[0] ?? undefined, memory[1] ?? undefined] as const }
  return { kind: 'played', entry: await keepPlayed(host, pairing, match, names, opening, recorder, took) }
}

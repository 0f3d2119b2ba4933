import { ok, type Result } from '../base/result.ts'
import type { Pair } from '../game/game.ts'
import type { MatchEvent } from '../match/match.ts'
import { formatEventLine } from '../match/event-line.ts'
import type { MatchOrder, OrderedPlayer } from '../queue/match-order.ts'
import type { LogRoom } from '../runner/round-log.ts'
import type { MatchPlayer, MatchRow, Store } from '../store/store.ts'
import { dialectOfProgram } from '../wires/dialects.ts'
import type { ReadMatch } from './read-row.ts'
import type { LocatedBot } from './seat-player.ts'

/** What an order takes from the bots of the arena. */
export interface VersionSource {
  locate(bot: number, version: number): Result<LocatedBot>
  pack(bot: number, version: number): Promise<string>
}

/** Whether workers can play all players of a match: house brains, and versions that were uploaded. */
export function isForWorkers({ players, origin }: MatchRow, store: Pick<Store, 'version'>): boolean {
  // A demo is there to be watched: it waits between its moves and needs no processor.
  if (origin === 'demo') return false
  return players.every(
    (player) =>
      player?.kind === 'house' ||
      (player?.kind === 'bot' && store.version(player.bot, player.version)?.source.kind === 'upload'),
  )
}

/** A match of the store as an order for a worker; `past` is what has happened in it already. */
export async function orderOfRow(
  row: MatchRow,
  { players, challenge }: ReadMatch,
  versions: VersionSource,
  past: readonly MatchEvent[],
  logged: Pair<LogRoom>,
): Promise<Result<MatchOrder>> {
  const order = async (player: MatchPlayer): Promise<Result<OrderedPlayer>> => {
    const { name } = player
    if (player.kind === 'house') {
      const { brain, nodeBudget } = player
      const source = {
        kind: 'house',
        brain,
        ...(nodeBudget !== undefined && { nodes: nodeBudget }),
      } as const
      return ok({ name, bot: `house:${brain}`, source })
    }
    if (player.kind !== 'bot') throw new Error(`${name} is no player for workers`)
    const { bot, version } = player
    const located = versions.locate(bot, version)
    if (!located.ok) return located
    const { process, wire } = located.value
    const dialect = dialectOfProgram(wire, challenge)
    return ok({
      name,
      bot: `bot ${bot} version ${version}`,
      source: {
        kind: 'version',
        argv: process.argv,
        files: await versions.pack(bot, version),
        wire: dialect.id,
        team: process.sandbox?.team ?? 0,
      },
    })
  }
  const first = await order(players[0])
  if (!first.ok) return first
  const second = await order(players[1])
  if (!second.ok) return second
  return ok({
    key: String(row.id),
    challenge: row.challenge,
    settings: row.settings,
    rules: row.rules,
    seed: row.seed,
    players: [first.value, second.value],
    arena: { past: past.map(formatEventLine), logged },
  })
}

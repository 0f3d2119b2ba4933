import { longestGroup } from '../challenges/longest-group.ts'
import type { Pair, Seat } from '../game/game.ts'
import type { MatchPlayer, Store } from '../store/store.ts'

/** Bots and rated matches as entries of the log: no program is built, and no match is played. */

/** A team, by its id. */
interface Owner {
  readonly id: number
}

/** Registers a bot. */
export function addBot(store: Store, owner: Owner, name: string, challenge = longestGroup.id): number {
  const bot = store.nextBot()
  store.append({ kind: 'bot-registered', bot, person: owner.id, challenge, name })
  return bot
}

/**
 * Adds a version that waits to be judged. Its program ends at once, so it loses to every bot that plays. It names a small folder: without
 * one it would start in the checkout, and a sandbox copies all of that for root if a part cannot be read by others.
 */
export function addVersion(store: Store, bot: number): number {
  const version = store.versions(bot).length + 1
  store.append({
    kind: 'version-added',
    bot,
    version,
    source: { kind: 'program', command: `true '${import.meta.dirname}'` },
  })
  return version
}

export function pass(store: Store, bot: number, version: number): void {
  store.append({ kind: 'version-judged', bot, version, passed: true, report: 'It passed', run: 'true' })
}

export function addReadyBot(store: Store, owner: Owner, name: string): number {
  const bot = addBot(store, owner, name)
  pass(store, bot, addVersion(store, bot))
  return bot
}

/** Logs rated matches between two versions, the first of which wins them all; they go first in turn. */
export function addRated(store: Store, winner: MatchPlayer, loser: MatchPlayer, count: number): void {
  for (let index = 0; index < count; index++)
    if (index % 2 === 0) addRatedMatch(store, [winner, loser], 0)
    else addRatedMatch(store, [loser, winner], 1)
}

/** Logs a rated match of longest group. */
export function addRatedMatch(store: Store, players: Pair<MatchPlayer>, winner: Seat): void {
  const match = store.nextMatch()
  store.append({
    kind: 'match-created',
    match,
    challenge: longestGroup.id,
    gameVersion: longestGroup.game.version,
    settings: { ...longestGroup.game.presets[longestGroup.preset] },
    rules: longestGroup.rules,
    seed: match,
    players,
    origin: 'ladder',
  })
  const score: Pair<number> = winner === 0 ? [1, 0] : [0, 1]
  store.append({ kind: 'match-over', match, score, winner, void: false, end: 'won by a longer group' })
}

export const playerOf = (store: Store, bot: number, version = 1): MatchPlayer => ({
  kind: 'bot',
  name: store.bot(bot)?.name ?? '',
  person: store.bot(bot)?.person ?? 0,
  bot,
  version,
})

import type { Challenge } from '../challenges/challenge.ts'
import { quoridor } from '../challenges/quoridor.ts'
import type { MatchPlayer, MatchRow } from '../store/store.ts'

/** The row of a rated match that its first player, by default version 2 of bot 3, won against a house brain. */
export function ratedRow(
  id: number,
  more: Partial<MatchRow> = {},
  challenge: Challenge = quoridor,
): MatchRow {
  return {
    id,
    challenge: challenge.id,
    gameVersion: challenge.game.version,
    settings: {},
    rules: challenge.rules,
    seed: 1,
    origin: 'ladder',
    status: 'over',
    players: [ratedBot(3, 2), RATED_HOUSE],
    score: [1, 0],
    winner: 0,
    void: false,
    end: 'won',
    created: id,
    started: id,
    ended: id,
    starter: undefined,
    invited: undefined,
    rematchOf: undefined,
    fingerprints: undefined,
    ...more,
  }
}

export const RATED_HOUSE: MatchPlayer = { kind: 'house', name: 'house:random', brain: 'random' }

export const ratedBot = (bot: number, version: number): MatchPlayer => ({
  kind: 'bot',
  name: `bot ${bot}`,
  person: 1000,
  bot,
  version,
})

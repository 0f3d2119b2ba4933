import { must } from '../base/result.ts'
import { otherSeat, type Pair, type Seat } from '../game/game.ts'
import { shorten } from './machine.ts'
import type { Match, MatchEvent, RoundResult } from './match.ts'

/** Facts about one event, derived from the match before and after it. */

/** The round that the event ended. */
export const endedRound = (before: Match, after: Match): RoundResult | undefined =>
  after.ended.length > before.ended.length ? after.ended.at(-1) : undefined

/** The moves of the turn that the event completed. */
export function playedTurn(
  before: Match,
  event: MatchEvent,
  after: Match,
): Pair<string | undefined> | undefined {
  const turns = endedRound(before, after)?.turns ?? after.round.turns
  if (turns === before.round.turns) return undefined
  if (after.round.turns === turns) return after.round.lastTurn
  // `after` shows the next round already, so the turn comes from the event: only an answer completes one.
  const { seat, text } = event as Extract<MatchEvent, { kind: 'answered' }>
  const { state, answers } = before.round
  const move = must(before.spec.game.notation.parseMove(text, state))
  return seat === 0 ? [move, answers[1]] : [answers[0], move]
}

/** A command that surrenders the round under the flip policy, or the flip that answers one. */
export type CheatOrFlip =
  | { readonly kind: 'cheated'; readonly seat: Seat; readonly text: string }
  | { readonly kind: 'flipped'; readonly seat: Seat }

/**
 * The cheats and flips that an event means: one player cheats; the other flips the table, or the host flips it for that
 * player.
 */
export function cheatsAndFlips(before: Match, event: MatchEvent, after: Match): readonly CheatOrFlip[] {
  const end = endedRound(before, after)?.end
  const isSettled = end?.kind === 'forfeited' && end.noticed !== undefined
  const known = before.round.cheat
  const said: CheatOrFlip[] = []
  let cheater = known?.seat
  const isNew = known === undefined && (isSettled || (!end && after.round.cheat !== undefined))
  if (isNew && event.kind === 'answered') {
    cheater = event.seat
    said.push({ kind: 'cheated', seat: cheater, text: shorten(event.text) })
  }
  if (isNew && event.kind === 'flipped') {
    cheater = event.seat
    said.push({ kind: 'flipped', seat: cheater })
  }
  const policy = before.spec.rules.illegal
  const isMissed = isSettled && !end.noticed && policy.kind === 'flip' && policy.missed === 'loses'
  if (isSettled && !isMissed && cheater !== undefined)
    said.push({ kind: 'flipped', seat: otherSeat(cheater) })
  return said
}

/** Whether the opponent has just cheated, so that the table must be flipped even while the player thinks. */
export const isCheatAgainst = (seat: Seat, before: Match, event: MatchEvent, after: Match): boolean =>
  cheatsAndFlips(before, event, after).some((one) => one.seat !== seat)

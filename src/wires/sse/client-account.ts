import { SEATS, type Seat } from '../../game/game.ts'
import { advance, awaitedSeats, startMatch } from '../../match/machine.ts'
import type { Match, MatchEvent, MatchSpec } from '../../match/match.ts'
import type { ArenaNews } from './client-words.ts'

/** A battle as far as it was heard, followed by the rules of the game. */
export interface Account {
  readonly spec: MatchSpec
  readonly seat?: Seat
  /** Whether a stream is open and has said which side this player is; until then there is nothing to do. */
  readonly isOpen: boolean
  readonly match: Match
  /**
   * How many commands the open stream has told, and how many any stream has told. Until both are equal, the open stream
   * repeats what is known.
   */
  readonly heard: number
  readonly known: number
}

export const openAccount = (spec: MatchSpec): Account => ({
  spec,
  isOpen: false,
  match: beginning(spec),
  heard: 0,
  known: 0,
})

/** A stream tells everything from the beginning. */
export const retell = (account: Account): Account => ({
  ...account,
  isOpen: false,
  match: beginning(account.spec),
  heard: 0,
})

/** A command was told, perhaps once more; `change` is what the player has not been told before. */
export function hearCommand(
  account: Account,
  command: Extract<ArenaNews, { kind: 'played' | 'flipped' }>,
): { readonly account: Account; readonly change: readonly [Match, MatchEvent, Match] | undefined } {
  const { seat } = command
  const event: MatchEvent =
    command.kind === 'flipped'
      ? { kind: 'flipped', seat, at: 0 }
      : { kind: 'answered', seat, text: command.text, at: 0 }
  const { match } = advance(account.match, event)
  const heard = account.heard + 1
  const isNew = heard > account.known
  return {
    account: { ...account, match, heard, known: Math.max(heard, account.known) },
    change: isNew ? [account.match, event, match] : undefined,
  }
}

/** Whether there is more to come that was heard before. */
export const isBehind = ({ isOpen, heard, known }: Account): boolean => isOpen && heard < known

/** What the player has to do now: move, flip the table for what the opponent has done, or nothing. */
export function dutyOf(account: Account): 'move' | 'flip' | undefined {
  const { seat, isOpen, match } = account
  if (seat === undefined || !isOpen || isBehind(account) || match.phase !== 'playing') return undefined
  const { cheat } = match.round
  if (cheat !== undefined) return cheat.seat === seat ? undefined : 'flip'
  return awaitedSeats(match).includes(seat) ? 'move' : undefined
}

/** Time stands still here: the arena alone judges clocks. */
const beginning = (spec: MatchSpec): Match =>
  SEATS.reduce((match, seat) => advance(match, { kind: 'ready', seat, at: 0 }).match, startMatch(spec).match)

import type { Digest } from '../base/hash.ts'
import { parseObject } from '../base/json.ts'
import { ok, type Result } from '../base/result.ts'
import type { AnyGame, Seat } from '../game/game.ts'
import { timeLeft } from './clock.ts'
import { advance, playerIn, startMatch } from './machine.ts'
import type { AnswerFailure, Match, MatchEvent } from './match.ts'
import { readRecord, type ReadRecord } from './read-record.ts'
import { specToReplay } from './record.ts'
import { thoughtOf } from './thought-of.ts'
import { isAwaited } from './waiting.ts'

/** One answer of a player to the question for its move, with the position it saw: a row for people who count or train. */
export interface TurnRow {
  readonly challenge: string
  readonly game: string
  readonly seed: number
  /** Counted from 1. */
  readonly round: number
  /** Counted from 1. */
  readonly turn: number
  readonly seat: Seat
  readonly player: string
  readonly bot: string | null
  /** Before the move, in the notation of the game. */
  readonly position: string
  readonly legal: readonly string[]
  /** What the player sent; null if it sent nothing. */
  readonly move: string | null
  /** Whether the move was legal: otherwise it was not played. */
  readonly played: boolean
  /** Why the player could not go on. */
  readonly cause: string | null
  /** The player's own evaluation, from -1 to 1. */
  readonly score: number | null
  readonly ms: number | null
  /** Left on its clock when it answered. */
  readonly clockMs: number | null
  readonly tokensIn: number | null
  readonly tokensOut: number | null
  readonly usd: number | null
  /** Of a language model: its answered calls, those that failed on the way, and why answers did not count. */
  readonly calls: number | null
  readonly retries: number | null
  readonly failures: readonly AnswerFailure[]
  /** How the round ended for this player: 1 won, 0 drawn, -1 lost. */
  readonly outcome: number
  /** Of the line of the record. */
  readonly hash: string
}

/** All answers in a record, in its order. The record is checked first. Void rounds are left out. */
export function turnsOfRecord(
  text: string,
  findGame: (id: string) => AnyGame | undefined,
  digest?: Digest,
): Result<readonly TurnRow[]> {
  const read = readRecord(text, findGame, digest)
  if (!read.ok) return read
  const { header, events } = read.value
  const lines = text.split('\n')
  const rows: TurnRow[] = []
  let { match } = startMatch(specToReplay(header))
  let ofRound: Omit<TurnRow, 'outcome'>[] = []
  for (const [index, event] of events.entries()) {
    const before = match
    match = advance(before, event).match
    const row = rowOf(read.value, before, event, hashOf(lines[index + 1] as string))
    if (row) ofRound.push(row)
    const ended = match.ended.length > before.ended.length ? match.ended.at(-1) : undefined
    if (ended === undefined) continue
    if (ended.end.kind !== 'void')
      for (const one of ofRound)
        rows.push({
          ...one,
          outcome: ended.winner === undefined ? 0 : ended.winner === ended.seats[one.seat] ? 1 : -1,
        })
    ofRound = []
  }
  return ok(rows)
}

/** The record was checked, so each line has one. */
const hashOf = (line: string): string => parseObject(line)?.['hash'] as string

function rowOf(
  { header }: ReadRecord,
  before: Match,
  event: MatchEvent,
  hash: string,
): Omit<TurnRow, 'outcome'> | undefined {
  if (before.phase !== 'playing' || (event.kind !== 'answered' && event.kind !== 'left')) return undefined
  const { seat, at, spent } = event
  if (!isAwaited(before, seat)) return undefined
  const { round, spec } = before
  const { game } = spec
  const player = header.players[playerIn(before, seat)]
  const text = event.kind === 'answered' ? event.text : undefined
  const move = text === undefined ? undefined : game.notation.parseMove(text, round.state)
  const word = move?.ok ? move.value : text
  const left = timeLeft(round.clocks[seat], at)
  return {
    challenge: header.challenge,
    game: game.id,
    seed: spec.seed,
    round: round.index + 1,
    turn: round.turns + 1,
    seat,
    player: player.name,
    bot: player.bot ?? null,
    position: game.notation.formatState(round.state),
    legal: game.legalMoves(round.state, seat),
    move: word ?? null,
    played: word !== undefined && round.cheat === undefined && game.isLegal(round.state, seat, word),
    cause: event.kind === 'left' ? event.cause : null,
    score: (event.kind === 'answered' ? event.remark?.score : undefined) ?? null,
    ms: (header.times ? thoughtOf(before, event)?.ms : undefined) ?? spent?.wall ?? null,
    clockMs: header.times && Number.isFinite(left) ? Math.max(0, left) : null,
    tokensIn: spent?.model?.tokensIn ?? null,
    tokensOut: spent?.model?.tokensOut ?? null,
    usd: spent?.model?.usd ?? null,
    calls: spent?.model?.calls ?? null,
    retries: spent?.model ? (spent.model.retries ?? 0) : null,
    failures: spent?.model?.failures ?? [],
    hash,
  }
}

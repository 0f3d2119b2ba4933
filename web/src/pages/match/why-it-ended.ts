import type { Pair } from '../../../../src/game/game.ts'
import { tellScores } from '../../../../src/match/describe.ts'
import type { Fault, Match, MatchSpec, Player, RoundResult } from '../../../../src/match/match.ts'

/** A finished match as its owner needs to hear it. */
export interface WhyItEnded {
  readonly outcome: 'won' | 'lost' | 'drawn' | 'void'
  /** The sentences, most important first; each with the round it is about, counted from 0, and the turn. */
  readonly reasons: readonly { readonly text: string; readonly round: number; readonly turn: number }[]
}

/** Says why a player won or lost, in plain sentences; undefined while the match is played. */
export function whyItEnded(
  { result, ended, spec }: Pick<Match, 'result' | 'ended' | 'spec'>,
  names: Pair<string>,
  me: Player,
  /** `Your bot`, or `You` for a person at the board. */
  who = 'Your bot',
): WhyItEnded | undefined {
  if (!result) return undefined
  const outcome = result.void
    ? 'void'
    : result.winner === undefined
      ? 'drawn'
      : result.winner === me
        ? 'won'
        : 'lost'
  const isOne = ended.length === 1
  const told = ended.map((round, number) => ({
    text: `${headOf(round, me)}${isOne ? '' : ` round ${number + 1}`}${causeOf(round, spec, names, me, who)}`,
    round: number,
    // A fault happens on the turn after the last one that was played.
    turn: round.end.kind === 'played' || round.end.kind === 'stopped' ? round.turns : round.turns + 1,
    isLost: round.winner !== undefined && round.winner !== me,
  }))
  const lost = told.filter(({ isLost }) => isLost)
  return { outcome, reasons: outcome === 'won' || lost.length === 0 ? told : lost }
}

function headOf({ winner, end }: RoundResult, me: Player): string {
  if (end.kind === 'void') return 'Not counted'
  return winner === undefined ? 'Drawn' : winner === me ? 'You won' : 'You lost'
}

/** The rest of the sentence that `headOf` begins. */
function causeOf(result: RoundResult, spec: MatchSpec, names: Pair<string>, me: Player, who: string): string {
  const { end, seats, turns, winner } = result
  switch (end.kind) {
    case 'void':
      return `: ${end.why}`
    case 'stopped':
      return `: the round was stopped after ${end.turns} turns`
    case 'played': {
      const reason = spec.game.reasons[end.outcome.reason] ?? end.outcome.reason
      const told = tellScores(result, spec)
      const scores = told === undefined ? '' : ` (${told})`
      const by = ` by ${reason}${scores} on turn ${turns}`
      return winner === undefined || winner === me ? by : `: ${names[winner]} won${by}`
    }
    case 'forfeited': {
      const mine = end.faults[seats[0] === me ? 0 : 1]
      const theirs = end.faults[seats[0] === me ? 1 : 0]
      if (mine) return `: ${faultWords(mine, spec, turns, who)}`
      const rival = names[me === 0 ? 1 : 0]
      return `: ${theirs ? faultWords(theirs, spec, turns, rival) : 'both fell on the same turn'}`
    }
  }
}

/** What went wrong, in a word, and then what exactly. */
function faultWords(
  { kind, text, detail, spent }: Fault,
  spec: MatchSpec,
  turn: number,
  who: string,
): string {
  const where = `turn ${turn + 1}`
  const sent = text === undefined ? 'something' : JSON.stringify(text)
  const because = detail === undefined ? '' : ` (${detail})`
  switch (kind) {
    case 'timeout':
      return `timeout. ${who} had ${timeWords(spec, where)} and ${spent ? `had not answered after ${spent.wall} ms` : 'did not answer in it'}${because}`
    case 'slow-start':
      return `slow start. ${who} had ${spec.rules.startUpMs} ms to get ready, and was not ready then${because}`
    case 'illegal':
      return `illegal move. ${who} played ${sent} on ${where}, which the rules do not allow there${because}`
    case 'garbled':
      return `unreadable answer. ${who} sent ${sent} on ${where}${because}`
    case 'out-of-turn':
      return `out of turn. ${who} sent ${sent} when it was not asked${because}`
    case 'crashed':
      return `crash. ${who} ended on ${where}${because}`
    case 'silent':
      return `no answer. ${who} ended on ${where} before it had answered${because}`
    case 'out-of-memory':
      return `out of memory. ${who} used more memory than it may on ${where}${because}`
    case 'resigned':
      return `resigned. ${who} gave up on ${where}`
    case 'false-flip':
      return `false flip. ${who} flipped the table on ${where}, and nothing was wrong`
    case 'missed-flip':
      return `missed flip. ${who} did not flip the table on ${where}, although the move before was not valid`
  }
}

function timeWords({ rules: { clock } }: MatchSpec, where: string): string {
  if (clock.kind === 'bank')
    return `${clock.ms} ms for the round${clock.incrementMs > 0 ? ` and ${clock.incrementMs} ms more for each move` : ''}, was asked for ${where}`
  return clock.kind === 'per-move' ? `${clock.ms} ms for ${where}` : `been asked for ${where}`
}

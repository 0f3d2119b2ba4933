import { SEATS, type Pair, type Seat } from '../game/game.ts'
import { describeClock } from './clock.ts'
import type { Fault, Match, MatchResult, MatchSpec, RoundResult } from './match.ts'

/** How a round ended and exactly why, in one sentence without a full stop. */
export function describeEnd(result: RoundResult, spec: MatchSpec, names: Pair<string>): string {
  const { end } = result
  const name = (seat: Seat): string => names[result.seats[seat]]
  switch (end.kind) {
    case 'played': {
      const reason = spec.game.reasons[end.outcome.reason] ?? end.outcome.reason
      const told = tellScores(result, spec)
      const scores = told === undefined ? '' : ` (${told})`
      return result.winner === undefined
        ? `drawn by ${reason}${scores}`
        : `${names[result.winner]} won by ${reason}${scores}`
    }
    case 'forfeited': {
      const causes = SEATS.flatMap((seat) => {
        const fault = end.faults[seat]
        return fault ? [`${name(seat)} ${describeFault(fault, spec, result.turns)}`] : []
      })
      const because = causes.join(' and ')
      if (result.winner === undefined) return `drawn: ${because}${alsoFell(end.faults, name)}`
      const unseen =
        end.noticed === false && !end.faults[seatOfPlayer(result, result.winner)] && isCheat(end.faults)
      return `${names[result.winner]} won: ${because}${unseen ? ', which went unnoticed' : ''}`
    }
    case 'stopped':
      return `drawn: stopped after ${end.turns} turns`
    case 'void':
      return `not counted: ${end.why}`
  }
}

/** The result of a match in one sentence without a full stop. */
export function describeResult(result: MatchResult, names: Pair<string>): string {
  const [first, second] = result.score
  if (result.void) return 'The match could not be played'
  if (result.winner === undefined) return `The match is drawn ${first}–${second}`
  const [most, least] = result.winner === 0 ? [first, second] : [second, first]
  return `${names[result.winner]} wins the match ${most}–${least}`
}

/** The result in one sentence: of a match of a single round with scores these, else the rounds that were won. */
export function describeVerdict(
  { result, ended, spec }: Pick<Match, 'result' | 'ended' | 'spec'>,
  names: Pair<string>,
): string | undefined {
  const [only, more] = ended.filter(({ end }) => end.kind !== 'void')
  const scores = only && !more ? tellScores(only, spec) : undefined
  if (result?.winner === undefined || scores === undefined) return result && describeResult(result, names)
  return `${names[result.winner]} wins ${scores}`
}

/** The scores of a round that was played to its end, those of the winner first; undefined if there are none. */
export function tellScores({ end, winner, seats }: RoundResult, { game }: MatchSpec): string | undefined {
  if (end.kind !== 'played' || end.outcome.scores === undefined) return undefined
  const [first, second] = game.tellScores?.(end.outcome) ?? end.outcome.scores
  const isSwapped = winner !== undefined && seats[1] === winner
  return isSwapped ? `${second} against ${first}` : `${first} against ${second}`
}

/** What a player did wrong, as the rest of a sentence that begins with its name. */
function describeFault(fault: Fault, spec: MatchSpec, turn: number): string {
  const where = `on turn ${turn + 1}`
  const sent = fault.text === undefined ? '' : ` ${JSON.stringify(fault.text)}`
  const detail = fault.detail ? ` (${fault.detail})` : ''
  const spent = fault.spent ? `, ${describeSpent(fault.spent)}` : ''
  switch (fault.kind) {
    case 'timeout':
      return `ran out of ${OUT_OF[fault.out ?? 'time']} ${where} (${describeClock(spec.rules.clock)})${spent}${fault.detail ? `: ${fault.detail}` : ''}`
    case 'slow-start':
      return `was not ready within ${spec.rules.startUpMs / 1000} s${detail}`
    case 'illegal':
      return `played${sent} ${where}, which is illegal there`
    case 'garbled':
      return `sent something unreadable ${where}${detail || `:${sent}`}`
    case 'out-of-turn':
      return `sent${sent || ' a move'} when it was not its turn${detail}`
    case 'crashed':
      return `crashed ${where}${detail}`
    case 'silent':
      return `ended without an answer ${where}${detail}`
    case 'out-of-memory':
      return `used more memory than allowed ${where}${detail}`
    case 'resigned':
      return `resigned ${where}`
    case 'false-flip':
      return `flipped the table ${where} although nothing was wrong`
    case 'missed-flip':
      return `played${sent || ' on'} ${where} instead of flipping the table`
  }
}

const OUT_OF = { time: 'time', tokens: 'tokens', usd: 'money' } as const

const describeSpent = (spent: NonNullable<Fault['spent']>): string =>
  [`${spent.wall} ms of wall time`, spent.cpu !== undefined && `${spent.cpu} ms of it on the processor`]
    .filter(Boolean)
    .join(', ')

const seatOfPlayer = (result: RoundResult, player: 0 | 1): Seat => (result.seats[0] === player ? 0 : 1)

const isCheat = (faults: Pair<Fault | undefined>): boolean =>
  faults.some((fault) => fault && ['illegal', 'garbled', 'out-of-turn', 'false-flip'].includes(fault.kind))

/** Simultaneous games: one seat had a fault, and the other died in the same turn. */
function alsoFell(faults: Pair<Fault | undefined>, name: (seat: Seat) => string): string {
  const survivor = SEATS.find((seat) => faults[seat] === undefined)
  return survivor === undefined ? '' : `, and ${name(survivor)} did not survive the turn either`
}

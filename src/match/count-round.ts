import { draw, winFor, winnerOf, type Outcome, type Pair, type Seat } from '../game/game.ts'
import { closeFingerprint } from './fingerprint.ts'
import { MAX_VOIDS, type Fault, type Match, type Player, type RoundEnd, type RoundResult } from './match.ts'

/** The match after the end of its round: the score, the count of rounds, and the result if the match is decided. */
export function countRound(match: Match, end: RoundEnd): Match {
  const { round, spec } = match
  const { bestOf, draws } = spec.rules
  const isVoid = end.kind === 'void'
  const seat = winningSeat(match, end)
  const winner = seat === undefined ? undefined : round.seats[seat]
  const { index, seats, turns, state } = round
  const fingerprint = closeFingerprint(round.fingerprint, round.answers, end)
  const result: RoundResult = { index, seats, end, turns, winner, state, fingerprint }
  const score: Pair<number> = [match.score[0] + Number(winner === 0), match.score[1] + Number(winner === 1)]

  const mayReplay = draws.kind === 'replay' && match.replays < draws.limit
  const isReplayed = winner === undefined && mayReplay
  const replays = isVoid ? match.replays : isReplayed ? match.replays + 1 : 0
  const voids = end.kind === 'void' ? match.voids + Number(!end.restart) : 0
  const counted = match.counted + Number(!isVoid && !isReplayed)
  const ended: Match = { ...match, ended: [...match.ended, result], score, counted, replays, voids }

  if (voids >= MAX_VOIDS) return { ...ended, phase: 'over', result: { score, winner: undefined, void: true } }
  const lead = score[0] - score[1]
  const isDecided = Math.abs(lead) > bestOf - counted || counted >= bestOf
  if (isVoid || !isDecided) return ended
  return { ...ended, phase: 'over', result: { score, winner: leader(lead), void: false } }
}

function winningSeat(match: Match, end: RoundEnd): Seat | undefined {
  if (end.kind === 'played') return winnerOf(end.outcome)
  if (end.kind === 'forfeited') return winnerOf(forfeitOutcome(match, end.faults))
  return undefined
}

/** A seat with a fault loses. In simultaneous games the other may have died in the same turn: that is a draw. */
function forfeitOutcome({ spec, round }: Match, faults: Pair<Fault | undefined>): Outcome {
  if (faults[0] && faults[1]) return draw('forfeit')
  return spec.game.outcome(round.state) ?? winFor(faults[0] ? 1 : 0, 'forfeit')
}

const leader = (lead: number): Player | undefined => (lead === 0 ? undefined : lead > 0 ? 0 : 1)

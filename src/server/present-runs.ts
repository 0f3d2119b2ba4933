import type { RunBody, RunHeadBody } from '../api/evaluations.ts'
import type { LineBody } from '../api/matches.ts'
import type { RunCase } from '../arena/run-cases.ts'
import { findChallenge } from '../challenges/index.ts'
import type { EvaluationCase } from '../evaluation/cases.ts'
import { otherSeat } from '../game/game.ts'
import type { TranscriptLine } from '../wires/sse/transcript.ts'
import type { RunRow } from '../store/store.ts'

/** What the team's side is called. */
export const sideOf = ({ challenge, houseSeat }: EvaluationCase): string =>
  findChallenge(challenge)?.game.seatNames[otherSeat(houseSeat)] ?? ''

/** Evaluations as the API shows them to their team. */
export const presentRun = (run: RunRow, cases: readonly RunCase[]): RunBody => ({
  ...presentRunHead(run),
  cases: cases.map(({ case: one, battle, report }) => ({
    case: one.id,
    about: one.about,
    side: sideOf(one),
    battle: battle.id,
    match: battle.match,
    status: battle.isOver ? 'over' : battle.seat?.hasStarted ? 'playing' : 'waiting',
    possible: one.worth.points,
    points: report?.points ?? null,
    reason: report?.reason ?? null,
  })),
})

export const presentRunHead = (run: RunRow): RunHeadBody => ({
  id: run.id,
  challenge: run.challenge,
  player: run.person ?? null,
  teamUrl: run.teamUrl,
  caseType: run.caseType ?? null,
  status: run.ended === undefined ? 'running' : 'over',
  score: run.score ?? null,
  possible: run.possible ?? null,
  message: run.message ?? null,
  callback: run.callback
    ? {
        delivered: run.attempts > 0 && run.problem === undefined,
        attempts: run.attempts,
        problem: run.problem ?? null,
      }
    : null,
  created: new Date(run.created).toISOString(),
  ended: run.ended === undefined ? null : new Date(run.ended).toISOString(),
})

export const presentTranscript = (lines: readonly TranscriptLine[]): readonly LineBody[] =>
  lines.map(({ at, ...line }) => ({ at: new Date(at).toISOString(), ...line }))

import { findCase, type EvaluationCase } from '../evaluation/cases.ts'
import { scoreRun, type CaseReport, type CaseResult } from '../evaluation/score-run.ts'
import { otherSeat } from '../game/game.ts'
import type { Match } from '../match/match.ts'
import type { Store } from '../store/store.ts'
import type { Arena } from './arena.ts'
import type { Battle, Battles } from '../wires/sse/battles.ts'

/** A case of a run: its battle, and what it earned once that is over. */
export interface RunCase {
  readonly case: EvaluationCase
  readonly battle: Battle
  readonly report: CaseReport | undefined
}

export interface RunCasesContext {
  readonly store: Store
  readonly arena: Arena
  readonly battles: Battles
}

export const casesOfRun = (run: number, context: RunCasesContext): readonly RunCase[] =>
  resultsOfRun(run, context).map(({ battle, result, case: one }) => ({
    case: one,
    battle,
    report: battle.isOver ? scoreRun([result]).cases[0] : undefined,
  }))

/** The cases of a run as they stand, with what their scores are worked out from. */
export const resultsOfRun = (run: number, { store, arena, battles }: RunCasesContext) =>
  store.casesOf(run).flatMap(({ match, case: id }) => {
    const row = store.match(match)
    const team = row?.players.find((player) => player?.kind === 'sse')
    const one = row && findCase(row.challenge, id)
    const battle = team?.kind === 'sse' ? battles.find(team.battle) : undefined
    return one && battle ? [{ case: one, battle, result: resultOf(one, arena.sight(match)?.match) }] : []
  })

/** A team that could not be reached has a reason that is no fault of its play. */
function resultOf(one: EvaluationCase, match: Match | undefined): CaseResult {
  if (match === undefined) return { case: one, problem: 'The battle could not be played' }
  const end = match.ended.at(-1)?.end
  const fault = end?.kind === 'forfeited' ? end.faults[otherSeat(one.houseSeat)] : undefined
  return fault?.kind === 'slow-start' && fault.detail !== undefined
    ? { case: one, problem: `Your team could not be reached: ${fault.detail}` }
    : { case: one, match }
}

import type { Reading } from '../database.ts'
import { readPlan, type PlanRow } from '../read-plan.ts'
import type { Subject } from './subject.ts'

export type PlanEntry =
  /** When a tournament starts and how its matches are called; a later plan replaces an earlier one. */
  | { readonly kind: 'plan-made'; readonly tournament: number; readonly plan: PlanRow }
  /** The organiser called the matches of all rounds up to this one. */
  | { readonly kind: 'round-called'; readonly tournament: number; readonly round: number }
  /** A tournament that has not started got another clock: its header from now on. */
  | {
      readonly kind: 'clock-set'
      readonly tournament: number
      readonly header: Readonly<Record<string, unknown>>
    }
  /** What was played of a match does not count any more: it is played again, or the organiser has ruled it. */
  | {
      readonly kind: 'result-annulled'
      readonly tournament: number
      readonly key: string
      readonly reason: string
      /** The name of the organiser. */
      readonly by: string
    }

export interface AnnulledRow {
  readonly key: string
  /** The match that was played, if there was one. */
  readonly match: number | undefined
  /** Its line of the ledger, if it had ended. */
  readonly entry: string | undefined
  readonly reason: string
  readonly by: string
  readonly time: number
}

function planInLog(database: Reading, tournament: number): ReturnType<typeof readPlan> {
  const found = database.all<{ plan: string }>('SELECT plan FROM tournament_plans WHERE tournament = ?', [
    tournament,
  ])[0]
  return readPlan(found ? JSON.parse(found.plan) : {})
}

/** When tournaments start, when their rounds are called, and which of their results the organiser has annulled. */
export const plans = {
  tables: { annulled_results: 'seq', called_rounds: 'tournament', tournament_plans: 'tournament' },

  project: {
    'plan-made'({ tournament, plan }, { insert }) {
      insert('tournament_plans', { tournament, plan: JSON.stringify(plan) }, 'plan = excluded.plan')
    },
    'round-called'({ tournament, round }, { insert }) {
      insert('called_rounds', { tournament, round }, 'round = max(round, excluded.round)')
    },
    'clock-set'({ tournament, header }, { change }) {
      change('UPDATE tournaments SET header = ? WHERE id = ?', [JSON.stringify(header), tournament])
    },
    'result-annulled'({ tournament, key, reason, by }, { insert, database, seq, time }) {
      const of = [tournament, key]
      const entry = database.all<{ entry: string }>(
        'SELECT entry FROM tournament_results WHERE tournament = ? AND key = ?',
        of,
      )[0]?.entry
      const match = database.all<{ match: number }>(
        'SELECT match FROM tournament_matches WHERE tournament = ? AND key = ? ORDER BY seq DESC LIMIT 1',
        of,
      )[0]?.match
      insert('annulled_results', { seq, tournament, key, match, entry, reason, by, time })
      database.run('DELETE FROM tournament_results WHERE tournament = ? AND key = ?', of)
      // A tournament that was over has a match to play again.
      database.run(`UPDATE tournaments SET status = 'running' WHERE id = ? AND status = 'over'`, [tournament])
    },
  },

  reads: (database) => ({
    tournamentPlan: (tournament: number): PlanRow => planInLog(database, tournament).plan,
    /** The parts of the plan that cannot be read, and that `tournamentPlan` leaves out. */
    unreadPlan: (tournament: number): readonly string[] => planInLog(database, tournament).unread,
    /** The last round that the organiser has called; 0: none. */
    calledRound: (tournament: number): number =>
      database.all<{ round: number }>('SELECT round FROM called_rounds WHERE tournament = ?', [tournament])[0]
        ?.round ?? 0,
    /** In the order in which they were annulled. */
    annulled: (tournament: number) =>
      database.all<AnnulledRow>(
        'SELECT key, match, entry, reason, by, time FROM annulled_results WHERE tournament = ? ORDER BY seq',
        [tournament],
      ),
  }),
} satisfies Subject<PlanEntry>

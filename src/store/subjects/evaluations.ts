import type { Value } from '../database.ts'
import { before, nextId, where, type Page } from '../queries.ts'
import type { Subject } from './subject.ts'

export type EvaluationEntry =
  /** An evaluation has begun: a battle for each of its cases follows. */
  | {
      readonly kind: 'run-began'
      readonly run: number
      readonly challenge: string
      readonly teamUrl: string
      /** The team that asked for it; missing if an outside coordinator did. */
      readonly person?: number
      /** One case, if not all are run. */
      readonly caseType?: string
      readonly callback?: RunCallback
      /** Whether the team is called to one battle after the other. If it is missing the arena decides by how the team answers the first call. */
      readonly sequential?: boolean
    }
  | { readonly kind: 'case-began'; readonly run: number; readonly match: number; readonly case: string }
  | {
      readonly kind: 'run-over'
      readonly run: number
      readonly score: number
      readonly possible: number
      /** The whole report. */
      readonly message: string
    }
  /** The result was posted to the outside coordinator; without a problem it was accepted. */
  | {
      readonly kind: 'callback-tried'
      readonly run: number
      /** From 1. */
      readonly attempt: number
      readonly problem?: string
      /** It will not be tried again. */
      readonly last?: true
    }

/** Where the result is posted, and the coordinator's name for the run. */
export interface RunCallback {
  /** Posted back as the coordinator gave it. */
  readonly runId: string | number
  readonly url: string
}

export interface RunRow {
  readonly id: number
  readonly challenge: string
  readonly teamUrl: string
  readonly person: number | undefined
  readonly caseType: string | undefined
  readonly callback: RunCallback | undefined
  readonly created: number
  readonly ended: number | undefined
  readonly score: number | undefined
  readonly possible: number | undefined
  readonly message: string | undefined
  /** How often the result was posted. */
  readonly attempts: number
  /** Why the last attempt failed. */
  readonly problem: string | undefined
  /** Whether the team is called to one battle after the other; undefined if the arena decides. */
  readonly sequential: boolean | undefined
  /** The coordinator has not accepted the result yet. */
  readonly isOwed: boolean
}

export interface RunFilter {
  readonly person?: number
}

export interface CaseRow {
  readonly run: number
  readonly match: number
  readonly case: string
}

/** The runs of graded evaluations, and their cases. */
export const evaluations = {
  tables: { run_cases: 'run, match', runs: 'id' },

  project: {
    'run-began'({ run, callback, sequential, ...entry }, { insert, time }) {
      insert('runs', {
        id: run,
        challenge: entry.challenge,
        teamUrl: entry.teamUrl,
        person: entry.person,
        caseType: entry.caseType,
        callback: callback && JSON.stringify(callback),
        created: time,
        sequential: sequential === undefined ? undefined : Number(sequential),
        isOwed: 0,
      })
    },
    'case-began'({ run, match, case: id }, { insert }) {
      insert('run_cases', { run, match, case: id })
    },
    'run-over'({ run, score, possible, message }, { change, time }) {
      change(
        `UPDATE runs SET ended = ?, score = ?, possible = ?, message = ?, isOwed = callback IS NOT NULL
         WHERE id = ? AND ended IS NULL`,
        [time, score, possible, message, run],
      )
    },
    'callback-tried'({ run, attempt, problem, last }, { change }) {
      change('UPDATE runs SET attempts = ?, problem = ?, isOwed = ? WHERE id = ? AND isOwed = 1', [
        attempt,
        problem ?? null,
        problem !== undefined && !last ? 1 : 0,
        run,
      ])
    },
  },

  reads(database) {
    const select = (rest: string, ...values: readonly Value[]) =>
      database
        .all<StoredRun>(
          `SELECT id, challenge, teamUrl, person, caseType, callback, created, ended, score, possible, message, attempts,
           problem, sequential, isOwed FROM runs ${rest}`,
          values,
        )
        .map(readRun)
    const selectCases = (rest: string, value: number) =>
      database.all<CaseRow>(`SELECT run, match, "case" FROM run_cases ${rest}`, [value])
    return {
      nextRun: () => nextId(database, 'runs'),
      run: (id: number) => select('WHERE id = ?', id)[0],
      /** Newest first. */
      runs({ person }: RunFilter, page: Page) {
        const { sql, values } = where({ person })
        return select(`WHERE ${sql}id < ? ORDER BY id DESC LIMIT ?`, ...values, ...before(page))
      },
      /** Runs that are not over, or whose coordinator has not accepted the result, oldest first. */
      openRuns: () => select('WHERE ended IS NULL OR isOwed = 1 ORDER BY id'),
      /** In the order they began. */
      casesOf: (run: number) => selectCases('WHERE run = ? ORDER BY match', run),
      /** The case of an evaluation that is played in this match. */
      caseOf: (match: number) => selectCases('WHERE match = ?', match)[0],
    }
  },
} satisfies Subject<EvaluationEntry>

interface StoredRun extends Omit<RunRow, 'callback' | 'sequential' | 'isOwed'> {
  readonly callback: string | undefined
  readonly sequential: 0 | 1 | undefined
  readonly isOwed: 0 | 1
}

const readRun = (row: StoredRun): RunRow => ({
  ...row,
  callback: row.callback === undefined ? undefined : (JSON.parse(row.callback) as RunCallback),
  sequential: row.sequential === undefined ? undefined : row.sequential === 1,
  isOwed: row.isOwed === 1,
})

import type { Value } from '../database.ts'
import { after, nextId, where, type Page, type WithJson } from '../queries.ts'
import type { Subject } from './subject.ts'

export type BotEntry =
  | {
      readonly kind: 'bot-registered'
      readonly bot: number
      readonly person: number
      readonly challenge: string
      readonly name: string
    }
  | {
      readonly kind: 'version-added'
      readonly bot: number
      /** From 1. */
      readonly version: number
      readonly source: VersionSource
      /** When its upload was complete, in milliseconds since 1970; without it, when it was logged. */
      readonly received?: number
    }
  | {
      readonly kind: 'version-judged'
      readonly bot: number
      readonly version: number
      readonly passed: boolean
      /** In plain words, for its owner. */
      readonly report: string
      /** How it is started, once that is known. */
      readonly run?: string
      /** Its wire, if not the challenge's own. */
      readonly wire?: string
      /** What its build and its trial printed, for its owner. */
      readonly log?: string
    }
  /** The server failed to judge it: that says nothing about the version. */
  | {
      readonly kind: 'version-unjudged'
      readonly bot: number
      readonly version: number
      /** In plain words, for its owner. */
      readonly report: string
      /** What went wrong in the server. */
      readonly log: string
    }
  /** The version is to be judged again. */
  | { readonly kind: 'version-retried'; readonly bot: number; readonly version: number }

export type VersionSource =
  /** A command on the server's own machine; only the organiser may register one. */
  | { readonly kind: 'program'; readonly command: string }
  /** An archive, kept under its hash, and the commands that build and run it, if its owner gave them. */
  | {
      readonly kind: 'upload'
      readonly archive: string
      readonly bytes: number
      /** It is no archive but one source file of this name. */
      readonly file?: string
      readonly build?: readonly string[]
      readonly run?: string
    }

export interface BotRow {
  readonly id: number
  readonly person: number
  readonly challenge: string
  readonly name: string
  readonly created: number
  /** The newest version that passed: the one that plays. */
  readonly plays: number | undefined
}

/** `unjudged`: the server failed to judge it. */
export type VersionStatus = 'waiting' | 'passed' | 'failed' | 'unjudged'

export interface VersionRow {
  readonly bot: number
  readonly version: number
  readonly source: VersionSource
  /** When its upload was complete. */
  readonly created: number
  readonly status: VersionStatus
  readonly report: string | undefined
  readonly run: string | undefined
  readonly wire: string | undefined
  readonly log: string | undefined
}

export interface BotFilter {
  readonly person?: number
  readonly challenge?: string
}

/** Bots and their versions. */
export const bots = {
  tables: { versions: 'seq', bots: 'id' },

  project: {
    'bot-registered'({ bot: id, person, challenge, name }, { insert, time }) {
      insert('bots', { id, person, challenge, name, created: time })
    },
    'version-added'({ bot, version, source, received }, { insert, seq, time }) {
      insert('versions', {
        seq,
        bot,
        version,
        source: JSON.stringify(source),
        created: received ?? time,
        status: 'waiting',
      })
    },
    'version-unjudged'({ bot, version, report, log }, { change }) {
      change(`UPDATE versions SET status = 'unjudged', report = ?, log = ? WHERE bot = ? AND version = ?`, [
        report,
        log,
        bot,
        version,
      ])
    },
    'version-retried'({ bot, version }, { change }) {
      change(
        `UPDATE versions SET status = 'waiting', report = NULL, log = NULL WHERE bot = ? AND version = ?`,
        [bot, version],
      )
    },
    'version-judged'({ bot, version, passed, report, run, wire, log }, { change }) {
      change(
        'UPDATE versions SET status = ?, report = ?, run = ?, wire = ?, log = ? WHERE bot = ? AND version = ?',
        [passed ? 'passed' : 'failed', report, run ?? null, wire ?? null, log ?? null, bot, version],
      )
      change(
        `UPDATE bots SET plays = (SELECT max(version) FROM versions WHERE bot = bots.id AND status = 'passed') WHERE id = ?`,
        [bot],
      )
    },
  },

  reads(database) {
    const select = (rest: string, values: readonly Value[]) =>
      database.all<BotRow>(`SELECT id, person, challenge, name, created, plays FROM bots ${rest}`, values)
    const readVersions = (columns: string, rest: string, values: readonly Value[]): readonly VersionRow[] =>
      database
        .all<WithJson<VersionRow, 'source'>>(
          `SELECT bot, version, source, created, status, report, run, wire, ${columns} FROM versions ${rest}`,
          values,
        )
        .map((row) => ({ ...row, source: JSON.parse(row.source) as VersionSource }))
    const selectVersions = (rest: string, ...values: readonly Value[]) => readVersions('log', rest, values)
    return {
      nextBot: () => nextId(database, 'bots'),
      bot: (id: number) => select('WHERE id = ?', [id])[0],
      bots({ person, challenge }: BotFilter, page: Page) {
        const { sql, values } = where({ person, challenge })
        return select(`WHERE ${sql}id > ? ORDER BY id LIMIT ?`, [...values, ...after(page)])
      },
      version: (bot: number, version: number) =>
        selectVersions('WHERE bot = ? AND version = ?', bot, version)[0],
      versions: (bot: number) => selectVersions('WHERE bot = ? ORDER BY version', bot),
      /** The versions of a bot without the logs of their builds, which are long: a bot may have 500 of 64 KiB. */
      versionsWithoutLogs: (bot: number) =>
        readVersions('NULL AS log', 'WHERE bot = ? ORDER BY version', [bot]),
      /** Read alone: every version has the log of its build. */
      newestVersion: (bot: number) => selectVersions('WHERE bot = ? ORDER BY version DESC LIMIT 1', bot)[0],
      /** Versions that wait to be judged, and those that the server failed to judge, oldest first. */
      unjudgedVersions: () => selectVersions(`WHERE status IN ('waiting', 'unjudged') ORDER BY seq`),
    }
  },
} satisfies Subject<BotEntry>

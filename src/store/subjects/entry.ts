import type { Value } from '../database.ts'
import type { Subject } from './subject.ts'

export type EntryEntry =
  /** Whether and until when teams can enter a tournament, and the code of its join link. */
  | {
      readonly kind: 'entry-set'
      readonly tournament: number
      readonly state: EntryState
      /** Milliseconds since 1970; from then on it is closed. */
      readonly closes?: number
      readonly code: string
    }
  /** A team has joined, or asks to. */
  | {
      readonly kind: 'team-joined'
      readonly tournament: number
      readonly person: number
      readonly state: 'in' | 'asked'
      /** Its people, in its own words. */
      readonly members?: string
    }
  | { readonly kind: 'team-left'; readonly tournament: number; readonly person: number }
  /** The organiser approved or refused a team. */
  | {
      readonly kind: 'team-decided'
      readonly tournament: number
      readonly person: number
      readonly decision: 'in' | 'refused'
    }
  /** What plays for the team: `bot:ID`, or `wire` for the team itself. Left out: the newest bot that can play. */
  | {
      readonly kind: 'team-chose'
      readonly tournament: number
      readonly person: number
      readonly plays?: string
    }
  /** The tournament starts with these entrants and versions: its header from now on. */
  | {
      readonly kind: 'entrants-fixed'
      readonly tournament: number
      readonly header: Readonly<Record<string, unknown>>
    }

/** `approval`: a team asks, and the organiser decides. */
export type EntryState = 'open' | 'approval' | 'closed'

export interface EntryTermsRow {
  readonly tournament: number
  readonly state: EntryState
  /** From then on it is closed, whatever the state says. */
  readonly closes: number | undefined
  readonly code: string
}

export interface EntryTeamRow {
  readonly person: number
  readonly joined: number
  readonly state: 'in' | 'asked' | 'refused'
  readonly members: string | undefined
  readonly plays: string | undefined
}

/** How teams enter tournaments: terms, join codes, and the teams that joined or ask to. */
export const entry = {
  tables: { entry_teams: 'seq', entry_terms: 'tournament' },

  project: {
    'entry-set'({ tournament, state, closes, code }, { insert }) {
      insert(
        'entry_terms',
        { tournament, state, closes, code },
        'state = excluded.state, closes = excluded.closes, code = excluded.code',
      )
    },
    'team-joined'({ tournament, person, state, members }, { insert, seq, time }) {
      insert('entry_teams', { seq, tournament, person, joined: time, state, members })
    },
    'team-left'({ tournament, person }, { change }) {
      change('DELETE FROM entry_teams WHERE tournament = ? AND person = ?', [tournament, person])
    },
    'team-decided'({ tournament, person, decision }, { change }) {
      change('UPDATE entry_teams SET state = ? WHERE tournament = ? AND person = ?', [
        decision,
        tournament,
        person,
      ])
    },
    'team-chose'({ tournament, person, plays }, { change }) {
      change('UPDATE entry_teams SET plays = ? WHERE tournament = ? AND person = ?', [
        plays ?? null,
        tournament,
        person,
      ])
    },
    'entrants-fixed'({ tournament, header }, { change }) {
      change(`UPDATE tournaments SET header = ? WHERE id = ? AND status = 'waiting'`, [
        JSON.stringify(header),
        tournament,
      ])
    },
  },

  reads(database) {
    const terms = (where: string, value: Value): EntryTermsRow | undefined =>
      database.all<EntryTermsRow>(
        `SELECT tournament, state, closes, code FROM entry_terms WHERE ${where} = ?`,
        [value],
      )[0]
    return {
      /** Undefined if no team could ever join. */
      entryTerms: (tournament: number) => terms('tournament', tournament),
      entryWithCode: (code: string) => terms('code', code),
      /** In the order in which they joined. */
      entryTeams: (tournament: number) =>
        database.all<EntryTeamRow>(
          'SELECT person, joined, state, members, plays FROM entry_teams WHERE tournament = ? ORDER BY seq',
          [tournament],
        ),
      /** The tournaments that wait to be started and have terms of entry. */
      waitingEntries: (): readonly number[] =>
        database
          .all<{ id: number }>(
            `SELECT id FROM tournaments JOIN entry_terms ON tournament = id WHERE status = 'waiting' ORDER BY id`,
          )
          .map(({ id }) => id),
    }
  },
} satisfies Subject<EntryEntry>

import type { Database, Value } from '../database.ts'
import { foldName } from '../fold-name.ts'
import { after, nextId, type Page } from '../queries.ts'
import type { Subject } from './subject.ts'

export type PeopleEntry =
  | {
      readonly kind: 'person-registered'
      readonly person: number
      readonly name: string
      readonly role: Role
    }
  /** The log has only the hash of a key's secret part. */
  | {
      readonly kind: 'key-issued'
      readonly key: string
      readonly person: number
      readonly hash: string
      readonly use: KeyUse
      /** Milliseconds since 1970. */
      readonly expires?: number
      /** The API key that it was made with, directly or by one of its sessions. */
      readonly from?: string
    }
  /** Ends the key, and the sessions that were made from it. */
  | { readonly kind: 'key-revoked'; readonly key: string }
  /** A link that works once: the person that opens it becomes the organiser. */
  | { readonly kind: 'invitation-issued'; readonly invitation: string; readonly hash: string }
  | { readonly kind: 'invitation-used'; readonly invitation: string; readonly person: number }

export type Role = 'organiser' | 'player'

/** A key of a worker fetches the archives of versions and sends what was built of them, and nothing else. */
export type KeyUse = 'api' | 'session' | 'worker'

export interface PersonRow {
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly created: number
}

export interface KeyRow {
  readonly id: string
  readonly person: number
  readonly hash: string
  readonly use: KeyUse
  readonly created: number
  readonly expires: number | undefined
  readonly revoked: number | undefined
  /** The API key that it was made with; undefined in older logs, too. */
  readonly from: string | undefined
}

export interface InvitationRow {
  readonly id: string
  readonly hash: string
  readonly created: number
}

/** Teams and organisers, their keys and sessions, and the links that invite an organiser. */
export const people = {
  tables: { invitations: 'seq', keys: 'seq', people: 'id' },

  project: {
    'person-registered'({ person: id, name, role }, { insert, time }) {
      insert('people', { id, name, folded: foldName(name), role, created: time })
    },
    'key-issued'({ key, person, hash, use, expires, from }, { insert, seq, time }) {
      insert('keys', { seq, id: key, person, hash, use, created: time, expires, from })
    },
    'key-revoked'({ key }, { change, database, time }) {
      // A session may have ended with its key already: signing out then is no error.
      change(
        `UPDATE keys SET revoked = coalesce(revoked, ?) WHERE id = ? AND (revoked IS NULL OR use = 'session')`,
        [time, key],
      )
      endSessions(database, key, time)
    },
    'invitation-issued'({ invitation: id, hash }, { insert, seq, time }) {
      insert('invitations', { seq, id, hash, created: time })
    },
    'invitation-used'({ invitation, person }, { change, time }) {
      change('UPDATE invitations SET used = ?, person = ? WHERE id = ? AND used IS NULL', [
        time,
        person,
        invitation,
      ])
    },
  },

  reads(database) {
    const select = (rest: string, values: readonly Value[]) =>
      database.all<PersonRow>(`SELECT id, name, role, created FROM people ${rest}`, values)
    const selectKeys = (rest: string, values: readonly Value[]) =>
      database.all<KeyRow>(
        `SELECT id, person, hash, use, created, expires, revoked, "from" FROM keys ${rest}`,
        values,
      )
    return {
      /** The next free number. People count from 1001: 1 and 2 are the players of a game. */
      nextPerson: () => Math.max(FIRST_PERSON, nextId(database, 'people')),
      person: (id: number) => select('WHERE id = ?', [id])[0],
      /** Without regard to letter case. */
      personNamed: (name: string) => select('WHERE folded = ?', [foldName(name)])[0],
      people: (page: Page) => select('WHERE id > ? ORDER BY id LIMIT ?', after(page)),
      key: (id: string) => selectKeys('WHERE id = ?', [id])[0],
      /** Those not revoked, oldest first. */
      keysOf: (person: number) => selectKeys('WHERE person = ? AND revoked IS NULL ORDER BY seq', [person]),
      openInvitations: () =>
        database.all<InvitationRow>(
          'SELECT id, hash, created FROM invitations WHERE used IS NULL ORDER BY seq',
        ),
    }
  },
} satisfies Subject<PeopleEntry>

const FIRST_PERSON = 1001

/**
 * Ends the sessions that were made from a key. Older logs do not say from which key a session was made: each session of the
 * same person that is younger than the key ends.
 */
function endSessions(database: Database, key: string, time: number): void {
  database.run(
    `UPDATE keys SET revoked = ? WHERE use = 'session' AND revoked IS NULL AND ("from" = ? OR ("from" IS NULL
     AND EXISTS (SELECT 1 FROM keys AS source WHERE source.id = ? AND source.use = 'api'
     AND source.person = keys.person AND source.seq < keys.seq)))`,
    [time, key, key],
  )
}

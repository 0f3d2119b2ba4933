import type { Subject } from './subject.ts'

export type SignInLinkEntry =
  /** A link that signs a team in once. It replaces the earlier link of the same team. The log has only the hash of its secret part. */
  | {
      readonly kind: 'sign-in-link-issued'
      readonly link: string
      readonly person: number
      readonly hash: string
      /** Milliseconds since 1970. */
      readonly expires: number
      /** The team's own API key that it was made with; missing if the organiser made it. */
      readonly from?: string
    }
  | { readonly kind: 'sign-in-link-used'; readonly link: string }

export interface SignInLinkRow {
  readonly id: string
  readonly person: number
  readonly hash: string
  readonly expires: number
  readonly from: string | undefined
  readonly used: number | undefined
  /** When a newer link of the same team was issued. */
  readonly replaced: number | undefined
}

/** Links that sign a team in once. */
export const signInLinks = {
  tables: { sign_in_links: 'seq' },

  project: {
    'sign-in-link-issued'({ link: id, person, hash, expires, from }, { insert, database, seq, time }) {
      database.run(
        'UPDATE sign_in_links SET replaced = ? WHERE person = ? AND used IS NULL AND replaced IS NULL',
        [time, person],
      )
      insert('sign_in_links', { seq, id, person, hash, created: time, expires, from })
    },
    'sign-in-link-used'({ link }, { change, time }) {
      change('UPDATE sign_in_links SET used = ? WHERE id = ? AND used IS NULL AND replaced IS NULL', [
        time,
        link,
      ])
    },
  },

  reads: (database) => ({
    signInLink: (id: string) =>
      database.all<SignInLinkRow>(
        'SELECT id, person, hash, expires, "from", used, replaced FROM sign_in_links WHERE id = ?',
        [id],
      )[0],
  }),
} satisfies Subject<SignInLinkEntry>

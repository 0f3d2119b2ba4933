import type { Subject } from './subject.ts'

export type AnnouncementEntry =
  /** A message to all pages. It replaces the one before. */
  | {
      readonly kind: 'announcement-posted'
      readonly text: string
      /** Milliseconds since 1970; without it the message stays until it is cleared. */
      readonly expires?: number
    }
  | { readonly kind: 'announcement-cleared'; readonly announcement: number }

export interface AnnouncementRow {
  readonly id: number
  readonly text: string
  /** Milliseconds since 1970. */
  readonly posted: number
  readonly expires: number | undefined
}

/** Messages of the organiser to all pages. */
export const announcements = {
  tables: { announcements: 'id' },

  project: {
    'announcement-posted'({ text, expires }, { insert, seq, time }) {
      insert('announcements', { id: seq, text, posted: time, expires })
    },
    'announcement-cleared'({ announcement }, { change, time }) {
      change('UPDATE announcements SET cleared = ? WHERE id = ? AND cleared IS NULL', [time, announcement])
    },
  },

  reads: (database) => ({
    /** The message that pages show at a time: the last one, unless it was cleared or has ended. */
    announcement(now: number): AnnouncementRow | undefined {
      const [last] = database.all<AnnouncementRow & { readonly cleared: number | undefined }>(
        'SELECT id, text, posted, expires, cleared FROM announcements ORDER BY id DESC LIMIT 1',
      )
      if (!last || last.cleared !== undefined || (last.expires ?? Infinity) <= now) return undefined
      const { cleared: _, ...row } = last
      return row
    },
  }),
} satisfies Subject<AnnouncementEntry>

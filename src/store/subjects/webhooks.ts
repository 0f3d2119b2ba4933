import { before, nextId, type Page, type WithJson } from '../queries.ts'
import type { Subject } from './subject.ts'

export type WebhookEntry =
  /** The arena posts news of contests to this URL. The secret signs them, so the log has the secret itself. */
  | {
      readonly kind: 'webhook-added'
      readonly webhook: number
      readonly url: string
      readonly events: readonly string[]
      readonly secret: string
    }
  | { readonly kind: 'webhook-removed'; readonly webhook: number }
  /** Something to deliver. `source` is the entry of the log that it tells of; a test tells of none. */
  | {
      readonly kind: 'webhook-queued'
      readonly webhook: number
      readonly source?: number
      readonly event: string
      readonly body: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'webhook-tried'
      readonly delivery: number
      readonly attempt: number
      /** The HTTP status of the answer. */
      readonly status?: number
      readonly ms: number
      /** Why the attempt failed. */
      readonly problem?: string
      /** When the next attempt is due, in milliseconds since 1970; missing after the last one. */
      readonly next?: number
    }
  /** The organiser wants a delivery tried at once that waits or was given up. */
  | { readonly kind: 'webhook-resent'; readonly delivery: number }
  /** Every match of the rounds before this one has its result: matches of this round are next. */
  | { readonly kind: 'round-reached'; readonly tournament: number; readonly round: number }

export interface WebhookRow {
  readonly id: number
  readonly url: string
  readonly events: readonly string[]
  readonly created: number
}

export type DeliveryState = 'owed' | 'delivered' | 'given-up'

export interface DeliveryRow {
  readonly id: number
  readonly webhook: number
  readonly event: string
  readonly body: Readonly<Record<string, unknown>>
  readonly state: DeliveryState
  readonly attempts: number
  /** When the next attempt is due, in milliseconds since 1970. */
  readonly due: number
  readonly created: number
  readonly tried: number | undefined
  readonly status: number | undefined
  readonly ms: number | undefined
  readonly problem: string | undefined
}

/** The entries that webhooks may tell of. */
export const NEWS_KINDS = [
  'tournament-moved',
  'round-reached',
  'tournament-result',
  'marks-published',
] as const

export interface NewsRow {
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly time: number
  readonly kind: (typeof NEWS_KINDS)[number]
  readonly body: Readonly<Record<string, unknown>>
}

/** Deliveries of a webhook that are kept in the table, those that are owed aside. The log has all of them. */
export const MOST_KEPT = 1000
/** Deliveries that may be owed to one webhook: of more than these the oldest are given up. */
const MOST_OWED = 10_000

/** Where the arena posts news of contests, and each delivery with its last attempt. */
export const webhooks = {
  tables: { webhook_deliveries: 'id', webhooks: 'id', reached_rounds: 'tournament' },

  project: {
    'webhook-added'({ webhook: id, url, events, secret }, { insert, seq, time }) {
      insert('webhooks', { id, url, events: JSON.stringify(events), secret, told: seq, created: time })
    },
    'webhook-removed'({ webhook }, { change, database, time }) {
      change('UPDATE webhooks SET removed = ?, secret = NULL WHERE id = ? AND removed IS NULL', [
        time,
        webhook,
      ])
      database.run('DELETE FROM webhook_deliveries WHERE webhook = ?', [webhook])
    },
    'webhook-queued'({ webhook, source, event, body }, { change, insert, database, seq, time }) {
      change('UPDATE webhooks SET told = max(told, ?) WHERE id = ? AND removed IS NULL', [
        source ?? 0,
        webhook,
      ])
      insert('webhook_deliveries', {
        id: seq,
        webhook,
        event,
        body: JSON.stringify(body),
        state: 'owed',
        due: time,
        created: time,
      })
      database.run(
        `DELETE FROM webhook_deliveries WHERE webhook = ?1 AND state <> 'owed' AND id <=
         (SELECT id FROM webhook_deliveries WHERE webhook = ?1 ORDER BY id DESC LIMIT 1 OFFSET ${MOST_KEPT})`,
        [webhook],
      )
      database.run(
        `UPDATE webhook_deliveries SET state = 'given-up', problem = 'too many deliveries waited' WHERE webhook = ?1 AND state = 'owed' AND id <=
         (SELECT id FROM webhook_deliveries WHERE webhook = ?1 ORDER BY id DESC LIMIT 1 OFFSET ${MOST_OWED})`,
        [webhook],
      )
    },
    'webhook-tried'({ delivery, attempt, status, ms, problem, next }, { change, time }) {
      const state = problem === undefined ? 'delivered' : next === undefined ? 'given-up' : 'owed'
      change(
        `UPDATE webhook_deliveries SET state = ?, attempts = ?, status = ?, ms = ?, problem = ?, tried = ?, due = coalesce(?, due)
         WHERE id = ? AND state = 'owed' AND attempts = ?`,
        [state, attempt, status ?? null, ms, problem ?? null, time, next ?? null, delivery, attempt - 1],
      )
    },
    'webhook-resent'({ delivery }, { change, time }) {
      change(
        `UPDATE webhook_deliveries SET attempts = CASE state WHEN 'owed' THEN attempts ELSE 0 END, state = 'owed', due = ?
         WHERE id = ? AND state <> 'delivered'`,
        [time, delivery],
      )
    },
    'round-reached'({ tournament, round }, { insert }) {
      insert('reached_rounds', { tournament, round }, 'round = excluded.round')
    },
  },

  reads(database) {
    const deliveries = (rest: string, values: readonly number[]): readonly DeliveryRow[] =>
      database
        .all<WithJson<DeliveryRow, 'body'>>(
          `SELECT id, webhook, event, body, state, attempts, due, created, tried, status, ms, problem FROM webhook_deliveries ${rest}`,
          values,
        )
        .map((row) => ({ ...row, body: JSON.parse(row.body) as DeliveryRow['body'] }))
    return {
      nextWebhook: () => nextId(database, 'webhooks'),
      /** Those that were not removed. No row has its secret. */
      webhooks: (): readonly WebhookRow[] =>
        database
          .all<WithJson<WebhookRow, 'events'>>(
            'SELECT id, url, events, created FROM webhooks WHERE removed IS NULL ORDER BY id',
          )
          .map((row) => ({ ...row, events: JSON.parse(row.events) as readonly string[] })),
      webhookSecret: (id: number) =>
        database.all<{ secret: string }>('SELECT secret FROM webhooks WHERE id = ? AND removed IS NULL', [
          id,
        ])[0]?.secret,
      /** The entry of the log up to which a webhook has been told; at first the one that added it. */
      webhookToldTo: (id: number): number | undefined =>
        database.all<{ told: number }>('SELECT told FROM webhooks WHERE id = ? AND removed IS NULL', [id])[0]
          ?.told,
      webhookDelivery: (id: number) => deliveries('WHERE id = ?', [id])[0],
      /** The delivery of a webhook that is due first. */
      nextDelivery: (webhook: number) =>
        deliveries(`WHERE webhook = ? AND state = 'owed' ORDER BY due, id LIMIT 1`, [webhook])[0],
      /** Newest first. */
      webhookDeliveries: (webhook: number, page: Page) =>
        deliveries('WHERE webhook = ? AND id < ? ORDER BY id DESC LIMIT ?', [webhook, ...before(page)]),
      /** What happened after an entry, oldest first. */
      contestNews: ({ after = 0, limit }: Page): readonly NewsRow[] =>
        database
          .all<WithJson<NewsRow, 'body'>>(
            `SELECT seq, time, kind, body FROM log
             WHERE kind IN (${NEWS_KINDS.map((kind) => `'${kind}'`).join()}) AND seq > ?
             ORDER BY seq LIMIT ?`,
            [after, limit],
          )
          .map((row) => ({ ...row, body: JSON.parse(row.body) as NewsRow['body'] })),
      /** The last match that was called for a pairing of a tournament. */
      matchOfKey: (tournament: number, key: string) =>
        database.all<{ match: number }>(
          'SELECT match FROM tournament_matches WHERE tournament = ? AND key = ? ORDER BY seq DESC LIMIT 1',
          [tournament, key],
        )[0]?.match,
      /** The first round of a tournament in which a match has no result yet; undefined before it was started. */
      reachedRound: (tournament: number) =>
        database.all<{ round: number }>('SELECT round FROM reached_rounds WHERE tournament = ?', [
          tournament,
        ])[0]?.round,
    }
  },
} satisfies Subject<WebhookEntry>

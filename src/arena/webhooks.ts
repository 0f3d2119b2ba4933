import { WEBHOOK_EVENTS, type WebhookEvent } from '../api/webhooks.ts'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { WALL_CLOCK_PACE_MS } from '../base/wall-clock-pace.ts'
import { readOutgoingUrl } from '../protocols/outgoing-url.ts'
import type { PostJson } from '../protocols/post-json.ts'
import type { DeliveryRow, NewsRow, Store, WebhookRow } from '../store/store.ts'
import { NEWS_KINDS } from '../store/subjects/webhooks.ts'
import { eventOf, tellNews } from './webhook-news.ts'
import { drawWebhookSecret, signatureHeaders } from './webhook-signature.ts'

export interface WebhooksOptions {
  readonly store: Store
  readonly post: PostJson
  /** Milliseconds to wait after so many failed attempts; undefined to give up. */
  readonly backOff?: (failures: number) => number | undefined
  readonly onFailure: (error: unknown) => void
}

/** Tells other servers how contests go: each delivery is signed, is tried again for most of a day, and is in the log. */
export interface Webhooks extends AsyncDisposable {
  /** No event means all of them. The secret is returned this once. */
  add(
    url: string,
    events: readonly WebhookEvent[],
  ): Result<{ readonly row: WebhookRow; readonly secret: string }>
  remove(webhook: number): void
  /** Queues a delivery that tells of nothing, to try the webhook. */
  test(webhook: number): void
  /** Tries a delivery at once that waits or was given up. */
  resend(delivery: DeliveryRow): Result<void>
}

const MOST_WEBHOOKS = 20
const ANSWER_MS = 15_000
/** Entries of the log that are read at once after a restart. */
const PAGE = 500

export function openWebhooks({ store, post, backOff = growingWait, onFailure }: WebhooksOptions): Webhooks {
  const stop = new AbortController()
  const couriers = new Map<number, Courier>()
  /** The entry of the log up to which all webhooks have been told. */
  let toldTo = store.last
  for (const { id } of store.webhooks()) toldTo = Math.min(toldTo, store.webhookToldTo(id) ?? toldTo)

  /**
   * Queues what the log has and webhooks were not told. After a kill the log still has it, so nothing is lost; and an entry
   * is told to a webhook once, because queueing it moves the webhook's own mark.
   */
  function queueNews(): void {
    const rows = store.webhooks()
    for (let page = readPage(rows); page.length > 0; page = readPage(rows))
      for (const news of page) {
        queue(rows, news)
        toldTo = news.seq
      }
    for (const { id } of rows) wake(id)
  }

  function readPage(rows: readonly WebhookRow[]): readonly NewsRow[] {
    if (rows.length === 0) toldTo = store.last
    return store.contestNews({ after: toldTo, limit: PAGE })
  }

  function queue(rows: readonly WebhookRow[], news: NewsRow): void {
    const event = eventOf(news)
    const waiting = rows.filter(
      ({ id, events }) => events.includes(event) && (store.webhookToldTo(id) ?? Infinity) < news.seq,
    )
    const body = waiting.length === 0 ? undefined : tell(news)
    if (!body) return
    for (const { id } of waiting)
      store.append({ kind: 'webhook-queued', webhook: id, source: news.seq, event, body })
  }

  /** An entry that cannot be told is left out: it must not hold up those after it. */
  function tell(news: NewsRow): ReturnType<typeof tellNews> | undefined {
    try {
      return tellNews(store, news)
    } catch (error) {
      onFailure(error)
      return undefined
    }
  }

  function wake(id: number): void {
    const known = couriers.get(id)
    if (known) return known.wake()
    const courier = openCourier()
    couriers.set(id, courier)
    courier.end = deliverAll(id, courier)
      .catch(onFailure)
      .finally(() => couriers.delete(id))
  }

  /** Delivers what a webhook is owed, one delivery after the other, until the webhook is removed. Each webhook has its own courier. */
  async function deliverAll(id: number, courier: Courier): Promise<void> {
    while (!stop.signal.aborted) {
      const row = store.webhooks().find((one) => one.id === id)
      if (!row) return
      const delivery = store.nextDelivery(id)
      const waitMs = delivery ? delivery.due - Date.now() : Infinity
      if (!delivery || waitMs > 0) await courier.sleep(waitMs)
      else {
        // What it tells is on disk before it leaves; while the disk is full it stays.
        await courier.until((done) => store.afterCommit(done, delivery.id))
        if (!stop.signal.aborted) await attempt({ store, post, backOff }, row, delivery, stop.signal)
      }
    }
  }

  // In a microtask: the entry is complete then, and what is queued is committed together with it.
  const leave = store.watch(NEWS_KINDS, () => queueMicrotask(guardedQueue))
  function guardedQueue(): void {
    if (stop.signal.aborted) return
    try {
      queueNews()
    } catch (error) {
      onFailure(error)
    }
  }
  guardedQueue()

  return {
    add(url, events) {
      const target = readOutgoingUrl(url)
      if (!target.ok) return target
      if (store.webhooks().length >= MOST_WEBHOOKS)
        return fail(
          'too-many-webhooks',
          `Cannot add ${show(url)}: there are ${MOST_WEBHOOKS} webhooks, remove one first`,
        )
      const webhook = store.nextWebhook()
      const secret = drawWebhookSecret()
      const wanted =
        events.length === 0 ? WEBHOOK_EVENTS : WEBHOOK_EVENTS.filter((one) => events.includes(one))
      store.append({ kind: 'webhook-added', webhook, url: target.value.href, events: wanted, secret })
      const row = store.webhooks().find(({ id }) => id === webhook)
      if (!row) throw new Error(`webhook ${webhook} was not added`)
      return ok({ row, secret })
    },
    remove(webhook) {
      store.append({ kind: 'webhook-removed', webhook })
      couriers.get(webhook)?.wake()
    },
    test(webhook) {
      const body = { type: 'webhook.test', timestamp: new Date().toISOString(), data: {} }
      store.append({ kind: 'webhook-queued', webhook, event: 'webhook.test', body })
      wake(webhook)
    },
    resend({ id, webhook, state }) {
      if (state === 'delivered')
        return fail('already-delivered', `Cannot send delivery ${id} again: its receiver has taken it`)
      store.append({ kind: 'webhook-resent', delivery: id })
      wake(webhook)
      return ok(undefined)
    },
    async [Symbol.asyncDispose]() {
      leave()
      stop.abort()
      const ends = [...couriers.values()].map((courier) => {
        courier.stop()
        return courier.end
      })
      await Promise.all(ends)
    },
  }
}

/** Makes one attempt at a delivery, and logs what came of it. */
async function attempt(
  { store, post, backOff }: Required<Pick<WebhooksOptions, 'store' | 'post' | 'backOff'>>,
  { id, url }: WebhookRow,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<void> {
  const secret = store.webhookSecret(id)
  // It was removed while the delivery waited for the disk.
  if (secret === undefined) return
  const began = performance.now()
  const timestamp = Math.floor(Date.now() / 1000)
  const answer = await post(url, delivery.body, {
    signal,
    timeoutMs: ANSWER_MS,
    refusesRedirects: true,
    headers: (body) => signatureHeaders(secret, { id: messageId(delivery), timestamp, body }),
  })
  if (signal.aborted) return
  const now = store.webhookDelivery(delivery.id)
  // Its webhook may have been removed, or it was given up because too many wait.
  if (now?.state !== 'owed') return
  const problem = problemOf(answer)
  const failures = now.attempts + 1
  const waitMs = problem === undefined ? undefined : backOff(failures)
  store.append({
    kind: 'webhook-tried',
    delivery: delivery.id,
    attempt: failures,
    ms: Math.round(performance.now() - began),
    ...(answer.ok && { status: answer.value.status }),
    ...(problem !== undefined && { problem }),
    ...(waitMs !== undefined && { next: Date.now() + waitMs }),
  })
}

/** The same for every attempt, also after a restart: receivers tell copies by it. */
const messageId = ({ id, created }: DeliveryRow): string => `msg_${id}_${created}`

/** From five seconds to ten hours; after eight attempts, most of a day, it gives up. */
function growingWait(failures: number): number | undefined {
  const seconds = WAITS_S[failures - 1]
  return seconds === undefined ? undefined : seconds * 1000
}

const WAITS_S = [5, 60, 300, 1_800, 7_200, 18_000, 36_000]

function problemOf(answer: Result<{ readonly status: number }>): string | undefined {
  if (!answer.ok) return answer.problem.message
  const { status } = answer.value
  if (status >= 200 && status < 300) return undefined
  return status >= 300 && status < 400
    ? `it answered ${status}: redirects are not followed`
    : `it answered ${status}`
}

/** Delivers to one webhook. */
interface Courier {
  end: Promise<void>
  /** Waits so long or for a shorter time, or until it is woken. No call to wake it is missed: what is due is read just before. */
  sleep(ms: number): Promise<void>
  wake(): void
  /** Waits until `done` is called. */
  until(begin: (done: () => void) => void): Promise<void>
  /** Ends its wait. */
  stop(): void
}

function openCourier(): Courier {
  let wakeUp = (): void => {}
  let finish = (): void => {}
  return {
    end: Promise.resolve(),
    wake: () => wakeUp(),
    sleep: (ms) =>
      new Promise((resolve) => {
        const timer = ms === Infinity ? undefined : setTimeout(resolve, Math.min(ms, WALL_CLOCK_PACE_MS))
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    until: (begin) =>
      new Promise((resolve) => {
        finish = resolve
        begin(resolve)
      }),
    stop() {
      finish()
      wakeUp()
    },
  }
}

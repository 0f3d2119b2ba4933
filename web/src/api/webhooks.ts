import { ok, type Result } from '../../../src/base/result.ts'
import type {
  AddedWebhookBody,
  DeliveryBody,
  DeliveryList,
  WebhookEvent,
  WebhookList,
} from '../../../src/api/webhooks.ts'
import { API, queryOf, request, requestText } from './request.ts'
import type { ListPage } from './use-pages.ts'

const at = (webhook: number): string => `${API}/webhooks/${webhook}`

export const fetchWebhooks = (signal: AbortSignal): Promise<Result<WebhookList>> =>
  request(`${API}/webhooks`, { signal })

export const addWebhook = (url: string, events: readonly WebhookEvent[]): Promise<Result<AddedWebhookBody>> =>
  request(`${API}/webhooks`, { method: 'POST', json: { url, events } })

export const removeWebhook = (webhook: number): Promise<Result<string>> =>
  requestText(at(webhook), { method: 'DELETE' })

export const testWebhook = (webhook: number): Promise<Result<string>> =>
  requestText(`${at(webhook)}/test`, { method: 'POST' })

/** What was posted to a webhook, newest first. */
export async function fetchDeliveries(
  webhook: number,
  before?: number,
  signal?: AbortSignal,
): Promise<Result<ListPage<DeliveryBody>>> {
  const page = await request<DeliveryList>(`${at(webhook)}/deliveries${queryOf({ before, limit: 20 })}`, {
    signal,
  })
  return page.ok ? ok({ rows: page.value.deliveries, next: page.value.next }) : page
}

export const sendDelivery = (webhook: number, delivery: number): Promise<Result<DeliveryBody>> =>
  request(`${at(webhook)}/deliveries/${delivery}/send`, { method: 'POST' })

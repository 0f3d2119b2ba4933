import { Type } from 'typebox'
import { NewestQuery } from '../../api/schema.ts'
import {
  AddedWebhookBody,
  DeliveryBody,
  DeliveryList,
  DeliveryParams,
  NewWebhookBody,
  WEBHOOK_EVENTS,
  WebhookList,
  WebhookParams,
  type WebhookBody,
} from '../../api/webhooks.ts'
import { found, granted } from '../../protocols/request-error.ts'
import type { DeliveryRow, WebhookRow } from '../../store/store.ts'
import type { App, ServerContext } from '../context.ts'
import { nextAfter, pageOf } from '../page.ts'

const tags = ['webhooks']

/** Where the arena posts news of contests, and the log of what it posted. All of it is for the organiser. */
export function webhookRoutes(app: App, { store, webhooks }: ServerContext): void {
  const find = (id: number): WebhookRow =>
    found(
      store.webhooks().find((row) => row.id === id),
      `webhook ${id}`,
    )

  app.get(
    '/api/v1/webhooks',
    {
      schema: {
        summary: 'The webhooks, without their secrets; for the organiser',
        operation: 'listWebhooks',
        tags,
        access: 'organiser',
        response: { 200: WebhookList },
      },
    },
    () => ({ webhooks: store.webhooks().map(present) }),
  )

  app.post(
    '/api/v1/webhooks',
    {
      schema: {
        summary: 'Post news of contests to a URL; for the organiser',
        operation: 'addWebhook',
        tags,
        access: 'organiser',
        body: NewWebhookBody,
        response: { 201: AddedWebhookBody },
        refuses: [429],
      },
    },
    (request, reply) => {
      const { row, secret } = granted(webhooks.add(request.body.url, request.body.events ?? []))
      void reply.code(201).header('cache-control', 'no-store')
      return { ...present(row), secret }
    },
  )

  app.delete(
    '/api/v1/webhooks/:webhook',
    {
      schema: {
        summary: 'Post no more to a URL, and drop the deliveries that wait; for the organiser',
        operation: 'removeWebhook',
        tags,
        access: 'organiser',
        params: WebhookParams,
        response: { 204: Type.Null() },
        refuses: [404],
      },
    },
    (request, reply) => {
      webhooks.remove(find(request.params.webhook).id)
      void reply.code(204)
      return null
    },
  )

  app.post(
    '/api/v1/webhooks/:webhook/test',
    {
      schema: {
        summary: 'Post a test to a webhook; for the organiser',
        operation: 'testWebhook',
        tags,
        access: 'organiser',
        params: WebhookParams,
        response: { 204: Type.Null() },
        refuses: [404],
      },
    },
    (request, reply) => {
      webhooks.test(find(request.params.webhook).id)
      void reply.code(204)
      return null
    },
  )

  app.get(
    '/api/v1/webhooks/:webhook/deliveries',
    {
      schema: {
        summary: 'The deliveries of a webhook with their answers, newest first; for the organiser',
        operation: 'listDeliveries',
        tags,
        access: 'organiser',
        params: WebhookParams,
        querystring: NewestQuery,
        response: { 200: DeliveryList },
        refuses: [404],
      },
    },
    (request) => {
      const page = pageOf(request.query.limit, request.query.before)
      const rows = store.webhookDeliveries(find(request.params.webhook).id, page)
      return { deliveries: rows.map(presentDelivery), next: nextAfter(rows, page) }
    },
  )

  app.post(
    '/api/v1/webhooks/:webhook/deliveries/:delivery/send',
    {
      schema: {
        summary: 'Send a delivery again now; for the organiser',
        operation: 'sendDelivery',
        tags,
        access: 'organiser',
        params: DeliveryParams,
        response: { 200: DeliveryBody },
        refuses: [404, 409],
      },
    },
    ({ params: { webhook, delivery: id } }) => {
      const row = store.webhookDelivery(id)
      const delivery = found(
        row?.webhook === find(webhook).id ? row : undefined,
        `delivery ${id} of webhook ${webhook}`,
      )
      granted(webhooks.resend(delivery))
      return presentDelivery(found(store.webhookDelivery(id), `delivery ${id}`))
    },
  )
}

const isEvent = (word: string): word is WebhookBody['events'][number] =>
  WEBHOOK_EVENTS.some((event) => event === word)

const date = (ms: number): string => new Date(ms).toISOString()

const present = ({ id, url, events, created }: WebhookRow): WebhookBody => ({
  id,
  url,
  events: events.filter(isEvent),
  created: date(created),
})

const presentDelivery = (row: DeliveryRow): DeliveryBody => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  created: date(row.created),
  tried: row.tried === undefined ? null : date(row.tried),
  next: row.state === 'owed' ? date(row.due) : null,
  status: row.status ?? null,
  ms: row.ms ?? null,
  problem: row.problem ?? null,
})

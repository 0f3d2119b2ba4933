import { Type } from 'typebox'
import { DateTime, Id, IdOf, List, Nullable, words, type Shape } from './schema.ts'

/** Webhooks: the arena posts news of contests to URLs of the organiser. */

export const WEBHOOK_EVENTS = [
  'match.over',
  'tournament.round',
  'tournament.running',
  'tournament.paused',
  'tournament.over',
  'tournament.published',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const WebhookId = IdOf('The id of a webhook', 1)
export const WebhookParams = Type.Object({ webhook: WebhookId })
export const DeliveryParams = Type.Object({
  webhook: WebhookId,
  delivery: IdOf('The id of a delivery of this webhook', 3),
})

export const NewWebhookBody = Type.Object(
  {
    url: Type.String({ maxLength: 2000, examples: ['https://example.org/results'] }),
    events: Type.Optional(List(words(WEBHOOK_EVENTS), { description: 'All of them, if it is missing' })),
  },
  { additionalProperties: false },
)

const webhook = { id: Id, url: Type.String(), events: List(words(WEBHOOK_EVENTS)), created: DateTime }

export const WebhookBody = Type.Object(webhook)
export type WebhookBody = Shape<typeof WebhookBody>

export const AddedWebhookBody = Type.Object({
  ...webhook,
  secret: Type.String({ description: 'Signs every delivery; it is shown this once' }),
})
export type AddedWebhookBody = Shape<typeof AddedWebhookBody>

export const WebhookList = Type.Object({ webhooks: List(WebhookBody) })
export type WebhookList = Shape<typeof WebhookList>

export const DeliveryBody = Type.Object({
  id: Id,
  event: Type.String(),
  state: words(['owed', 'delivered', 'given-up']),
  attempts: Type.Integer(),
  created: DateTime,
  tried: Nullable(DateTime),
  next: Nullable(Type.String({ format: 'date-time', description: 'When the next attempt is due' })),
  status: Nullable(Type.Integer({ description: 'The HTTP status of the last answer' })),
  ms: Nullable(Type.Integer({ description: 'How long the last attempt took' })),
  problem: Nullable(Type.String()),
})
export type DeliveryBody = Shape<typeof DeliveryBody>

export const DeliveryList = Type.Object({ deliveries: List(DeliveryBody), next: Nullable(Id) })
export type DeliveryList = Shape<typeof DeliveryList>

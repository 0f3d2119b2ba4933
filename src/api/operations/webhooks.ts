import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of webhooks. */
export const webhooksOperations = {
  listWebhooks: {
    description: 'The server shows a secret once, when you add its webhook.',
    example: {
      answer: {
        webhooks: [
          {
            id: 2,
            url: 'https://bots.example.org/results',
            events: ['match.over', 'tournament.over'],
            created: '2026-05-16T22:32:24.030Z',
          },
          {
            id: 3,
            url: 'https://bots.example.org/results',
            events: ['tournament.over'],
            created: '2026-05-16T22:32:24.070Z',
          },
        ],
      },
    },
  },
  addWebhook: {
    description:
      'Every delivery carries the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, which is `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`.',
    example: {
      body: { url: 'https://bots.example.org/results', events: ['match.over', 'tournament.over'] },
      answer: {
        id: 2,
        url: 'https://bots.example.org/results',
        events: ['match.over', 'tournament.over'],
        created: '2026-05-16T22:32:24.030Z',
        secret: 'whsec_SECRET',
      },
    },
  },
  removeWebhook: {
    description: 'The arena does not send deliveries that still wait.',
    example: {},
  },
  testWebhook: {
    description: 'The arena signs this delivery like any other. The list of deliveries has its answer.',
    example: {},
  },
  listDeliveries: {
    description:
      'Each delivery with its attempts and the last answer. For the next page give the last id as `before`.',
    example: {
      answer: {
        deliveries: [
          {
            id: 55,
            event: 'tournament.over',
            state: 'owed',
            attempts: 1,
            created: '2026-05-16T22:32:24.882Z',
            tried: '2026-05-16T22:32:24.896Z',
            next: '2026-05-16T23:32:24.896Z',
            status: 500,
            ms: 10,
            problem: 'it answered 500',
          },
        ],
        next: null,
      },
    },
  },
  sendDelivery: {
    description: 'The delivery keeps its `webhook-id`, so the receiver can recognise it.',
    example: {
      answer: {
        id: 55,
        event: 'tournament.over',
        state: 'owed',
        attempts: 1,
        created: '2026-05-16T22:32:24.882Z',
        tried: '2026-05-16T22:32:24.896Z',
        next: '2026-05-16T22:32:25.228Z',
        status: 500,
        ms: 10,
        problem: 'it answered 500',
      },
    },
  },
} satisfies Readonly<Record<string, OperationText>>

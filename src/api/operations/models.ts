import { MATCH } from './shared-examples.ts'
import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of language models. */
export const modelOperations = {
  getModels: {
    description:
      'The numbers count all calls since the first start of the arena. A match that waits for a model keeps its clocks still until the endpoint answers again.',
    example: {
      answer: {
        usd: 1.42,
        tokens: 386_000,
        budget: { amount: 20, unit: 'usd' },
        halted: null,
        waiting: [{ match: 12, why: 'the endpoint answered 529' }],
      },
    },
  },
  getModelCalls: {
    description:
      'JSON lines, one for each call in its order, to download. A match without such calls answers 404.',
    example: { answer: '{"player":0,"round":0,"turn":4,…}\n' },
  },
  callOffMatch: {
    description:
      'The match is over without a winner. The server refuses this for a match of a contest: withdraw an entrant there, or decide the match.',
    example: {
      answer: { ...MATCH, status: 'over', void: true, end: 'not counted: the organiser called it off' },
    },
  },
} satisfies Readonly<Record<string, OperationText>>

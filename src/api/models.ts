import { Type } from 'typebox'
import { Id, List, Nullable, words, type Shape } from './schema.ts'

/** The language models that play in an arena. */

export const ModelsBody = Type.Object({
  usd: Type.Number({ description: 'The cost of all calls in dollars, as far as the server knows it' }),
  tokens: Type.Integer({ description: 'Tokens of all calls, in and out' }),
  budget: Nullable(
    Type.Object(
      { amount: Type.Number(), unit: words(['usd', 'tokens']) },
      { description: 'The most that all calls may use; null if there is no limit' },
    ),
  ),
  halted: Nullable(Type.String({ description: 'Why the server makes no more calls, in one sentence' })),
  waiting: List(
    Type.Object({
      match: Id,
      why: Type.String({ description: 'The answer of the endpoint, or the missing part' }),
    }),
    { description: 'Matches that wait for a model. Their clocks stand still' },
  ),
})
export type ModelsBody = Shape<typeof ModelsBody>

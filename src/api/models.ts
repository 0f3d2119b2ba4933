import { Type } from 'typebox'
import { Id, List, Nullable, words, type Shape } from './schema.ts'

/** The language models that play in an arena. */

export const ModelsBody = Type.Object({
  usd: Type.Number({ description: 'Dollars that all calls have cost, as far as that is known' }),
  tokens: Type.Integer({ description: 'Tokens of all calls, in and out' }),
  budget: Nullable(
    Type.Object(
      { amount: Type.Number(), unit: words(['usd', 'tokens']) },
      { description: 'What all calls may use; null if there is no limit' },
    ),
  ),
  halted: Nullable(Type.String({ description: 'Why no call is made any more, in one sentence' })),
  waiting: List(
    Type.Object({
      match: Id,
      why: Type.String({ description: 'What the endpoint says, or what is missing' }),
    }),
    { description: 'Matches that wait for a model. Their clocks stand' },
  ),
})
export type ModelsBody = Shape<typeof ModelsBody>

import { expect, test } from 'vitest'
import { Type, type TSchema } from 'typebox'
import { AnswerBody } from '../api/games.ts'
import { Nullable } from '../api/schema.ts'
import { validatorCompiler } from './compile-validator.ts'

function refusal(schema: TSchema, body: unknown): unknown {
  const compile = validatorCompiler()
  const validate = compile({ schema, method: 'POST', url: '/', httpPart: 'body' })
  const answer = validate(body) as { readonly error?: readonly { instancePath: string; message?: string }[] }
  return answer.error?.map(({ instancePath, message }) => `body${instancePath} ${message}`)
}

test.each<[unknown, string]>([
  [{}, 'body must have one of the fields move, flip, resign'],
  [{ mov: 'NW' }, 'body must have one of the fields move, flip, resign'],
  [{ move: 5 }, 'body/move must be string'],
  [{ move: 'NW', turn: 'x' }, 'body/turn must be integer'],
  [{ move: 'NW', turns: 1 }, 'body must not have the field "turns"'],
  [{ move: 'NW', flip: true }, 'body must not have the field "flip"'],
  [{ flip: false }, 'body/flip must be true'],
  [{ resign: true, why: 'tired' }, 'body must not have the field "why"'],
  [[], 'body must be object'],
  ['NW', 'body must be object'],
])('of the forms of an answer the one that was meant is explained: %j', (body, said) => {
  expect(refusal(AnswerBody, body)).toEqual([said])
})

test('an answer in one of the forms is taken', () => {
  for (const body of [{ move: 'NW', round: 1, turn: 0 }, { flip: true }, { resign: true }])
    expect(refusal(AnswerBody, body)).toBeUndefined()
})

test('a value of the wrong type is told all types that it may have', () => {
  const schema = Type.Object({ url: Nullable(Type.String({ minLength: 3 })), name: Type.String() })
  expect(refusal(schema, { url: 5, name: 'Ann' })).toEqual(['body/url must be string or null'])
  expect(refusal(schema, { url: 'ab', name: 'Ann' })).toEqual([
    'body/url must NOT have fewer than 3 characters',
  ])
  expect(refusal(schema, { url: null })).toEqual(['body must have the field name'])
})

test('forms within forms are explained by the innermost', () => {
  const schema = Type.Object({
    plays: Nullable(Type.Union([Type.Object({ bot: Nullable(Type.Integer()) }), Type.Literal('newest')])),
  })
  expect(refusal(schema, { plays: { bot: 'x' } })).toEqual(['body/plays/bot must be integer or null'])
  expect(refusal(schema, { plays: 'oldest' })).toEqual(['body/plays must be "newest"'])
})

import { expect, test } from 'vitest'
import type { ProblemCode } from '../base/problem-codes.ts'
import { explainError } from './explain-error.ts'
import { forbidden, found, granted, RequestError, tooFast } from './request-error.ts'

test('a refusal of a handler is told as it is', () => {
  const error = tooFast(3)
  expect(explainError(error)).toBe(error)
  expect(error).toMatchObject({ status: 429, code: 'too-fast', retryAfter: 3 })
})

test.each([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'too-big', 'Cannot read the request: its body is too big'],
  [
    'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    415,
    'bad-media-type',
    'Cannot read the request: expected another media type',
  ],
  ['FST_ERR_BAD_URL', 400, 'bad-address', 'Cannot read the address: expected it in UTF-8'],
  ['FST_ERR_MAX_PARAM_LENGTH', 414, 'too-long', 'Cannot read the address: it is too long'],
])('%s has words of ours, which do not repeat the address', (code, status, told, message) => {
  const error = Object.assign(new Error('/api/v1/matches?key=secret'), { code, statusCode: 400 })
  expect(explainError(error)).toMatchObject({ status, code: told, message })
})

test.each([
  [{ instancePath: '/settings/width' }, 'settings.width'],
  [{ instancePath: '', params: { missingProperty: 'game' } }, 'game'],
  [{ instancePath: '/settings', params: { additionalProperty: 'colour' } }, 'settings.colour'],
  [{ instancePath: '', params: { limit: 3 } }, undefined],
  [undefined, undefined],
])('what a schema refuses is named: %j is %s', (first, at) => {
  const validation = first ? [first] : []
  const error = Object.assign(new Error('body/settings is wrong'), { statusCode: 400, validation })
  const explained = explainError(error)
  expect(explained).toMatchObject({
    status: 400,
    code: 'bad-request',
    message: 'Cannot read the request: body/settings is wrong',
  })
  expect(explained.at).toBe(at)
})

test('another refusal of the framework keeps its status; a fault of the server says nothing of itself', () => {
  const failed = 'The server failed; all acknowledged moves are safe, try again'
  const told = (statusCode: number) => explainError(Object.assign(new Error('no'), { statusCode }))
  expect(told(400)).toEqual({ status: 400, code: 'bad-request', message: 'Cannot read the request: no' })
  expect(told(499).status).toBe(499)
  for (const error of [new Error('disk full'), Object.assign(new Error('no'), { statusCode: 500 }), {}])
    expect(explainError(error)).toMatchObject({ status: 500, code: 'server-error', message: failed })
  expect(told(302)).toMatchObject({ status: 500 })
})

test('a problem that clients may meet is refused with its place, another is a fault of the server', () => {
  const problem = (code: ProblemCode) =>
    ({ ok: false, problem: { code, message: 'No', at: 'name' } }) as const
  expect(granted({ ok: true, value: 7 })).toBe(7)
  expect(() => granted(problem('bad-request'))).toThrow(RequestError)
  expect(() => granted(problem('bad-request'))).toThrow(
    expect.objectContaining({ message: 'No', at: 'name' }),
  )
  expect(() => granted(problem('unreadable-move'))).toThrow('No (unreadable-move)')
  expect(() => granted(problem('unreadable-move'))).not.toThrow(RequestError)
})

test('what is missing is named', () => {
  expect(found(0, 'match 3')).toBe(0)
  expect(() => found(undefined, 'match 3')).toThrow(
    expect.objectContaining({ status: 404, code: 'not-found', message: 'There is no match 3' }),
  )
})

test('what a client may not do is refused with the reason', () => {
  expect(forbidden('Only judges may mark')).toMatchObject({
    status: 403,
    code: 'forbidden',
    message: 'Only judges may mark',
  })
  expect(tooFast(3).message).toBe('Too many requests: wait as long as Retry-After says')
})

test('an error of the framework without words is told as it is', () => {
  expect(explainError({ statusCode: 418 }).message).toBe('Cannot read the request: ')
})

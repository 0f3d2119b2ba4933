import { expect, test } from 'vitest'
import { ERRORS, errorOf, pollingError, type ErrorCode } from './errors.ts'

const STATUSES: Readonly<Record<ErrorCode, number>> = {
  'bad-format': 400,
  'bad-turn': 400,
  'bad-boost': 400,
  'bad-id': 400,
  'bad-wait': 400,
  'bad-full': 400,
  'bad-request': 400,
  'no-boost-left': 400,
  'illegal-move': 400,
  'no-key': 401,
  'wrong-key': 403,
  'not-your-player': 403,
  'unknown-game': 404,
  'unknown-player': 404,
  'unknown-address': 404,
  'wrong-method': 405,
  'not-your-turn': 409,
  'too-late': 409,
  'game-over': 410,
  'too-big': 413,
  'too-fast': 429,
  'server-error': 500,
  unavailable: 503,
}

const CODES = Object.keys(ERRORS) as ErrorCode[]

test.each(CODES)('%s has its status and a sentence without a full stop', (code) => {
  const { status, document } = pollingError(code)
  expect(status).toBe(STATUSES[code])
  expect(document).toEqual({ error: code, message: ERRORS[code].message })
  expect(document.message).toMatch(/^Cannot .*[^.]$/)
})

test('a better sentence takes the place of the usual one', () => {
  expect(pollingError('unknown-game', 'Cannot find game 7').document).toEqual({
    error: 'unknown-game',
    message: 'Cannot find game 7',
  })
})

test('a problem from elsewhere is a bad request', () => {
  const message = 'Cannot read x'
  expect(errorOf({ code: 'bad-wait', message })).toEqual(pollingError('bad-wait', message))
  expect(errorOf({ code: 'bad-setting', message })).toEqual(pollingError('bad-request', message))
})

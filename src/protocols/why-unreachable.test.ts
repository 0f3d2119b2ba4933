import { expect, test } from 'vitest'
import { whyUnreachable } from './why-unreachable.ts'

const withCode = (code: string) => Object.assign(new Error('fetch failed'), { code })

test.each([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'there is no such host'],
  ['EHOSTUNREACH', 'that host cannot be reached'],
  ['ENETUNREACH', 'that host cannot be reached'],
  ['ETIMEDOUT', 'that host does not answer'],
  ['UND_ERR_SOCKET', 'it hung up'],
  ['ECONNRESET', 'it hung up'],
  ['EPROTO', 'EPROTO'],
])('%s, of the error or of its cause, is told as: %s', (code, words) => {
  expect(whyUnreachable(withCode(code))).toBe(words)
  expect(whyUnreachable(new TypeError('fetch failed', { cause: withCode(code) }))).toBe(words)
})

test('an error without a code is told in its own words, and a timeout as no answer', () => {
  expect(whyUnreachable(new DOMException('timed out', 'TimeoutError'))).toBe('it does not answer')
  expect(whyUnreachable(new Error('bad certificate'))).toBe('bad certificate')
  expect(whyUnreachable('closed')).toBe('closed')
})

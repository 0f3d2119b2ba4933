import { expect, test } from 'vitest'
import { readOutgoingUrl } from './outgoing-url.ts'

test.each([
  'http://host',
  'https://host/news?x=1',
  'http://host:80',
  'https://host:443',
  'https://host:80',
  'http://host:443',
  'http://host:1024',
  `http://host/${'x'.repeat(1_988)}`,
])('%s may be called', (text) => {
  expect(readOutgoingUrl(text)).toEqual({ ok: true, value: new URL(text) })
})

test.each([
  ['host:8080/', 'expected http or https'],
  ['ftp://host', 'expected http or https'],
  ['http://', 'expected a URL like http://host:8080'],
  ['/news', 'expected a URL like http://host:8080'],
  ['http://ann@host', 'a URL must have no name or password in it'],
  ['http://:word@host', 'a URL must have no name or password in it'],
  ['http://host:22', 'expected port 80, 443 or one from 1024'],
  ['http://host:1023', 'expected port 80, 443 or one from 1024'],
])('%s may not be called: %s', (text, why) => {
  expect(readOutgoingUrl(text)).toEqual({
    ok: false,
    problem: { code: 'bad-url', message: `Cannot call "${text}": ${why}` },
  })
})

test('an address has at most 2000 characters', () => {
  expect(readOutgoingUrl(`http://host/${'x'.repeat(1_989)}`)).toMatchObject({
    ok: false,
    problem: { message: expect.stringMatching(/: expected a URL like http:\/\/host:8080$/) },
  })
})

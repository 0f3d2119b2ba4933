import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { isLoopback, readKnownHosts } from './known-hosts.ts'

const hosts = must(readKnownHosts('192.0.2.7', ['Arena.example.org', 'bots.example.org:8443']))

describe('a Host header', () => {
  test.each([
    ['192.0.2.7', undefined],
    ['192.0.2.7:8080', undefined],
    ['localhost', undefined],
    ['LOCALHOST.:80', undefined],
    ['127.0.0.1', undefined],
    ['127.10.20.30:80', undefined],
    ['[::1]:80', undefined],
    ['arena.example.org', undefined],
    ['bots.example.org', undefined],
    ['198.51.100.9:80', '198.51.100.9'],
    ['198.51.100.9:80', '::ffff:198.51.100.9'],
    ['198.51.100.9:80', '::FFFF:198.51.100.9'],
    ['[2001:db8::9]:80', '2001:db8::9'],
  ])('%s on %s is this server', (header, local) => expect(hosts.has(header, local)).toBe(true))

  test.each([
    ['', undefined],
    ['', ''],
    ['192.0.2.8', undefined],
    ['198.51.100.9', '198.51.100.8'],
    ['[2001:db8::9]', '2001:db8::8'],
    ['evil.example', '198.51.100.9'],
    ['127.0.0.1.evil.example', undefined],
    ['evil.127.0.0.1', undefined],
    ['x.localhost', undefined],
    ['ann@localhost', undefined],
    ['localhost/x', undefined],
    ['localhost x', undefined],
    ['localhost:x', undefined],
    ['a.arena.example.org', undefined],
  ])('%j on %s is another', (header, local) => expect(hosts.has(header, local)).toBe(false))

  test('may be the IPv6 address where the server listens', () => {
    const listening = must(readKnownHosts('2001:db8::7', []))
    expect(listening.has('[2001:db8::7]:80', undefined)).toBe(true)
    expect(listening.has('[2001:db8::8]:80', undefined)).toBe(false)
  })
})

describe('an origin', () => {
  test.each([
    ['http://192.0.2.7:8080', '192.0.2.7:8080'],
    ['https://192.0.2.7', '192.0.2.7'],
    ['https://arena.example.org', 'localhost'],
    ['https://bots.example.org:8443', undefined],
  ])('%s of a request for %s is the server’s own', (origin, header) =>
    expect(hosts.isOwnOrigin(origin, header)).toBe(true),
  )

  test.each([
    ['http://192.0.2.7:8081', '192.0.2.7:8080'],
    ['https://evil.example', '192.0.2.7'],
    ['https://evil.example', undefined],
    ['https://bots.example.org', undefined],
    ['https://arena.example.org:444', undefined],
    ['null', 'null'],
    ['ftp://192.0.2.7', '192.0.2.7'],
    ['xhttp://192.0.2.7', '192.0.2.7'],
    ['http://', undefined],
    ['http://', ''],
  ])('%s of a request for %s is another', (origin, header) =>
    expect(hosts.isOwnOrigin(origin, header)).toBe(false),
  )
})

test.each(['http://arena.example.org', 'a b', 'a/b', 'ann@b', '', 'arena.example.org:x'])(
  '%j is no public host',
  (name) =>
    expect(readKnownHosts('localhost', ['arena.example.org', name])).toMatchObject({
      problem: { code: 'bad-public-host', message: expect.stringContaining(JSON.stringify(name)) as unknown },
    }),
)

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['128.0.0.1', false],
  ['127.0.0.1.evil.example', false],
  ['10.127.0.0.1', false],
  ['::', false],
  ['2001:db8::1', false],
])('only this machine reaches a server on %s: %s', (host, is) => expect(isLoopback(host)).toBe(is))

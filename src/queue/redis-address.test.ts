import { expect, test } from 'vitest'
import { readRedisAddress } from './redis-address.ts'

test.each([
  [
    'redis://localhost',
    undefined,
    { host: 'localhost', port: 6379, db: 0, tls: false, shown: 'redis://localhost:6379' },
  ],
  [
    'rediss://ann:a%20b@10.0.0.1:7000/2',
    'not used',
    {
      host: '10.0.0.1',
      port: 7000,
      username: 'ann',
      password: 'a b',
      db: 2,
      tls: true,
      shown: 'rediss://10.0.0.1:7000',
    },
  ],
  [
    'redis://[::1]:1',
    'pw',
    { host: '::1', port: 1, password: 'pw', db: 0, tls: false, shown: 'redis://[::1]:1' },
  ],
])('%s is an address; what is shown of it has no password', (url, password, value) => {
  expect(readRedisAddress(url, password)).toEqual({ ok: true, value })
})

test.each(['', 'localhost:6379', 'http://localhost', 'redis://:secret@', 'redis://h/secret'])(
  '%j is refused without repeating it',
  (url) => {
    const read = readRedisAddress(url)
    expect(read).toMatchObject({ ok: false, problem: { code: 'bad-address' } })
    expect(JSON.stringify(read)).not.toContain('secret')
  },
)

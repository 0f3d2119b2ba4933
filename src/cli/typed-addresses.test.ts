import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { typedAddresses } from './typed-addresses.ts'

const at = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo

const MACHINE = {
  lo: [at('127.0.0.1', true), at('::1', true)],
  docker0: [at('172.17.0.1')],
  eth0: [at('2001:db8::5'), at('fe80::1'), at('192.168.1.5')],
  wlan0: [at('169.254.3.4'), at('10.0.0.7')],
}

const base = { host: '0.0.0.0', port: 8080, isSecure: false, publicHosts: [] }

test.each([
  [
    'all of IPv4: no loopback, no link-local, bridges of containers last',
    base,
    ['http://192.168.1.5:8080', 'http://10.0.0.7:8080', 'http://172.17.0.1:8080'],
  ],
  [
    'IPv6 after IPv4, in brackets',
    { ...base, host: '::' },
    [
      'http://192.168.1.5:8080',
      'http://10.0.0.7:8080',
      'http://172.17.0.1:8080',
      'http://[2001:db8::5]:8080',
    ],
  ],
  ['the one address that it listens on', { ...base, host: '127.0.0.1' }, ['http://127.0.0.1:8080']],
  ['the usual port needs no typing', { ...base, host: '10.0.0.7', port: 80 }, ['http://10.0.0.7']],
  [
    'with a certificate, the names that it is for come first',
    {
      ...base,
      host: '10.0.0.7',
      port: 443,
      isSecure: true,
      publicHosts: ['arena.example.org', 'b.example.org:9000'],
    },
    ['https://arena.example.org', 'https://b.example.org:9000', 'https://10.0.0.7'],
  ],
  [
    'without one, a public name is that of a proxy',
    { ...base, host: '10.0.0.7', publicHosts: ['arena.example.org'] },
    ['http://10.0.0.7:8080'],
  ],
])('%s', (_, listening, expected) => {
  expect(typedAddresses(listening, MACHINE)).toEqual(expected)
})

test('a machine without a network has no address to type', () => {
  expect(typedAddresses(base, { lo: MACHINE.lo })).toEqual([])
})

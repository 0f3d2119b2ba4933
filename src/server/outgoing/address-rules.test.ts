import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { readAddressRules } from './address-rules.ts'
import { readOutgoingUrl } from '../../protocols/outgoing-url.ts'

const rulesOf = (allowed: readonly string[], isLocal = false) => must(readAddressRules({ allowed, isLocal }))

const METADATA = ['169.254.169.254', 'fd00:ec2::254', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe']

describe('which addresses may be called', () => {
  test.each([
    ...METADATA,
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::ffff:10.1.2.3',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:7f00:1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'ff02::1',
    'not an address',
  ])('%s: not by a name that leads there, not by the whole internet, and not by itself', (address) => {
    for (const allowed of [[], ['*'], ['bots.example.org'], ['0.0.0.0/0', '::/0']])
      expect(rulesOf(allowed).isAllowed(address, 'bots.example.org')).toBe(false)
  })

  test.each(METADATA)('%s is never called, whatever is allowed', (address) => {
    const all = rulesOf(['169.254.0.0/16', '169.254.169.254', 'fd00::/8', 'fd00:ec2::254', '*'], true)
    expect(all.isAllowed(address, address)).toBe(false)
  })

  test.each([
    [[], '93.184.216.34', false],
    [['*'], '93.184.216.34', true],
    [['bots.example.org'], '93.184.216.34', true],
    [['BOTS.example.ORG'], '93.184.216.34', true],
    [['*.example.org'], '93.184.216.34', true],
    [['example.org'], '93.184.216.34', false],
    [['*.ample.org'], '93.184.216.34', false],
    [['93.184.216.0/24'], '93.184.216.34', true],
    [['93.184.216.34'], '93.184.216.34', true],
    [['93.184.217.0/24'], '93.184.216.34', false],
    [['0.0.0.0/0'], '93.184.216.34', true],
    [['192.168.7.0/24'], '192.168.7.9', true],
    [['192.168.7.0/24'], '::ffff:192.168.7.9', true],
    [['192.168.7.0/24'], '192.168.8.9', false],
    // A network that is wider than a private range opens nothing private.
    [['10.0.0.0/7'], '10.1.2.3', false],
    [['10.0.0.0/7'], '11.1.2.3', true],
    [['10.0.0.0/8'], '10.1.2.3', true],
    [['172.16.0.0/11'], '172.16.0.1', false],
    [['172.16.0.0/12'], '172.31.255.255', true],
    [['fc00::/6'], 'fd12::7', false],
    [['fc00::/7'], 'fd12::7', true],
    [['127.0.0.1'], '127.0.0.1', true],
    [['fd12::/16'], 'fd12::7', true],
    [['2606:2800::/32'], '2606:2800::1', true],
  ] as const)('with %j allowed, %s by bots.example.org: %s', (allowed, address, isAllowed) => {
    expect(rulesOf(allowed).isAllowed(address, 'bots.example.org')).toBe(isAllowed)
  })

  test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('%s on this machine alone', (address) => {
    expect(rulesOf([], true).isAllowed(address, 'localhost')).toBe(true)
    expect(rulesOf([], true).isAllowed('192.168.1.1', 'localhost')).toBe(false)
  })

  test.each(['10.0.0.0/33', '10.0.0.0/x', 'a b', 'http://x', '10.0.0.0/8/8', ''])(
    '%j cannot be allowed',
    (word) => {
      expect(readAddressRules({ allowed: [word], isLocal: false })).toMatchObject({ ok: false })
    },
  )
})

describe('a URL that may be called', () => {
  test.each([
    'http://bots.example.org',
    'https://bots.example.org/team',
    'http://127.0.0.1:8080/',
    'http://127.0.0.1:80',
    'https://127.0.0.1:443',
    'http://[::1]:1024',
  ])('%s', (url) => expect(readOutgoingUrl(url).ok).toBe(true))

  test.each([
    'bots.example.org',
    'ftp://bots.example.org',
    'file:///etc/passwd',
    'http://ann:secret@bots.example.org',
    'http://ann@bots.example.org',
    'http://bots.example.org:22',
    'http://bots.example.org:0',
    `http://bots.example.org/${'x'.repeat(3000)}`,
    '',
  ])('is not %s', (url) => expect(readOutgoingUrl(url)).toMatchObject({ ok: false }))
})

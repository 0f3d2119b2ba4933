import { BlockList, isIP } from 'node:net'
import { show } from '../../base/fields.ts'
import { fail, ok, type Result } from '../../base/result.ts'

/** Which addresses the server may call for strangers. */
export interface AddressRules {
  /** `host` is how the address was asked for: a name, or the address itself. */
  isAllowed(address: string, host: string): boolean
}

export interface AddressOptions {
  /** Names of hosts (`bots.example.org`, `*.example.org`, `*` for all) and networks (`192.168.7.0/24`). */
  readonly allowed: readonly string[]
  /** The server can be reached from this machine alone, and so may call it. */
  readonly isLocal: boolean
}

/** Networks that are private but may be opened by naming them, or a part of them. */
const PRIVATE = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
] as const

/** Never to be called: nothing that a team runs is there, but things that others must not reach are. */
const NEVER = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  // Where a cloud tells a machine its secrets.
  'fd00:ec2::/32',
] as const

const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const

/** Reads an allow-list. A name opens only what is public: a name may come to mean anything, a network cannot. */
export function readAddressRules({ allowed, isLocal }: AddressOptions): Result<AddressRules> {
  const networks = allowed.filter((word) => isIP(word.split('/')[0] ?? '') !== 0)
  const names = allowed.filter((word) => !networks.includes(word)).map((name) => name.toLowerCase())
  const wrong =
    networks.find((word) => parseNetwork(word) === undefined) ?? names.find((name) => !HOST.test(name))
  if (wrong !== undefined)
    return fail(
      'bad-allow-list',
      `Cannot allow ${show(wrong)}: expected a host like bots.example.org or a network like 192.168.7.0/24`,
    )
  const opened = listOf(networks.filter(liesInPrivate))
  const publicly = listOf(networks.filter((word) => !liesInPrivate(word)))
  return ok({
    isAllowed(given, host) {
      const address = unmapped(given)
      if (address === undefined || has(never, address)) return false
      if (isLocal && has(loopback, address)) return true
      if (has(opened, address)) return true
      if (has(privately, address)) return false
      return has(publicly, address) || names.some((name) => isNamed(host.toLowerCase(), name))
    },
  })
}

const HOST = /^(?:\*|(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)$/

const isNamed = (host: string, name: string): boolean =>
  name === '*' || name === host || (name.startsWith('*.') && host.endsWith(name.slice(1)))

interface Network {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

/** An address, or a network like 192.168.7.0/24. */
export const isNetwork = (word: string): boolean => parseNetwork(word) !== undefined

function parseNetwork(word: string): Network | undefined {
  const [address = '', bits, ...rest] = word.split('/')
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN
  if (version === 0 || rest.length > 0 || !(length >= 0 && length <= most)) return undefined
  return { address, bits: length, family: version === 4 ? 'ipv4' : 'ipv6' }
}

function listOf(words: readonly string[]): BlockList {
  const list = new BlockList()
  for (const word of words) {
    const network = parseNetwork(word)
    if (network) list.addSubnet(network.address, network.bits, network.family)
  }
  return list
}

const never = listOf(NEVER)
const privately = listOf(PRIVATE)
const loopback = listOf(LOOPBACK)

/** Whether a network is a private one or a part of one: naming the whole internet opens nothing private. */
function liesInPrivate(word: string): boolean {
  const network = parseNetwork(word)
  return PRIVATE.some((each) => {
    const range = parseNetwork(each)
    return (
      network !== undefined &&
      range !== undefined &&
      range.family === network.family &&
      network.bits >= range.bits &&
      has(listOf([each]), network.address)
    )
  })
}

const has = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** The address itself; an IPv4 address in the clothes of IPv6 without them. Undefined for what is none, or has a zone. */
function unmapped(address: string): string | undefined {
  const version = isIP(address)
  if (version === 4) return address
  if (version !== 6 || address.includes('%')) return undefined
  const { hostname } = new URL(`http://[${address}]/`)
  const mapped = /^\[::(?:ffff:(?:0:)?)?([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname)
  if (mapped === null) return hostname.slice(1, -1)
  const [high, low] = [parseInt(mapped[1] ?? '', 16), parseInt(mapped[2] ?? '', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

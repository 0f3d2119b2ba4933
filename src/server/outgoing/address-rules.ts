import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
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

/** Ranges that are private: the allow-list opens them, or a part of them, only by naming the network. */
const PRIVATE: readonly string[] = ['private', 'carrierGradeNat', 'loopback', 'uniqueLocal']

/** Where a cloud tells a machine its secrets. */
const CLOUD = ipaddr.parseCIDR('fd00:ec2::/32')

/** An IPv4 address in a deprecated form, as `::7f00:1`. */
const COMPATIBLE = ipaddr.parseCIDR('::/96')

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
  const opened = networks.map(parseNetwork).filter((network) => network !== undefined)
  return ok({
    isAllowed(given, host) {
      const address = parseAddress(given)
      const reach = address && reachOf(address)
      if (address === undefined || reach === 'never') return false
      if (isLocal && address.range() === 'loopback') return true
      const isIn = (network: Network): boolean => matches(address, network)
      if (reach === 'private') return opened.some((network) => isPrivate(network) && isIn(network))
      return opened.some(isIn) || names.some((name) => isNamed(host.toLowerCase(), name))
    },
  })
}

const HOST = /^(?:\*|(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)$/

const isNamed = (host: string, name: string): boolean =>
  name === '*' || name === host || (name.startsWith('*.') && host.endsWith(name.slice(1)))

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [address: Address, bits: number]

/** An address, or a network like 192.168.7.0/24. */
export const isNetwork = (word: string): boolean => parseNetwork(word) !== undefined

function parseNetwork(word: string): Network | undefined {
  const [address = ''] = word.split('/')
  if (isIP(address) === 0) return undefined
  if (ipaddr.isValidCIDR(word)) return ipaddr.parseCIDR(word)
  const single = address === word ? ipaddr.parse(word) : undefined
  return single && [single, single.kind() === 'ipv4' ? 32 : 128]
}

/** The address; one of IPv4 that is mapped to IPv6 as itself. Undefined for what is none, or has a zone. */
const parseAddress = (text: string): Address | undefined =>
  isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.process(text)

/** Nothing that a team runs is in the ranges that are neither public nor private, but things that others must not reach are. */
function reachOf(address: Address): 'public' | 'private' | 'never' {
  if (matches(address, CLOUD)) return 'never'
  const range = address.range()
  if (PRIVATE.includes(range)) return 'private'
  return range === 'unicast' && !matches(address, COMPATIBLE) ? 'public' : 'never'
}

const matches = (address: Address, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits)

/**
 * Whether a network lies in a private range. One that is wider does not: `0.0.0.0/0` opens what is public, and nothing
 * private. A network lies in a range if its first and its last address do, for no two private ranges touch.
 */
function isPrivate([network, bits]: Network): boolean {
  const family = network.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  const cidr = `${network.toString()}/${bits}`
  const first = family.networkAddressFromCIDR(cidr).range()
  return PRIVATE.includes(first) && family.broadcastAddressFromCIDR(cidr).range() === first
}

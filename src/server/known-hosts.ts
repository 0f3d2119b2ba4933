import { isIP } from 'node:net'
import { recentlyUsed } from '../base/recently-used.ts'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** The names and addresses by which clients call the server. A foreign name that resolves to its address is none of them. */
export interface KnownHosts {
  /** Whether a `Host` header means this server; `localAddress` is what the connection was made to. */
  has(header: string, localAddress: string | undefined): boolean
  /** Whether a page of this origin is one of the server's own; `header` is the `Host` of its request. */
  isOwnOrigin(origin: string, header: string | undefined): boolean
}

/**
 * `bound` is where the server listens, `named` are further names, each with or without a port. Loopback names are always
 * known, and so is the address that the connection was made to: a browser that was given an address resolved no name.
 */
export function readKnownHosts(bound: string, named: readonly string[]): Result<KnownHosts> {
  const wrong = named.find((name) => readHost(name) === undefined)
  if (wrong !== undefined)
    return fail(
      'bad-public-host',
      `Cannot use ${show(wrong)} as a public host: expected a name like arena.example.org, with or without a port`,
    )
  const origins = named.map(normal)
  const names = new Set(['localhost', ...[bound, ...named].map((name) => readHost(name)?.name ?? '')])
  return ok({
    has(header, localAddress) {
      const name = readHost(header)?.name
      if (name === undefined) return false
      return names.has(name) || isLoopbackAddress(name) || name === localName(localAddress)
    },
    isOwnOrigin(origin, header) {
      if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false
      const { host } = new URL(origin)
      return host === normal(header ?? '') || origins.includes(host)
    },
  })
}

/** `127.0.0.1`, `localhost` and the like: only this machine reaches a server that listens there. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isLoopbackAddress(host)

const isLoopbackAddress = (name: string): boolean => /^(127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(name)

/** An IPv4 address in the form of IPv6 means the same. */
const localName = (address: string | undefined): string | undefined =>
  address && readHost(address.replace(/^::ffff:(?=\d+\.)/i, ''))?.name

/** The name without its port and in one spelling. Undefined for what is no host: a user name, a path, nothing. */
function readHost(given: string): Host | undefined {
  const known = hosts.get(given)
  if (known !== undefined) return known
  const host = parseHost(given)
  if (host) hosts.set(given, host)
  return host
}

interface Host {
  readonly name: string
  readonly host: string
}

/** To parse a host as a URL takes longer than all other checks of a request, and nearly all requests name the same host. */
const hosts = recentlyUsed<string, Host>(100)

function parseHost(given: string): Host | undefined {
  const text = isIP(given) === 6 ? `[${given}]` : given
  if (!/^[\w.:[\]-]+$/.test(text) || !URL.canParse(`http://${text}`)) return undefined
  const { hostname, host } = new URL(`http://${text}`)
  return { name: hostname.replace(/\.$/, ''), host }
}

const normal = (given: string): string => readHost(given)?.host ?? ''

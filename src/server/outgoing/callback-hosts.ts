import { show } from '../../base/fields.ts'
import { fail, ok, type Result } from '../../base/result.ts'

/** The outside coordinators that the organiser trusts with the arena's token. */
export interface CallbackHosts {
  /** Names and addresses of the hosts, without their ports. */
  readonly hosts: readonly string[]
  /** Whether the organiser listed the host of this URL, and its port where the list names one. */
  has(url: URL): boolean
}

/** Reads a list of `HOST` and `HOST:PORT`. There are no wildcards: the token is a secret, and goes to exact hosts only. */
export function readCallbackHosts(words: readonly string[]): Result<CallbackHosts> {
  const listed = words.map(parseHost)
  const wrong = words.find((_, index) => listed[index] === undefined)
  if (wrong !== undefined)
    return fail(
      'bad-callback-host',
      `Cannot trust callback host ${show(wrong)}: expected a host like coordinator.example.org or coordinator.example.org:9000`,
    )
  return ok({
    hosts: listed.flatMap((host) => (host ? [host.name.replace(/^\[|\]$/g, '')] : [])),
    has: (url) =>
      listed.some((host) => host?.name === url.hostname && (host.port ?? portOf(url)) === portOf(url)),
  })
}

interface Host {
  /** As in `URL.hostname`: in lower case, an IPv6 address in brackets. */
  readonly name: string
  readonly port: number | undefined
}

function parseHost(word: string): Host | undefined {
  const [, host = '', port] = HOST.exec(word) ?? []
  // The same parser reads the list and the addresses, so that both spell a host alike.
  const url = `http://${host}/`
  if (host === '' || !URL.canParse(url) || (port !== undefined && !isPort(Number(port)))) return undefined
  return { name: new URL(url).hostname, port: port === undefined ? undefined : Number(port) }
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/i

const isPort = (port: number): boolean => port > 0 && port < 65_536

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)

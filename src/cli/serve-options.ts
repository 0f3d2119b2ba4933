import type { Result } from '../base/result.ts'
import { PORT_TAKEN } from '../runner/cannot-listen.ts'
import type { TrustedProxies } from '../server/context.ts'
import { isNetwork } from '../server/outgoing/address-rules.ts'
import { readCertificate, type Certificate } from '../server/read-certificate.ts'
import { badArgument, CommandError, orExit } from './problem.ts'

/** What `gamegrid serve` takes both for an arena and for a replica. */
export interface ListeningFlags {
  readonly port?: string
  readonly host?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly trustProxy?: string | true
  readonly publicHost?: readonly string[]
}

export const DEFAULT_PORT = 8080

export function readTls({ tlsCert, tlsKey }: ListeningFlags): Certificate | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined)
    throw badArgument('Cannot serve HTTPS: expected both --tls-cert FILE and --tls-key FILE')
  return orExit(readCertificate(tlsCert, tlsKey))
}

/** Without a value the flag means one proxy. */
export function readTrustProxy(text: string | true | undefined): TrustedProxies {
  if (text === undefined) return false
  if (text === true) return 1
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const words = text.split(',').map((word) => word.trim())
  if (words.every(isNetwork)) return words
  throw badArgument(
    `Cannot trust the proxy ${JSON.stringify(text)}: expected how many are in front, or their addresses like 10.0.0.2,192.168.7.0/24`,
  )
}

/** The given port, or the default; a demo takes any free port if the default is in use. */
export async function onPort<T>(
  open: (port: number) => Promise<Result<T>>,
  told: number | undefined,
  usual: number,
  isDemo: boolean,
  hint: string,
): Promise<T> {
  const opened = await open(told ?? usual)
  if (opened.ok || opened.problem.code !== PORT_TAKEN) return orExit(opened, 1)
  if (isDemo && told === undefined) return orExit(await open(0), 1)
  throw new CommandError(`${opened.problem.message}; ${hint}`, 1)
}

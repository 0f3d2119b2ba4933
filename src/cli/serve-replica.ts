import { networkInterfaces } from 'node:os'
import { messageOf } from '../base/message-of.ts'
import { openReplica } from '../replica/open-replica.ts'
import { readArenaUrl } from '../replica/upstream.ts'
import { badArgument, orExit } from './problem.ts'
import type { ServeFlags } from './serve.ts'
import { DEFAULT_PORT, onPort, readTls, readTrustProxy } from './serve-options.ts'
import { readPort } from './tcp-address.ts'
import { printable } from './text.ts'
import { typedAddresses } from './typed-addresses.ts'

/** Options that a replica takes; all others are about the data and the matches of an arena. */
const TAKEN: readonly string[] = [
  'replicaOf',
  'port',
  'host',
  'tlsCert',
  'tlsKey',
  'publicHost',
  'trustProxy',
] satisfies readonly (keyof ServeFlags)[]

/** `gamegrid serve --replica-of URL`: serves the spectators of an arena until interrupted. */
export async function serveReplica(
  arena: string,
  flags: ServeFlags,
  print: (line: string) => void = console.log,
): Promise<void> {
  const other = Object.entries(flags).find((flag) => isGiven(flag) && !TAKEN.includes(flag[0]))
  if (other)
    throw badArgument(
      `Cannot use ${optionOf(other)} with --replica-of: a replica has no data and plays no match`,
    )
  const origin = orExit(readArenaUrl(arena))
  const certificate = readTls(flags)
  const trustProxy = readTrustProxy(flags.trustProxy)
  const told = flags.port === undefined ? undefined : readPort(flags.port)
  const host = flags.host ?? '127.0.0.1'
  const open = (port: number) =>
    openReplica({
      arena: origin,
      host,
      port,
      trustProxy,
      publicHosts: flags.publicHost ?? [],
      ...(certificate && { certificate }),
      onArena: (problem) =>
        console.error(
          printable(
            problem === undefined
              ? `gamegrid: the arena at ${origin} answers again`
              : `gamegrid: the arena at ${origin} does not answer: ${problem}; trying again`,
          ),
        ),
      onFailure: (error) => console.error(printable(`gamegrid: a request failed: ${messageOf(error)}`)),
    })
  // Before the first line is printed: a program that reads our lines may send a signal at once.
  const interrupted = new Promise<void>((done) => void process.once('SIGINT', done).on('SIGTERM', done))
  await using replica = await onPort(open, told, DEFAULT_PORT, false, '--port takes another')
  const { port } = replica
  const typed = typedAddresses(
    { host, port, isSecure: certificate !== undefined, publicHosts: flags.publicHost ?? [] },
    networkInterfaces(),
  )
  const [url = replica.url, ...others] = typed
  print(`Replica    ${url}`)
  for (const other of others) print(`           ${other}`)
  print(`Arena      ${origin}`)
  await interrupted
}

/** Options that may be repeated are empty lists if they are not given; `tcp` is false with `--no-tcp`. */
const isGiven = ([name, value]: readonly [string, unknown]): boolean =>
  name === 'tcp' ? value === false : value !== undefined && !(Array.isArray(value) && value.length === 0)

/** `tcpPort` is `--tcp-port`. */
const optionOf = ([name, value]: readonly [string, unknown]): string =>
  `--${value === false ? 'no-' : ''}${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

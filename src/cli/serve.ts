import { statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { relative } from 'node:path'
import type { ArenaModelsOptions } from '../arena/arena-models.ts'
import type { DiskLevel } from '../arena/disk-space.ts'
import { messageOf } from '../base/message-of.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { parseClock } from '../match/rules.ts'
import { parseBudget } from '../models/budget.ts'
import { MODEL_VARIABLES } from '../models/endpoint.ts'
import type { ListenerOptions, WireListener } from '../protocols/wire-server.ts'
import { wireOf } from '../wires/dialects.ts'
import { SERVERS } from '../wires/servers.ts'
import { isLoopback } from '../server/known-hosts.ts'
import { openLobby } from '../server/open-lobby.ts'
import { openServer } from '../server/open-server.ts'
import type { ServerOptions } from '../server/server-options.ts'
import { DEFAULT_DATA_FOLDER } from '../store/data-folder.ts'
import { refuseAddressLimit } from './address-limit.ts'
import { readHouseBrain } from './bots.ts'
import { openDemo } from './demo.ts'
import { version } from './own-package.ts'
import { readSeed } from './play.ts'
import { badArgument, findOrExit, orExit } from './problem.ts'
import { readQueueAddress } from './queue-address.ts'
import { readCount } from './read-count.ts'
import { DEFAULT_PORT, onPort, readTls, readTrustProxy, type ListeningFlags } from './serve-options.ts'
import { readSettings } from './settings.ts'
import { warnOfMissing } from './store.ts'
import { readPort } from './tcp-address.ts'
import { terminalQr } from './terminal-qr.ts'
import { printable } from './text.ts'
import { typedAddresses } from './typed-addresses.ts'
import { findWebFolder } from './web-folder.ts'

export interface ServeFlags extends ListeningFlags {
  readonly replicaOf?: string
  readonly data?: string
  readonly registration?: string
  readonly registrations?: string
  readonly slides?: string
  readonly demo?: true
  readonly teamHost?: readonly string[]
  readonly arenaToken?: string
  readonly callbackHost?: readonly string[]
  readonly tcp: boolean
  readonly tcpPort?: string
  readonly tcpHost?: string
  readonly tcpPerAddress?: string
  readonly fillAfter?: string
  readonly fillWith?: string
  readonly set?: readonly string[]
  readonly size?: string
  readonly clock?: string
  readonly seed?: string
  readonly reserve?: string
  readonly teamQuota?: string
  readonly ladderShare?: string
  readonly queue?: string
  readonly playHere?: true
  readonly secondLook?: string
  readonly modelBudget?: string
  readonly modelCalls?: string
}

/** `gamegrid serve`: runs an arena with its pages, its API and the wires that have a port of their own, until interrupted. */
export async function serve(flags: ServeFlags, print: (line: string) => void = console.log): Promise<void> {
  for (const challenge of CHALLENGES) orExit(wireOf(challenge))
  refuseAddressLimit('serve')
  const lobbies = LISTENERS.map((listener) => readLobby(flags, listener))
  const httpPort = flags.port === undefined ? undefined : readPort(flags.port)
  const registrations =
    flags.registrations === undefined ? undefined : readCount('registrations', flags.registrations, 1, 1e9)
  const ladderShare =
    flags.ladderShare === undefined ? undefined : readCount('ladder-share', flags.ladderShare, 0, 100)
  const trustProxy = readTrustProxy(flags.trustProxy)
  const certificate = readTls(flags)
  const folder = flags.data ?? DEFAULT_DATA_FOLDER
  const slides = flags.slides === undefined ? undefined : readSlides(flags.slides)
  const webFolder = await findWebFolder(print)
  const arenaToken = flags.arenaToken ?? process.env['GAMEGRID_ARENA_TOKEN']
  // Child processes inherit the environment; they must not get the token.
  delete process.env['GAMEGRID_ARENA_TOKEN']
  const models = readModels(flags)
  const workers = await readWorkers(flags, print)
  const isDemo = flags.demo ?? false
  const host = flags.host ?? '127.0.0.1'
  const open = (port: number) =>
    openServer({
      folder,
      host,
      port,
      ...(flags.registration !== undefined && { registration: readRegistration(flags.registration) }),
      ...(registrations !== undefined && { limits: { registrations } }),
      ...(webFolder !== undefined && { webFolder }),
      ...(slides !== undefined && { slides }),
      ...(certificate && { certificate }),
      trustProxy,
      publicHosts: flags.publicHost ?? [],
      allowedTeamHosts: flags.teamHost ?? [],
      ...(arenaToken !== undefined && { arenaToken }),
      callbackHosts: flags.callbackHost ?? [],
      onFailure: (what, error) => console.error(printable(`gamegrid: ${what} failed: ${messageOf(error)}`)),
      ...(flags.reserve !== undefined && { reserveBytes: readMegabytes('--reserve', flags.reserve) }),
      ...(flags.teamQuota !== undefined && { teamQuota: readMegabytes('--team-quota', flags.teamQuota) }),
      ...(ladderShare !== undefined && { ladderShare }),
      ...(workers && { workers }),
      models,
      onDiskSpace: (level) => console.error(printable(`gamegrid: ${describeSpace(folder, level)}`)),
      onDiskFailure(error) {
        console.error(
          printable(
            `gamegrid: cannot write to ${folder}: ${messageOf(error)}; all acknowledged data is safe`,
          ),
        )
        process.exit(1)
      },
    })
  await using server = await onPort(open, httpPort, DEFAULT_PORT, isDemo, '--port takes another')
  await using stack = new AsyncDisposableStack()
  const typed = typedAddresses(
    {
      host,
      port: server.port,
      isSecure: certificate !== undefined,
      publicHosts: flags.publicHost ?? [],
    },
    networkInterfaces(),
  )
  const [url = server.url, ...others] = typed
  const lobbyLines: string[] = []
  for (const lobby of lobbies) {
    if (lobby.port === 'none') continue
    const { name, port } = lobby.listener
    const openPort = (taken: number) =>
      openLobby(server, lobby.listener, { ...lobby.options, port: taken }, (line) => print(printable(line)))
    const hint = `--${name}-port takes another, --no-${name} does without`
    const listening = stack.use(await onPort(openPort, lobby.port, port, isDemo, hint))
    const address = `${listening.host}:${listening.port}`
    lobbyLines.push(
      `${lobby.challenge.title} on ${address}; play with npx ${url}/gamegrid.tgz connect ${address} BRAIN`,
    )
  }
  // The handlers are set before the first line is printed: a program that reads our lines may send a signal at once.
  // A second SIGTERM is ignored: npm and the program that started npm may send one each. A second Ctrl-C ends at once.
  const interrupted = new Promise<void>((done) => void process.once('SIGINT', done).on('SIGTERM', done))
  print(`Arena      ${url}`)
  for (const other of others) print(`           ${other}`)
  print(`API        ${url}/docs`)
  if (webFolder !== undefined) print(`Client     npx ${url}/gamegrid.tgz`)
  if (!isLoopback(host)) print(`Hosts      ${describeHosts(flags.publicHost ?? [])}`)
  if (arenaToken !== undefined && (flags.callbackHost ?? []).length === 0)
    print('Token      is sent to no coordinator: list its host with --callback-host')
  for (const line of lobbyLines) print(line)
  if (server.invitation !== undefined)
    print(`Organiser  ${server.invitation.replace(server.url, url)} (works once)`)
  print(`Data       ${relative('.', folder) || '.'}`)
  // A log needs no picture, and a phone cannot reach the loopback addresses of this machine.
  if (process.stdout.isTTY && typed.length > 0 && !isLoopback(host)) print(terminalQr(url))
  if (certificate && certificate.ends < Date.now())
    console.error(
      `gamegrid: the TLS certificate ended on ${new Date(certificate.ends).toISOString()}: browsers refuse it`,
    )
  warnOfMissing(server.arena.store, folder)
  if (process.getuid?.() === 0) console.error(`gamegrid: ${AS_ROOT}`)
  const closing = new AbortController()
  if (isDemo) openDemo(server, closing.signal)
  await interrupted
  closing.abort()
}

/** Takes the keys of language models out of the environment, which bots that are started by a command inherit. */
function readModels({ modelBudget, modelCalls }: ServeFlags): ArenaModelsOptions {
  const environment = Object.fromEntries(MODEL_VARIABLES.map((name) => [name, process.env[name]]))
  for (const name of MODEL_VARIABLES) delete process.env[name]
  return {
    environment,
    ...(modelBudget !== undefined && { budget: orExit(parseBudget(modelBudget)) }),
    ...(modelCalls !== undefined && { most: readCount('model-calls', modelCalls, 1, 256) }),
  }
}

/** Workers of a queue play matches. BullMQ is loaded only for them. */
async function readWorkers(
  { queue, playHere, secondLook }: ServeFlags,
  print: (line: string) => void,
): Promise<ServerOptions['workers']> {
  if (queue === undefined) {
    if (playHere)
      throw badArgument('Cannot use --play-here without --queue: the arena plays all its matches here')
    if (secondLook !== undefined)
      throw badArgument('Cannot use --second-look without --queue: there is no second worker')
    return undefined
  }
  const look = secondLook === undefined ? undefined : readCount('second-look', secondLook, 0, 100) / 100
  const address = await readQueueAddress(queue)
  // Child processes inherit the environment; they must not get the password.
  delete process.env['GAMEGRID_QUEUE_PASSWORD']
  const { openMatchQueue } = await import('../queue/match-queue.ts')
  return {
    open: (arena) =>
      openMatchQueue({
        ...arena,
        address,
        release: version,
        ...(look !== undefined && { secondLook: look }),
        say: (line) => print(printable(line)),
      }),
    playsHere: playHere ?? false,
  }
}

const AS_ROOT =
  'Running as root: a fault of the server or of the sandbox would cost the whole machine. Give the server a user of its own, as docs/arena.md shows'

/** The host names that browsers may use. All others are refused, because of DNS rebinding. */
const describeHosts = (named: readonly string[]): string =>
  `${["this machine's addresses", 'localhost', ...named].join(', ')}; --public-host NAME adds a name`

const LISTENERS = SERVERS.flatMap(({ listener }) => (listener ? [listener] : []))

/** A wire that listens on a port of its own, with what the command line says about it. */
interface Lobby {
  readonly listener: WireListener
  readonly challenge: Challenge
  readonly port: number | undefined | 'none'
  readonly options: ListenerOptions
}

function readLobby(flags: ServeFlags, listener: WireListener): Lobby {
  const { name } = listener
  /** `--tcp-port`, which commander calls `tcpPort`. */
  const flag = (part: string): string | undefined => {
    const value: unknown = Reflect.get(flags, `${name}${part}`)
    return typeof value === 'string' ? value : undefined
  }
  const challenge = findOrExit('challenge', listener.challenge, CHALLENGES)
  const { game, preset } = challenge
  const map = readSettings(game, preset, flags.set ?? [], flags.size)
  orExit(game.parseConfig(map))
  const [host, port, perAddress] = [flag('Host'), flag('Port'), flag('PerAddress')]
  const told = port === undefined ? undefined : readPort(port)
  return {
    listener,
    challenge,
    port: Reflect.get(flags, name) === false ? 'none' : told,
    options: {
      seed: readSeed(flags.seed),
      ...(perAddress !== undefined && {
        maxPerAddress: readCount(`${name}-per-address`, perAddress, 1, 1e9),
      }),
      maps: [map],
      ...(host !== undefined && { host }),
      ...(flags.clock !== undefined && { rules: { clock: orExit(parseClock(flags.clock)) } }),
      ...(flags.fillAfter !== undefined && { fillAfter: readSeconds(flags.fillAfter) }),
      ...(flags.fillWith !== undefined && {
        fillWith: readHouseBrain(flags.fillWith.replace(/^house:/, ''), challenge).name,
      }),
    },
  }
}

function readSeconds(text: string): number {
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(text)) return Number(text)
  throw badArgument(`Cannot fill after ${JSON.stringify(text)}: expected seconds from 0 to 999999`)
}

/** One line of the log. */
function describeSpace(folder: string, level: DiskLevel): string {
  switch (level) {
    case 'ample':
      return `the disk of ${folder} has room again: everything goes on`
    case 'short':
      return `the disk of ${folder} is nearly full: uploads, builds and new matches wait until there is room`
    case 'full':
      return `the disk of ${folder} is full: matches stand still and nothing is lost; make room, and everything goes on by itself`
  }
}

function readMegabytes(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1024 * 1024
  throw badArgument(
    `Cannot set ${option} to ${JSON.stringify(text)}: expected MiB, a whole number from 0 to 999999999`,
  )
}

/** The folder must be there; the files in it may come later. */
function readSlides(folder: string) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw badArgument(`Cannot show slides of ${JSON.stringify(folder)}: expected a folder with pictures`)
  return { folder, warn: (message: string) => console.error(printable(`gamegrid: ${message}`)) }
}

function readRegistration(text: string): 'open' | 'organiser' {
  if (text === 'open' || text === 'organiser') return text
  throw badArgument(`Cannot set registration to ${JSON.stringify(text)}: expected open or organiser`)
}

import { createServer, type AddressInfo, type Socket } from 'node:net'
import { hasKey } from '../../base/hide-keys.ts'
import { networkOf } from '../../base/network-of.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { tron, type TronState } from '../../games/tron/index.ts'
import type { MatchSpec } from '../../match/match.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import { openTokenBuckets } from '../../protocols/token-buckets.ts'
import type { ListenerTeam } from '../../protocols/wire-server.ts'
import { MAX_NAME_LINE, openPeer, type TcpPeer } from './peer.ts'
import { formatRefusal } from './words.ts'
import { cannotListen } from '../../runner/cannot-listen.ts'
import { realClock, type Clock } from '../../runner/clock.ts'
import { createBatchQueue } from '../../runner/batch-queue.ts'

export interface TcpLimits {
  /** A connection must send its name within this time. */
  readonly nameWithinMs: number
  /** The most connections in all. A new one beyond that takes the place of the oldest without a name. */
  readonly maxConnections: number
  /** The most connections from one address, which a whole class room may share; the same rule applies among them. */
  readonly maxPerAddress: number
  /** Players that one address, or one team with its key, may send at once, and in each second after that: a class room is 100 of them. */
  readonly playersAtOnce: number
  readonly playersPerSecond: number
  /** A player waits at most so long for an opponent. */
  readonly maxWaitMs: number
  /** How long the verdict may take to arrive before the socket is destroyed. */
  readonly lingerMs: number
}

const TCP_LIMITS: TcpLimits = {
  nameWithinMs: 10_000,
  maxConnections: 4096,
  maxPerAddress: 256,
  playersAtOnce: 1000,
  playersPerSecond: 40,
  maxWaitMs: 3_600_000,
  lingerMs: 2_000,
}

export const DEFAULT_TCP_HOST = '127.0.0.1'
export const DEFAULT_TCP_PORT = 4011
const DEFAULT_NAME = 'anonymous'
/** Wrong keys that one address may send at once, and how fast it may go on. */
const WRONG_KEYS = 20
const WRONG_KEYS_PER_SECOND = 1
const NO_TEAMS = fail('wrong-key', 'Cannot take a key here: this server knows no teams, send a name')

/** A player that has given its name and waits for a round. */
export interface Guest {
  readonly name: string
  /** The team whose key it sent in place of a name. */
  readonly person: number | undefined
  readonly contestant: Contestant
  readonly isGone: boolean
  /** Calls back once if it goes away before it plays. */
  onLeave(callback: () => void): void
  /** Ends the connection after what was sent has arrived. */
  dismiss(): void
}

export interface ReceptionOptions {
  readonly host?: string
  /** 0 takes any that is free. */
  readonly port?: number
  readonly limits?: Partial<TcpLimits>
  readonly clock?: Clock
  /** The team with this key. Without it no team is known here. */
  findTeam?(key: string): Result<ListenerTeam>
  /** Whether a name belongs to somebody else than a player without a key: then the player is shown as a guest. */
  isReserved?(name: string): boolean
  /** A player with the key of this team is connected; the result is called when it is no longer. */
  onTeam?(person: number): () => void
  onGuest(guest: Guest): void
}

export interface Reception extends AsyncDisposable {
  readonly host: string
  readonly port: number
  /** Connections that are open, with a name or without. */
  readonly connections: number
}

/** Listens for players of torus tron and reads each one's name. A player's fault ends only its own connection. */
export async function openReception(options: ReceptionOptions): Promise<Result<Reception>> {
  const { host = DEFAULT_TCP_HOST, port = DEFAULT_TCP_PORT, clock = realClock } = options
  const limits: TcpLimits = { ...TCP_LIMITS, ...options.limits }
  /** Every open connection, with its network and how to end it. */
  const sockets = new Map<Socket, { readonly network: string; readonly dismiss: () => void }>()
  /** Open connections from each address. */
  const perAddress = new Map<string, number>()
  const guesses = openTokenBuckets(WRONG_KEYS, WRONG_KEYS_PER_SECOND)
  const arrivals = openTokenBuckets(limits.playersAtOnce, limits.playersPerSecond)
  const handOver = createBatchQueue()
  /** In order of arrival. */
  const nameless = new Set<Socket>()

  // Half open: a client that has closed its side can still read the verdict.
  const server = createServer({
    allowHalfOpen: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
  })
  server.on('connection', (socket) => {
    const network = networkIn(socket)
    const isCrowded = (perAddress.get(network) ?? 0) >= limits.maxPerAddress
    if (isCrowded && !makeRoom((other) => networkIn(other) === network)) return void socket.destroy()
    if (sockets.size >= limits.maxConnections && !makeRoom()) return void socket.destroy()
    welcome(socket, network)
  })

  function makeRoom(isWanted: (socket: Socket) => boolean = () => true): boolean {
    for (const oldest of nameless) {
      if (!isWanted(oldest)) continue
      forget(oldest)
      oldest.destroy()
      return true
    }
    return false
  }

  function forget(socket: Socket): void {
    nameless.delete(socket)
    const known = sockets.get(socket)
    if (!known || !sockets.delete(socket)) return
    const left = (perAddress.get(known.network) ?? 1) - 1
    if (left === 0) perAddress.delete(known.network)
    else perAddress.set(known.network, left)
  }

  /** A wrong key must not become the name of a player: names are public. */
  function checkKey(key: string, network: string): Result<ListenerTeam> {
    const seconds = guesses.wait(network, 1, clock.now())
    if (seconds !== undefined)
      return fail('too-fast', `Cannot try another key: too many were wrong, wait ${seconds} s`)
    const team = options.findTeam?.(key) ?? NO_TEAMS
    if (!team.ok) guesses.charge(network, 1, clock.now())
    return team
  }

  function nameOf(given: string): string {
    if (given === '') return DEFAULT_NAME
    return options.isReserved?.(given) ? `${given} (guest)` : given
  }

  function welcome(socket: Socket, network: string): void {
    nameless.add(socket)
    let leave = (): void => {}
    let stopTimer = (): void => {}
    const limitTo = (ms: number, callback: () => void): void => {
      stopTimer()
      stopTimer = clock.at(clock.now() + ms, callback)
    }
    const linger = (): void => limitTo(limits.lingerMs, () => socket.destroy())
    const dismiss = (): void => {
      peer.end()
      linger()
    }
    const refuse = (message: string): void => {
      peer.end(formatRefusal(message))
      linger()
    }
    const turnAway = (): void => {
      if (nameless.has(socket)) return refuse(describeNoName(limits))
      leave()
      dismiss()
    }
    const peer = openPeer(socket, {
      onName(given) {
        nameless.delete(socket)
        const team = hasKey(given) ? checkKey(given, network) : undefined
        if (team && !team.ok) return refuse(team.problem.message)
        const name = team?.value.name ?? nameOf(given)
        const leaveTeam = team && options.onTeam?.(team.value.person)
        if (leaveTeam) socket.once('close', leaveTeam)
        // One that comes too fast for its address is not refused: it comes in when the address has a place for it again.
        const owner = team ? `team ${team.value.person}` : network
        const ms = arrivals.debtMs(owner, 1, clock.now())
        arrivals.charge(owner, 1, clock.now())
        leave = () => arrivals.charge(owner, -1, clock.now())
        const letIn = (): void => {
          leave = () => {}
          limitTo(limits.maxWaitMs, turnAway)
          options.onGuest(guest)
        }
        const guest: Guest = {
          name,
          person: team?.value.person,
          contestant: contestantOf(name, peer, () => stopTimer(), linger),
          get isGone() {
            return peer.isGone
          },
          onLeave(callback) {
            leave = callback
          },
          dismiss,
        }
        if (ms === 0) letIn()
        else limitTo(ms, letIn)
      },
      onGone: turnAway,
      handOver,
    })
    limitTo(limits.nameWithinMs, turnAway)
    sockets.set(socket, { network, dismiss })
    perAddress.set(network, (perAddress.get(network) ?? 0) + 1)
    socket.on('close', () => {
      stopTimer()
      forget(socket)
    })
  }

  const listening = await listen(server, host, port)
  if (!listening.ok) return listening
  const { address, port: taken } = listening.value
  return ok({
    host: address,
    port: taken,
    get connections() {
      return sockets.size
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of nameless) socket.destroy()
      for (const { dismiss } of sockets.values()) dismiss()
      await closed
    },
  })
}

const describeNoName = ({ nameWithinMs }: TcpLimits): string =>
  `Cannot read a name: expected one line of at most ${MAX_NAME_LINE} characters within ${nameWithinMs / 1000} s`

const networkIn = ({ remoteAddress }: Socket): string => networkOf(remoteAddress ?? '')

/** The wire knows one kind of tron and one round: cycles that move together, by the compass, on a torus. */
export function checkTcpSpec(spec: MatchSpec): Result<MatchSpec> {
  const { game, settings, rules } = spec
  const fits =
    game.id === tron.id &&
    settings['edge'] === 'torus' &&
    settings['timing'] === 'simultaneous' &&
    settings['moves'] === 'compass' &&
    Number(settings['boosts']) === 0
  if (!fits)
    return fail(
      'bad-game',
      'Cannot play this over TCP: expected tron with edge=torus timing=simultaneous moves=compass boosts=0',
    )
  return rules.bestOf === 1 && rules.draws.kind === 'count'
    ? ok(spec)
    : fail('bad-rounds', 'Cannot play several rounds over TCP: expected a match of one round')
}

/** A connection plays one round: the wire has no words to begin another. */
function contestantOf(
  name: string,
  peer: TcpPeer,
  onStart: () => void,
  onEnd: () => void,
): Contestant<TronState> {
  let used = false
  return {
    name,
    bot: 'listen:tcp',
    async connect(opening, _signal, callbacks) {
      if (used) throw new Error('a TCP player plays one round for each connection')
      used = true
      onStart()
      const connection = peer.connect(opening, callbacks?.onTranscript)
      return {
        ...connection,
        async [Symbol.asyncDispose]() {
          await connection[Symbol.asyncDispose]()
          onEnd()
        },
      }
    },
  }
}

function listen(
  server: ReturnType<typeof createServer>,
  host: string,
  port: number,
): Promise<Result<AddressInfo>> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(cannotListen(error, host, port)))
    server.listen({ host, port, backlog: 4096 }, () => {
      server.removeAllListeners('error')
      // When file descriptors run out, a connection is refused; the server goes on.
      server.on('error', () => {})
      resolve(ok(server.address() as AddressInfo))
    })
  })
}

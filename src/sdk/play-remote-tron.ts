import { connect } from 'node:net'
import { show } from '../base/fields.ts'
import { fail, type Result } from '../base/result.ts'
import { torusTron } from '../challenges/torus-tron.ts'
import type { Brain } from '../game/brain.ts'
import type { TronState } from '../games/tron/index.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { playOverTcp } from '../wires/torus-tcp/client.ts'
import { whyUnreachable } from '../protocols/why-unreachable.ts'
import { DEFAULT_TCP_HOST, DEFAULT_TCP_PORT } from '../wires/torus-tcp/reception.ts'
import { isBrain } from './define-brain.ts'
import { playerOf } from './player-of.ts'
import { notWhileImported } from '../runner/brain-import.ts'

export interface RemoteTron {
  /** This machine unless told otherwise. */
  readonly host?: string
  /** 4011 unless told otherwise. */
  readonly port?: number
  readonly brain: Brain
  /**
   * The key of your team, if the server is an arena: you play under the name of the team, and it can read the log of the game. The
   * connection is not encrypted: use a key only on a network that you trust.
   */
  readonly key?: string
  /** For the brain's own chance; drawn anew unless told otherwise. */
  readonly seed?: number
  /** The server does not say how long a brain may think; this is what the brain is told. 5000 unless told otherwise. */
  readonly moveMs?: number
  /** Where to say how it ended; the terminal unless told otherwise. */
  readonly output?: { write(text: string): unknown }
  /** What the brain logs; stderr unless told otherwise. */
  readonly log?: (line: string) => void
  /** Stops playing. */
  readonly signal?: AbortSignal
}

/** What the server says at the end. */
export type RemoteResult = 'win' | 'loss' | 'draw'

/** Plays one game against the opponent that the server chooses, and says how it ended. */
export async function playRemoteTron(options: RemoteTron): Promise<RemoteResult> {
  notWhileImported('playRemoteTron')
  const { brain, output = process.stdout, log = (line) => void process.stderr.write(`${line}\n`) } = options
  if (!isBrain(brain))
    throw new TypeError(`Cannot play with ${show(brain)}: expected a brain made by defineTronBrain`)
  if (brain.game !== undefined && brain.game !== 'tron')
    throw new TypeError(`Cannot play tron with ${show(brain.name)}: it is a brain for ${brain.game}`)
  const played = await callServer(playerOf(brain, { log }), options)
  if (!played.ok) throw new Error(played.problem.message)
  output.write(`${brain.name}: ${LAST_WORDS[played.value]}\n`)
  return played.value
}

export const LAST_WORDS = { win: 'won', loss: 'lost', draw: 'drew' } as const

export interface CallOptions {
  readonly host?: string
  readonly port?: number
  readonly key?: string | undefined
  readonly seed?: number
  readonly moveMs?: number
  readonly signal?: AbortSignal
  /** Called with each move that is sent, and the position in which it is played. */
  readonly onMove?: (move: string, view: TronState) => void
}

const { clock } = torusTron.rules
const CONTEST_MS = clock.kind === 'per-move' ? clock.ms : 5_000

/** Connects any player to a server and lets it play one game there. */
export async function callServer(player: Contestant, options: CallOptions): Promise<Result<RemoteResult>> {
  const { host = DEFAULT_TCP_HOST, port = DEFAULT_TCP_PORT, key, signal } = options
  const { seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0, moveMs = CONTEST_MS } = options
  const socket = connect({ host, port, noDelay: true, keepAlive: true })
  const refused = await new Promise<Error | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined)).once('error', resolve)
    signal?.addEventListener('abort', () => resolve(new Error('it was stopped')), { once: true })
  })
  if (refused) {
    socket.destroy()
    return fail('server-lost', `Cannot connect to ${host}:${port}: ${whyUnreachable(refused)}`)
  }
  return playOverTcp(socket, player, {
    seed,
    moveMs,
    ...(options.onMove && { onMove: options.onMove }),
    ...(key !== undefined && { key }),
    ...(signal && { signal }),
  })
}

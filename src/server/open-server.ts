import type { AddressInfo } from 'node:net'
import type { Arena } from '../arena/arena.ts'
import { inviteOrganiser } from '../arena/people.ts'
import type { Presence } from '../arena/presence.ts'
import type { Tournaments } from '../arena/tournaments.ts'
import { ok, type Result } from '../base/result.ts'
import type { Desks } from '../protocols/desk.ts'
import { cannotListen } from '../runner/cannot-listen.ts'
import { launcher } from '../runner/process/launcher.ts'
import { GATE_LIMITS, openAdmissionGate } from './admission-gate.ts'
import { createApp } from './app.ts'
import { DEFAULT_LIMITS, DEFAULT_PATIENCE } from './context.ts'
import { isLoopback, readKnownHosts } from './known-hosts.ts'
import { openMetrics } from './metrics.ts'
import { openArenaParts } from './open-arena-parts.ts'
import { openOutgoingCalls } from './outgoing/open-outgoing-calls.ts'
import type { ServerOptions } from './server-options.ts'
import { openStreamPlaces, STREAM_LIMITS } from './stream-places.ts'

export interface ArenaServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly arena: Arena
  readonly desks: Desks
  readonly tournaments: Tournaments
  readonly presence: Presence
  /** How many event streams are open. */
  readonly spectators: () => number
  /** The one-time link for the organiser, while there is none. */
  readonly invitation: string | undefined
}

/** Opens the arena in a folder and serves it over HTTP; what was interrupted goes on. */
export async function openServer(options: ServerOptions): Promise<Result<ArenaServer>> {
  const { host, port, onFailure = () => {} } = options
  const hosts = readKnownHosts(host, options.publicHosts ?? [])
  if (!hosts.ok) return hosts
  const calls = openOutgoingCalls(options)
  if (!calls.ok) return calls
  // A server must answer meanwhile, and grows large.
  launcher.use()
  const opened = await openArenaParts(options, calls.value)
  if (!opened.ok) return opened
  const parts = opened.value
  const { arena, battles, desks, evaluations, presence, store, tournaments } = parts
  const metrics = openMetrics(arena, parts.bots, parts.queue)
  const app = await createApp({
    ...parts,
    gate: openAdmissionGate({ ...GATE_LIMITS, ...options.gateLimits }),
    streams: openStreamPlaces({ ...STREAM_LIMITS, ...options.streamLimits }),
    metrics,
    settings: {
      registration: options.registration ?? (isLoopback(host) ? 'open' : 'organiser'),
      patience: options.patience ?? DEFAULT_PATIENCE,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      trustProxy: options.trustProxy ?? false,
      hosts: hosts.value,
      ...(options.webFolder !== undefined && { webFolder: options.webFolder }),
      ...(options.slides && { slides: options.slides }),
      ...(options.certificate && { certificate: options.certificate }),
    },
    onFailure: (error) => onFailure('a request', error),
  })
  const close = async (): Promise<void> => {
    await app.close()
    await parts[Symbol.asyncDispose]()
  }
  try {
    await app.listen({ host, port, backlog: BACKLOG })
  } catch (error) {
    await close()
    return cannotListen(error, host, port)
  }
  parts.startClocks(app.addresses())
  const taken = (app.server.address() as AddressInfo).port
  const url = `${options.certificate ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${taken}`
  battles.callAgain()
  evaluations.callAgain()
  const token = inviteOrganiser(store)
  // On a full disk the link works as soon as there is room; the server is up before that.
  await parts.settled()
  return ok({
    url,
    port: taken,
    arena,
    desks,
    tournaments,
    presence,
    spectators: () => metrics.spectators,
    invitation: token === undefined ? undefined : `${url}/organiser?token=${token}`,
    [Symbol.asyncDispose]: close,
  })
}

/** Connections that wait to be accepted: after a restart all clients connect again at once. */
const BACKLOG = 4096

import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openArena, type Arena } from '../arena/arena.ts'
import { openBots } from '../arena/bots.ts'
import { inviteOrganiser } from '../arena/people.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Clock } from '../runner/clock.ts'
import { openStore } from '../store/open-store.ts'
import { createApp } from './app.ts'
import {
  DEFAULT_LIMITS,
  DEFAULT_PATIENCE,
  type RequestLimits,
  type RequestPatience,
  type ServerSettings,
} from './context.ts'
import { openMetrics } from './metrics.ts'

export interface ServerOptions {
  /** Where everything is kept. */
  readonly folder: string
  readonly host: string
  /** 0 takes any that is free. */
  readonly port: number
  /** Open on this machine alone, unless told otherwise. */
  readonly registration?: ServerSettings['registration']
  readonly limits?: Partial<RequestLimits>
  readonly webFolder?: string
  readonly trustProxy?: boolean
  readonly maxGamesEach?: number
  readonly patience?: RequestPatience
  readonly clock?: Clock
  /** Something failed because of us; all else goes on. */
  readonly onFailure?: (what: string, error: unknown) => void
  /** The disk fails: nothing can be acknowledged any more, and the process must end. What was acknowledged is safe. */
  onDiskFailure?(error: unknown): void
}

export interface ArenaServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly arena: Arena
  /** The one-time link for the organiser, while there is none. */
  readonly invitation: string | undefined
}

/** Opens the arena in a folder and serves it over HTTP; what was interrupted goes on. */
export async function openServer(options: ServerOptions): Promise<Result<ArenaServer>> {
  const { folder, host, port, onFailure = () => {} } = options
  const opened = openStore(folder, { onFailure: (error) => options.onDiskFailure?.(error) })
  if (!opened.ok) return opened
  const store = opened.value
  const bots = await openBots(store, join(folder, 'bots'))
  const arena = openArena({
    store,
    seating: { locateBot: (bot, version) => bots.locate(bot, version) },
    ...(options.clock && { clock: options.clock }),
    ...(options.maxGamesEach !== undefined && { maxGamesEach: options.maxGamesEach }),
    onFailure: (match, error) => onFailure(`match ${match}`, error),
  })
  const close = async (): Promise<void> => {
    await arena[Symbol.asyncDispose]()
    await bots[Symbol.asyncDispose]()
    store[Symbol.dispose]()
  }
  const app = await createApp({
    arena,
    store,
    bots,
    metrics: openMetrics(arena),
    settings: {
      registration: options.registration ?? (isLoopback(host) ? 'open' : 'organiser'),
      patience: options.patience ?? DEFAULT_PATIENCE,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      trustProxy: options.trustProxy ?? false,
      ...(options.webFolder !== undefined && { webFolder: options.webFolder }),
    },
    onFailure: (error) => onFailure('a request', error),
  })
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    await close()
    return explain(error, host, port)
  }
  const taken = (app.server.address() as AddressInfo).port
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
  const token = inviteOrganiser(store)
  await store.settled()
  return ok({
    url,
    port: taken,
    arena,
    invitation: token === undefined ? undefined : `${url}/organiser?token=${token}`,
    async [Symbol.asyncDispose]() {
      await app.close()
      await close()
    },
  })
}

export const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host)

function explain(error: unknown, host: string, port: number): Result<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const why =
    {
      EADDRINUSE: 'another program is listening there',
      EACCES: 'not allowed to',
      EADDRNOTAVAIL: 'this machine has no such address',
      ENOTFOUND: 'this machine has no such address',
    }[code] ?? code
  return fail('listen', `Cannot listen on ${host}:${port}: ${why}`)
}

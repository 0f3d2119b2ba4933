import { deferred } from '../../base/deferred.ts'
import { ok, type Result } from '../../base/result.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import type { Clock } from '../../runner/clock.ts'
import { openReception, type Guest, type TcpLimits } from './reception.ts'

export interface ListenOptions {
  /** 127.0.0.1 unless told otherwise. */
  readonly host?: string
  /** 4011 unless told otherwise; 0 takes any that is free. */
  readonly port?: number
  /** How many players to wait for. */
  readonly count: number
  readonly limits?: Partial<TcpLimits>
  readonly clock?: Clock
  /** Stops waiting. */
  readonly signal?: AbortSignal
  onListening?(host: string, port: number): void
  /** Called for each player that has come, with how many are still missing. */
  onArrival?(name: string, missing: number): void
}

export interface Listened extends AsyncDisposable {
  /** In order of arrival; fewer than asked for only if the signal stopped the waiting. */
  readonly contestants: readonly Contestant[]
}

/** Waits for the next `count` players that connect. Dispose of the result after the match: that ends their connections. */
export async function listenContestants(options: ListenOptions): Promise<Result<Listened>> {
  const { count, signal } = options
  const { promise: complete, resolve: finish } = deferred()
  let guests: readonly Guest[] = []
  let waiting = true

  const reception = await openReception({
    ...options,
    onGuest(guest) {
      if (!waiting) return guest.dismiss()
      guests = [...guests, guest]
      guest.onLeave(() => {
        if (waiting) guests = guests.filter((one) => one !== guest)
      })
      options.onArrival?.(guest.name, count - guests.length)
      if (guests.length === count) finish()
    },
  })
  if (!reception.ok) return reception
  options.onListening?.(reception.value.host, reception.value.port)
  signal?.addEventListener('abort', () => finish(), { once: true })
  if (signal?.aborted || count === 0) finish()
  await complete
  waiting = false
  return ok({
    contestants: guests.map((guest) => guest.contestant),
    [Symbol.asyncDispose]: () => reception.value[Symbol.asyncDispose](),
  })
}

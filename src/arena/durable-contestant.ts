import type { Contestant } from '../protocols/protocol.ts'
import type { Clock } from '../runner/clock.ts'
import type { Store } from '../store/store.ts'
import type { DiskSpace } from './disk-space.ts'

/** A question that leaves later than this after it arose starts the player's clock anew. */
const SLOW_MS = 20

export interface DurableOptions {
  readonly store: Store
  readonly clock: Clock
  readonly space: DiskSpace | undefined
  /** It comes over the network: a question is sent to it only when the entries that led to the question are on disk. */
  readonly isRemote: boolean
}

/**
 * A player of a match that is kept on disk. It is not asked while the disk is full. The clock of a player that comes over the
 * network starts when its question can leave the process, so that a slow disk costs it nothing.
 */
export function durableContestant(contestant: Contestant, options: DurableOptions): Contestant {
  const { store, clock, space, isRemote } = options
  return {
    ...contestant,
    async connect(opening, signal, callbacks) {
      const full = space?.until('short', signal)
      if (full) await full
      const connection = await contestant.connect(opening, signal, callbacks)
      if ('kind' in connection) return connection
      return {
        tell: (...change) => connection.tell(...change),
        ...(connection.spent && { spent: connection.spent.bind(connection) }),
        [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
        async ask(question, until, timing) {
          let isOpen = true
          const begin = (): void => {
            if (isOpen) timing?.reached()
          }
          const full = space?.until('short', until)
          if (full) {
            await full
            begin()
          }
          if (isRemote) {
            const since = clock.now()
            store.afterCommit(() => {
              if (clock.now() - since > SLOW_MS) begin()
            })
          }
          try {
            return await connection.ask(question, until, timing)
          } finally {
            isOpen = false
          }
        },
      }
    },
  }
}

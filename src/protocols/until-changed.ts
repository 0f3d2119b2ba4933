import type { FastifyReply } from 'fastify'
import type { HostedMatches } from './hosted-match.ts'

/** Long polling: holds a request until `isSo`, the time is over or the client has gone. It looks whenever `watch` calls. */
export function untilChanged(
  watch: (listener: () => void) => () => void,
  isSo: () => boolean,
  seconds: number,
  reply: FastifyReply,
): Promise<void> | undefined {
  if (seconds <= 0 || isSo()) return undefined
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer)
      leave()
      reply.raw.off('close', finish)
      resolve()
    }
    const timer = setTimeout(finish, seconds * 1000)
    // A question reaches its desk a moment after the change it follows from.
    const leave = watch(() => void setImmediate(() => isSo() && finish()))
    reply.raw.on('close', finish)
  })
}

/** Holds a request until there is something to see of a match: it may still be open, or wait for a place. */
export const untilBegun = (
  arena: HostedMatches,
  id: number,
  seconds: number,
  reply: FastifyReply,
): Promise<void> | undefined =>
  untilChanged(
    (listener) => arena.onMatch((row) => row.id === id && listener()),
    () => arena.sight(id) !== undefined || arena.preview(id)?.match.phase === 'over',
    seconds,
    reply,
  )

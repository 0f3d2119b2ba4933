import type { FastifyReply } from 'fastify'
import type { MatchSight } from '../arena/live-match.ts'

/** Holds a request back until `isSo`, the time is over or the one who asked has gone. */
export function untilChanged(
  sight: MatchSight,
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
    const leave = sight.onChange(() => void setImmediate(() => isSo() && finish()))
    reply.raw.on('close', finish)
  })
}

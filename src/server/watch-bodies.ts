import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { answerBrokenRequest } from './broken-request.ts'
import type { App } from './context.ts'

/** The least number of bytes that a body must bring in a second. */
const BYTES_PER_SECOND = 2048
/** How many bodies from one address may take longer than one period. */
const MAX_SLOW_EACH = 32
/** Looks in each period. */
const LOOKS = 10

/**
 * Ends requests whose body comes too slowly: each period of `periodMs` must bring its share of bytes, or the end of the body.
 * An upload may take any time while it makes progress. The period is counted in looks, not in time: while the server itself
 * stands still no look is counted.
 */
export function watchBodies(app: App, periodMs: number): void {
  const arriving = new Map<FastifyRequest, Progress>()
  const leastBytes = (BYTES_PER_SECOND * periodMs) / 1000

  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // A call that the server makes to itself has its body, and no connection.
    if (hasBody(request) && !raw.complete && raw.socket instanceof Socket)
      arriving.set(request, { from: raw.socket.bytesRead, looks: 0, isSlow: false })
    done()
  })
  // A refusal may be sent before the whole body has arrived.
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.raw.complete) arriving.delete(request)
    done()
  })

  function look(): void {
    for (const [request, progress] of arriving) {
      const { raw } = request
      if (raw.complete || raw.socket.destroyed) arriving.delete(request)
      else if (!isHeldBack(request)) judge(request, progress)
    }
  }

  function judge(request: FastifyRequest, progress: Progress): void {
    const { socket } = request.raw
    if (++progress.looks < LOOKS) return
    const isEnough = socket.bytesRead - progress.from >= leastBytes
    if (isEnough && (progress.isSlow || countSlow(request.ip) < MAX_SLOW_EACH)) {
      arriving.set(request, { from: socket.bytesRead, looks: 0, isSlow: true })
      return
    }
    arriving.delete(request)
    answerBrokenRequest({ code: isEnough ? TOO_MANY_SLOW : TOO_SLOW }, socket)
  }

  const countSlow = (ip: string): number =>
    [...arriving].filter(([request, { isSlow }]) => isSlow && request.ip === ip).length

  const timer = setInterval(look, periodMs / LOOKS).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

interface Progress {
  /** Bytes that the connection had brought when the period began. */
  readonly from: number
  looks: number
  /** It is in its second period, or a later one. */
  readonly isSlow: boolean
}

const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
const TOO_MANY_SLOW = 'EGAMEGRIDSLOW'

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The server itself has not read what came before, so no more can come. */
const isHeldBack = ({ raw }: FastifyRequest): boolean => raw.readableLength >= raw.readableHighWaterMark

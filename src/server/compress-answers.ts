import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyRequest, onSendAsyncHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { chargeFor } from './admit-requests.ts'
import type { App, ServerContext } from './context.ts'
import { wireAt } from './wire-at.ts'

/** Below it an answer fits into one packet anyway. */
const MIN_LENGTH = 1_400
/** What zlib's threads read in a millisecond, about. */
const BYTES_PER_MS = 80_000
const CACHE_BYTES = 48 << 20
/** Node's pool has four threads. The others stay free for the sync of the log, which answers wait for, and for files. */
const MOST_AT_ONCE = 2

/**
 * Compresses answers to `GET` in Node's pool of threads, never on the event loop. Players' requests, event streams and files are left
 * alone: the first are small and in a hurry, and files lie there compressed. An answer that is the same as the last one of its
 * address, as many spectators get it, is compressed once.
 *
 * Against BREACH: answers that carry a new secret answer a `POST`. No answer to a `GET` has a secret beside what the request
 * said, and the cookie is not sent with requests from other sites.
 */
export function compressAnswers(app: App, { gate }: Pick<ServerContext, 'gate'>): void {
  const packed = new LRUCache<string, Packed>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ plain }) => plain.length + 1,
  })
  const limit = pLimit(MOST_AT_ONCE)

  function compress(request: FastifyRequest, plain: string, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${request.url}`
    const known = packed.get(key)
    if (known?.plain === plain) return known.bytes
    chargeFor(gate, request, plain.length / BYTES_PER_MS)
    const bytes = limit(ENCODERS[encoding], plain)
    packed.set(key, { plain, bytes })
    return bytes
  }

  const onSend: onSendAsyncHookHandler = async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH || reply.statusCode !== 200) return payload
    if (reply.hasHeader('content-encoding') || !isText(reply.getHeader('content-type'))) return payload
    void reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding === undefined) return payload
    const bytes = await compress(request, payload, encoding)
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    return bytes
  }

  // Hooks of a route run after all others: those must see the text.
  app.addHook('onRoute', (route) => {
    const isGet = [route.method].flat().includes('GET')
    if (!isGet || wireAt(route.url) || route.config?.forPlayers !== undefined) return
    route.onSend = [route.onSend ?? [], onSend].flat()
  })
}

interface Packed {
  readonly plain: string
  readonly bytes: Promise<Buffer>
}

type Encoding = keyof typeof ENCODERS

/** Quality 4 of Brotli is as fast as gzip and smaller. */
const ENCODERS = {
  br: (text: string): Promise<Buffer> =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (text: string): Promise<Buffer> => promisify(gzip)(text),
}

/** The best encoding that a client takes; undefined for none. A quality of 0 forbids one. */
export function chooseEncoding(accepted: string | undefined): Encoding | undefined {
  const qualities = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...rest] = part.split(';').map((word) => word.trim().toLowerCase())
      const quality = rest.find((word) => word.startsWith('q='))
      return [name, quality === undefined ? 1 : Number(quality.slice(2))]
    }),
  )
  const takes = (name: string): boolean => (qualities.get(name) ?? qualities.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

const isText = (type: unknown): boolean =>
  typeof type === 'string' &&
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|jsonl|javascript|xml|yaml)\b)/.test(type)

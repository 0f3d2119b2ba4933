import type { FastifyRequest } from 'fastify'
import { networkOf } from '../base/network-of.ts'
import { asksForSocket } from '../server/asks-for-socket.ts'
import { chooseEncoding } from '../server/compress-answers.ts'
import { SESSION_COOKIE } from '../server/identity.ts'
import { PAGES } from '../server/pages.ts'
import { onBehalfOf } from './forwarded-headers.ts'
import type { Question } from './shared-answers.ts'
import type { Upstream } from './upstream.ts'

export interface SharedQuestion extends Question {
  /** Where the file of the web application is kept that shows every page; undefined if the request is for no page. */
  readonly shellKey: string | undefined
}

/** How long a file of the web application may be used again. */
const PAGE_MS = 1_000

/**
 * A request whose answer many clients may share; undefined for one that is passed on. The question to the arena has none of the headers of the
 * client but what is listed here: so no answer can depend on a key or a session.
 */
export function readSharedQuestion(upstream: Upstream, request: FastifyRequest): SharedQuestion | undefined {
  const { headers, method, url } = request
  const isApi = url.startsWith('/api/')
  if (method !== 'GET' || asksForSocket(request) || hasKey(request)) return undefined
  // A browser sends its session with requests for pages, too; they are the same with and without one.
  if (isApi ? hasSession(request) : !isFile(url)) return undefined
  const encoding = chooseEncoding(headers['accept-encoding']) ?? 'identity'
  const isForReading = (headers.accept ?? '').startsWith('text/html')
  const scope = `${encoding} ${request.protocol}://${request.host}`
  return {
    key: `${scope} ${isForReading ? 'page' : 'data'} ${url}`,
    shellKey: isForReading && isPage(url) ? `${scope} shell` : undefined,
    asker: networkOf(request.ip),
    keepMs: isApi ? 0 : PAGE_MS,
    ask: () =>
      upstream.read(url, {
        ...onBehalfOf(request),
        accept: isForReading ? 'text/html' : '*/*',
        'accept-encoding': encoding,
      }),
  }
}

const hasKey = ({ headers, query }: FastifyRequest): boolean =>
  headers.authorization !== undefined || (query as { readonly key?: unknown }).key !== undefined

const hasSession = ({ headers }: FastifyRequest): boolean => (headers.cookie ?? '').includes(SESSION_COOKIE)

/** The first names of the addresses of pages; the empty one is the lobby. */
const PAGE_NAMES = new Set(['', ...PAGES.map((page) => page.split('/')[1])])
const FILE_NAMES = new Set([...PAGE_NAMES, 'assets', 'docs', 'embed', 'feeds'])

const firstName = (url: string): string => /^\/([^/?]*)/.exec(url)?.[1] ?? ''
const isPage = (url: string): boolean => PAGE_NAMES.has(firstName(url))

/** Pages, what belongs to them, and single files like `/favicon.svg`. All other addresses belong to wires, where a `GET` may change something. */
const isFile = (url: string): boolean => FILE_NAMES.has(firstName(url)) || /^\/[\w-]+\.\w+(?:\?|$)/.test(url)

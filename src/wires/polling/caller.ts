import type { JsonObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import {
  openHttpCaller,
  type Call,
  type HttpCallerOptions,
  type HttpRequest,
  type Patience,
} from '../../protocols/http-caller.ts'
import { decodeDocument } from './decode-document.ts'
import type { Format } from './format.ts'

type Query = Readonly<Record<string, string>>

export interface Caller extends Patience {
  /** Asks until there is an answer other than "later". */
  get(path: string, query: Query): Promise<Result<JsonObject>>
  /** Asks once: whether a move got through that was not answered must be looked up. */
  post(path: string, query: Query): Promise<Result<Call>>
}

/** Calls a server of boost tron: documents in any format, and all that is asked for in the address. */
export function openCaller(options: HttpCallerOptions & { readonly format?: Format }): Caller {
  const { url, format = 'json' } = options
  const http = openHttpCaller(
    {
      name: 'polling',
      readDocument(body) {
        const document = decodeDocument(format, body)
        return document.ok
          ? document
          : fail('server-unreadable', `Cannot understand the server: ${document.problem.message}`)
      },
    },
    options,
  )
  const request = (method: HttpRequest['method'], path: string, query: Query): HttpRequest => ({
    method,
    address: addressOf(url, `${path}.${format}`, query),
    waitS: Number(query['wait'] ?? 0),
  })
  return {
    ...http,
    async get(path, query) {
      const said = await http.ask(request('GET', path, query))
      if (!said.ok) return said
      const { status, document } = said.value
      return status === 200 ? ok(document) : refused(document)
    },
    post: (path, query) => http.askOnce(request('POST', path, query)),
  }
}

/** What the server said instead of playing. */
export const refused = (document: JsonObject): Result<never> => {
  const { message, error } = document
  const why = typeof message === 'string' ? message : typeof error === 'string' ? error : 'it gives no reason'
  return fail('server-refused', `Cannot play on this server: ${why}`)
}

function addressOf(url: string, path: string, query: Query): string {
  const search = new URLSearchParams(query).toString()
  return `${url.replace(/\/+$/, '')}${path}${search === '' ? '' : `?${search}`}`
}

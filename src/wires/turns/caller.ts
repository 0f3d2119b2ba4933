import { parseObject, type JsonObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import {
  openHttpCaller,
  type Call,
  type HttpCallerOptions,
  type Patience,
  type Said,
} from '../../protocols/http-caller.ts'

export interface Caller extends Patience {
  /** Asks until there is an answer other than "later"; the answer may be held back for `waitS` seconds. */
  get(path: string, waitS?: number): Promise<Result<Said>>
  /** Asks once: whether a move got through that was not answered must be looked up. */
  post(path: string, body: JsonObject): Promise<Result<Call>>
}

/** Calls an arena: JSON both ways, the key in a header. */
export function openCaller(options: HttpCallerOptions & { readonly key: string }): Caller {
  const url = options.url.replace(/\/+$/, '')
  const authorization = `Bearer ${options.key}`
  const http = openHttpCaller(
    {
      name: 'turns',
      readDocument(body) {
        const document = parseObject(new TextDecoder().decode(body))
        return document
          ? ok(document)
          : fail('server-unreadable', `Cannot understand the server at ${url}: expected JSON`)
      },
    },
    { ...options, url },
  )
  return {
    ...http,
    get: (path, waitS = 0) =>
      http.ask({
        method: 'GET',
        address: `${url}${path}${waitS > 0 ? `?wait=${waitS}` : ''}`,
        headers: { authorization },
        waitS,
      }),
    post: (path, body) =>
      http.askOnce({
        method: 'POST',
        address: `${url}${path}`,
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

/** What the server said instead of playing. */
export function refused({ status, document }: Said): Result<never> {
  const { message } = document
  const why = typeof message === 'string' ? message : `it answers ${status}`
  return fail('server-refused', `Cannot play on this server: ${why}`)
}

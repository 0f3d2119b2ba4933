import { isObject, parseObject } from '../base/json.ts'

/** The arena as the tools reach it: its API, with the key of one team. So a tool can do what the team can do, and no more. */
export interface ArenaCaller {
  /** Where a person opens the arena in a browser, without a slash at the end. */
  readonly url: string
  /** Calls the API. A refusal is an answer, too. */
  readonly call: (request: ArenaCall) => Promise<ArenaAnswer>
}

export interface ArenaCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below `/api/v1`, with its query. */
  readonly path: string
  /** Sent as JSON. */
  readonly json?: object
  /** The client has gone, or the request was cancelled: the answer is no longer wanted. */
  readonly signal: AbortSignal
}

export interface ArenaAnswer {
  readonly status: number
  readonly text: string
}

/** What the arena said instead of doing it. The client reads the message as the error of the tool. */
export class Refusal extends Error {
  /** The code of the API; undefined where the answer was no document of the API. */
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** An arena for one request of a client. */
export interface ArenaApi {
  readonly url: string
  get<Body>(path: string): Promise<Body>
  post<Body>(path: string, json?: object): Promise<Body>
  delete<Body>(path: string): Promise<Body>
  /** An answer that is not JSON. */
  text(path: string): Promise<string>
}

/** The API with its answers read. A refusal is thrown. */
export function openArenaApi({ url, call }: ArenaCaller, signal: AbortSignal): ArenaApi {
  async function ask(method: ArenaCall['method'], path: string, json?: object): Promise<string> {
    const { status, text } = await call({ method, path, ...(json && { json }), signal })
    if (status >= 200 && status < 300) return text
    const { error, message } = parseObject(text) ?? {}
    if (typeof message !== 'string') throw new Refusal(`The arena answers ${status}`)
    throw new Refusal(message, typeof error === 'string' ? error : undefined)
  }
  async function document<Body>(method: ArenaCall['method'], path: string, json?: object): Promise<Body> {
    const body: unknown = JSON.parse(await ask(method, path, json))
    if (isObject(body)) return body as Body
    throw new Refusal('The arena gives an answer that cannot be read')
  }
  return {
    url,
    get: (path) => document('GET', path),
    post: (path, json) => document('POST', path, json),
    delete: (path) => document('DELETE', path),
    text: (path) => ask('GET', path),
  }
}

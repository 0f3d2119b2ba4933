import type { ProblemBody } from '../../../src/api/problems.ts'
import { parseObject } from '../../../src/base/json.ts'
import { fail, ok, type Result } from '../../../src/base/result.ts'
import { meChanges, setMe } from './me.ts'

export const API = '/api/v1'

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly json?: object
  /** Sent as `application/octet-stream`. */
  readonly file?: Blob
  /** Sent as `Authorization: Bearer`, for a client that is no team. */
  readonly bearer?: string
  readonly signal?: AbortSignal | undefined
}

/** Asks the server for JSON. A refusal, and a server that cannot be reached, is a problem in words. */
export async function request<T>(url: string, options: RequestOptions = {}): Promise<Result<T>> {
  const text = await requestText(url, options)
  // Not validated: server and page are of one version and share the types of src/api.
  return text.ok ? ok(parseObject(text.value) as T) : text
}

/** The same for an answer of any kind. */
export async function requestText(url: string, options: RequestOptions = {}): Promise<Result<string>> {
  const { method = 'GET', json, file, bearer, signal } = options
  const init: RequestInit = {
    method,
    ...(json && { body: JSON.stringify(json) }),
    ...(file && { body: file }),
    headers: {
      ...(json && { 'Content-Type': 'application/json' }),
      ...(file && { 'Content-Type': 'application/octet-stream' }),
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    ...(signal && { signal }),
  }
  const changesBefore = meChanges()
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    if (response.ok) return ok(text)
    const { error, message = '', at, match } = (parseObject(text) ?? {}) as Partial<ProblemBody>
    if (error === 'no-key' && meChanges() === changesBefore) setMe(undefined)
    return error === undefined
      ? fail('server-error', `The server answered ${response.status}`)
      : {
          ok: false,
          problem: {
            code: error,
            message,
            ...(at !== undefined && { at }),
            ...(match !== undefined && { match }),
          },
        }
  } catch {
    return fail('server-lost', 'The server cannot be reached just now')
  }
}

/** The query of an address; fields that are undefined are left out. */
export function queryOf(fields: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

import type { ProblemBody } from '../api/problems.ts'
import type { Unread } from '../api/unread.ts'
import { parseObject } from '../base/json.ts'
import { mayPass } from '../protocols/patience.ts'
import { whyUnreachable } from '../protocols/why-unreachable.ts'
import type { ArenaAccount } from './arena-account.ts'
import { GAMEGRID } from './own-package.ts'
import { CommandError } from './problem.ts'

export interface ArenaRequest {
  readonly method?: string
  /** Sent as JSON. */
  readonly json?: object
  readonly body?: NonNullable<RequestInit['body']>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The arena cannot be reached, or is too busy: another try may succeed. */
export class ArenaAway extends CommandError {
  constructor(message: string) {
    super(message, 1)
  }
}

/** Asks the API of an arena. A refusal ends the command with the sentence of the arena. */
export async function askArena<Body>(
  account: ArenaAccount,
  path: string,
  request?: ArenaRequest,
): Promise<Body> {
  const response = await callArena(account, path, request)
  const text = await response.text()
  const document = parseObject(text)
  if (text !== '' && document === undefined)
    throw new CommandError(`Cannot understand ${account.url}: it is not an arena of gamegrid`, 1)
  return document as Body
}

/** The same for an answer that is not JSON. */
export async function callArena(
  { url, key }: ArenaAccount,
  path: string,
  { method = 'GET', json, body, headers, signal }: ArenaRequest = {},
): Promise<Response> {
  const content = json === undefined ? body : JSON.stringify(json)
  let response: Response
  try {
    response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(json && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content, duplex: 'half' as const }),
      ...(signal && { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw new CommandError('Interrupted', 1)
    throw new ArenaAway(`Cannot connect to ${url}: ${whyUnreachable(error)}`)
  }
  if (response.ok) return response
  const { message, error }: Unread<ProblemBody> = parseObject(await response.text()) ?? {}
  const refusal = typeof message === 'string' ? message : `Cannot use ${url}: it answers ${response.status}`
  if (mayPass(response.status)) throw new ArenaAway(refusal)
  throw new CommandError(
    error === 'wrong-key' ? `${refusal}; log in again with ${GAMEGRID} login` : refusal,
    1,
  )
}

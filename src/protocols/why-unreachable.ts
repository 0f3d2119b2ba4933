import { isObject } from '../base/json.ts'

/** Why a request or a connection failed, as the rest of a sentence; `fetch` hides it in the cause. */
export function whyUnreachable(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it does not answer'
  const { code } = { ...(isObject(error.cause) ? error.cause : error) } as { readonly code?: unknown }
  return typeof code === 'string' ? (REASONS[code] ?? code) : error.message
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  EHOSTUNREACH: 'that host cannot be reached',
  ENETUNREACH: 'that host cannot be reached',
  ETIMEDOUT: 'that host does not answer',
  UND_ERR_SOCKET: 'it hung up',
  ECONNRESET: 'it hung up',
}

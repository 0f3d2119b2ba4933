import type { Result } from '../base/result.ts'

/** Posts JSON to an address that a team gave. Of the answer, only the status is read. */
export type PostJson = (
  url: string,
  body: object,
  options: PostOptions,
) => Promise<Result<{ readonly status: number }>>

/** The problem of a post that failed because the host has run out of something: the receiver has nothing to do with it. */
export const HOST_IS_SHORT = 'outgoing-host-is-short'

export interface PostOptions {
  readonly signal: AbortSignal
  /** For the beginning of the answer. */
  readonly timeoutMs: number
  readonly authorization?: string | undefined
  /** Makes calls idempotent: the receiver takes those that carry the same key for one. */
  readonly idempotencyKey?: string
  /** More headers, for the first address alone. They are made from the very text that is sent, so that they can sign it. */
  readonly headers?: (body: string) => Readonly<Record<string, string>>
  /** Takes a redirect as the answer, and does not follow it. */
  readonly refusesRedirects?: boolean
}

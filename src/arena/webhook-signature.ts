import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret, as Standard Webhooks write it: 32 random bytes in Base64 after a prefix. */
export const drawWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

export interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  /** The text of the request. */
  readonly body: string
}

/** The headers of Standard Webhooks: the signature is an HMAC-SHA256 of `id.timestamp.body`. */
export function signatureHeaders(
  secret: string,
  { id, timestamp, body }: Signed,
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}

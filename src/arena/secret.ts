import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new secret, and an id that names it. */
export const drawSecret = () => ({
  id: BigInt(`0x${randomBytes(10).toString('hex')}`)
    .toString(36)
    .padStart(12, '0')
    .slice(-12),
  secret: randomBytes(32).toString('base64url'),
})

export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

/** Whether a secret has this hash. It takes as long without a hash, so the time tells nothing about ids. */
export const isSecretOf = (secret: string, known: string | undefined): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(known ?? NO_HASH))

const NO_HASH = '0'.repeat(64)

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawWebhookSecret, signatureHeaders } from './webhook-signature.ts'

test('a secret is 32 random bytes in Base64 after whsec_', () => {
  const secret = drawWebhookSecret()
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(drawWebhookSecret()).not.toBe(secret)
})

test('the signature is an HMAC of the id, the time and the body, by the bytes of the secret', () => {
  const key = Buffer.from('k'.repeat(32))
  const signed = { id: 'msg_1', timestamp: 1700000000, body: '{"a":1}' }
  const digest = createHmac('sha256', key).update('msg_1.1700000000.{"a":1}').digest('base64')
  expect(signatureHeaders(`whsec_${key.toString('base64')}`, signed)).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${digest}`,
  })
})

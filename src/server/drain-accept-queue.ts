import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { http } from '../protocols/node-http.ts'

/** The longest wait for a queue. */
const LONGEST_MS = 2_000

/**
 * Waits until every connection that was in the accept queues of these addresses is accepted, and what had arrived on it is
 * read. A queue is first in, first out, and the event loop takes few connections a turn: a request of our own is answered
 * after all that came before it.
 */
export async function drainAcceptQueues(addresses: readonly AddressInfo[], isSecure: boolean): Promise<void> {
  await Promise.all(addresses.map((address) => answered(address, isSecure)))
}

const answered = ({ address, port, family }: AddressInfo, isSecure: boolean): Promise<void> =>
  new Promise((resolve) => {
    const probe = (isSecure ? https : http).request({
      host: ANY_ADDRESS[address] ?? address,
      port,
      family: family === 'IPv6' ? 6 : 4,
      path: '/healthz',
      agent: false,
      // The server calls itself, and its certificate names its public host.
      ...(isSecure && { rejectUnauthorized: false }),
      timeout: LONGEST_MS,
    })
    // An answer, a refusal and a cut connection all mean that the queue before us is accepted.
    probe.on('response', (response) => void response.resume()).on('close', resolve)
    probe.on('error', () => {}).on('timeout', () => probe.destroy())
    probe.end()
  })

/** A server that listens on all addresses is reached by loopback. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

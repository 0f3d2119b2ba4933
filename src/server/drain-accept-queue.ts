import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { http } from '../protocols/node-http.ts'

/**
 * The longest wait for a queue, in seconds in which this process ran. A busy machine may need many of them for a long queue; only if
 * the answer is lost must deadlines be judged without it.
 */
const MOST_SECONDS = 60

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
    })
    // An interval ticks once after a stall, however long it was. A timeout would end the wait before what has arrived is read.
    let seconds = 0
    const patience = setInterval(() => {
      if (++seconds === MOST_SECONDS) probe.destroy()
    }, 1000)
    // An answer, a refusal and a cut connection all mean that the queue before us is accepted.
    probe.on('response', (response) => void response.resume()).on('error', () => {})
    probe.on('close', () => {
      clearInterval(patience)
      resolve()
    })
    probe.end()
  })

/** A server that listens on all addresses is reached by loopback. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

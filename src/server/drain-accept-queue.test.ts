import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { drainAcceptQueues } from './drain-accept-queue.ts'

const WAITING = 12

/** Opens connections and sends a request over each; says when the kernel has all of them. */
const CLIENTS = `
const { connect } = require('node:net')
const { workerData: { port, waiting, sent } } = require('node:worker_threads')
for (let index = 0; index < waiting; index++) {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET /' + index + ' HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n', () => {
      Atomics.add(sent, 0, 1)
      Atomics.notify(sent, 0)
    }))
}
`

/** As long as nothing else in this process runs. */
const stall = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('a queue is drained to its end, however slowly the server works through it', async () => {
  const answered: string[] = []
  const server = createServer((request, response) => {
    // All of them together take longer than two seconds.
    if (request.url !== '/healthz') stall(200)
    answered.push(request.url ?? '')
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const clients = new Worker(CLIENTS, { eval: true, workerData: { port, waiting: WAITING, sent } })
  onTestFinished(async () => {
    await clients.terminate()
    server.closeAllConnections()
    server.close()
  })
  await once(clients, 'online')
  while (Atomics.load(sent, 0) < WAITING) Atomics.wait(sent, 0, Atomics.load(sent, 0), 1000)
  expect(answered).toEqual([])
  await drainAcceptQueues([server.address() as AddressInfo], false)
  expect(answered.toSorted()).toEqual(
    [...Array.from({ length: WAITING }, (_, index) => `/${index}`), '/healthz'].toSorted(),
  )
})

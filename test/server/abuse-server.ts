import { createInterface } from 'node:readline'
import { openServer } from '../../src/server/open-server.ts'

/**
 * FOLDER PATIENCE: a server in a process of its own that reports its memory on request. It waits PATIENCE milliseconds for
 * the head of a request, and twice as long for progress of its body. It ends with its standard input.
 */
const [folder = '', patience = ''] = process.argv.slice(2)
const headersMs = Number(patience)
const opened = await openServer({
  folder,
  host: '127.0.0.1',
  port: 0,
  patience: { headersMs, bodyMs: 2 * headersMs },
  limits: { perAddress: 1e9, perPlayer: 1e9, registrations: 1e9 },
  onFailure: (what, error) => console.error(`${what}: ${String(error)}`),
})
if (!opened.ok) throw new Error(opened.problem.message)
await using server = opened.value
console.log(server.port)
for await (const _ of createInterface({ input: process.stdin })) {
  for (let n = 0; n < 3; n++) {
    globalThis.gc?.()
    await new Promise((resolve) => void setTimeout(resolve, 50))
  }
  const { heapUsed, external } = process.memoryUsage()
  console.log(heapUsed + external)
}

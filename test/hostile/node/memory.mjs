import { play } from './bot.mjs'

const hoard = []
play(() => {
  for (;;) {
    try {
      hoard.push(Buffer.alloc(1 << 20, 1))
    } catch {
      // No more memory is available; it tries again.
    }
  }
})

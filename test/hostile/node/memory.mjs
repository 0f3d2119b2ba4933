import { play } from './bot.mjs'

const hoard = []
play(() => {
  for (;;) {
    try {
      hoard.push(Buffer.alloc(1 << 20, 1))
    } catch {
      // There is no more to be had; it tries all the same.
    }
  }
})

import { play } from './bot.mjs'

play(() => {
  throw new Error('a bug of its own')
})

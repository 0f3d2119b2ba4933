import { play } from './bot.mjs'

play(() => {
  for (;;);
})

import type { Brain } from '../../src/game/brain.ts'

/** Plays the last legal move, counts its turns and logs. */
const brain: Brain<unknown, string, { turns: number }> = {
  name: 'good',
  init: () => ({ turns: 0 }),
  move({ legal, memory, log }) {
    memory.turns++
    log('turn', memory.turns)
    return legal.at(-1)
  },
}

export default brain

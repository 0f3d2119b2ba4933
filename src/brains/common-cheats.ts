import type { Brain } from '../game/brain.ts'

/** Cheats that every game allows, played on the second turn; `honest` plays until then. */
export const commonCheats = (honest: Brain): readonly Brain[] => [
  {
    ...honest,
    name: 'cheat-flip',
    move: (turn) => (isTime(turn) ? turn.flip() : honest.move(turn)),
  },
  {
    ...honest,
    name: 'cheat-garbled',
    move: (turn) => (isTime(turn) ? '?!' : honest.move(turn)),
  },
]

const isTime = ({ number, refused }: Parameters<Brain['move']>[0]): boolean =>
  number > 1 && refused === undefined

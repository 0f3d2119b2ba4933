import type { Brain } from '../game/brain.ts'

/** Cheats that every game allows, played on the second turn; `honest` plays until then. */
export const commonCheats = (honest: Brain): readonly Brain[] => [
  {
    ...honest,
    name: 'cheat-flip',
    plays: 'flips the table on its second turn although nothing is wrong',
    move: (turn) => (isTime(turn) ? turn.flip() : honest.move(turn)),
  },
  {
    ...honest,
    name: 'cheat-garbled',
    plays: 'sends ?! on its second turn, which is no move in any game',
    move: (turn) => (isTime(turn) ? '?!' : honest.move(turn)),
  },
]

const isTime = ({ number, refused }: Parameters<Brain['move']>[0]): boolean =>
  number > 1 && refused === undefined

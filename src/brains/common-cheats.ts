import type { Brain } from '../game/brain.ts'

/** What can be done wrong in every game, once the opponent has moved; `honest` plays until then. */
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

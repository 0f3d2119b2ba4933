import { DIRECTIONS, isInside, sameCell, step, turned, TURNS, wrap, type Direction } from '../../base/grid.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { tron, type TronState } from '../../games/tron/index.ts'
import type { GameDoctor } from '../../protocols/wire-doctor.ts'
import { explainDriving } from './drive-beliefs.ts'

export const tronDoctor: GameDoctor<TronState> = {
  game: tron.id,
  plan: ['careful', 'random', 'careful', 'careful', 'careful'],
  opponents: [{ name: 'careful', move: ({ view, seat, legal }) => carefulMove(view, seat, legal) }],
  turnLimit: 400,
  whyIllegal: (move, { cycles }, seat, _, legal) =>
    move.endsWith('+boost') && cycles[seat].boosts === 0
      ? `${move} asks for a boost, and none is left`
      : `${move} is not one of ${legal.join(' ')}`,
  findMisreading: explainDriving,
}

/** A cycle that does not drive into anything it can see, and goes where most is free around it. */
function carefulMove(
  { rules, rows, cycles }: TronState,
  seat: Seat,
  legal: readonly string[],
): string | undefined {
  const own = cycles[seat]
  const room = (facing: Direction, from = { x: own.x, y: own.y }): number => {
    const ahead = step(from, facing)
    if (rules.edge === 'wall' && !isInside(ahead, rules)) return -1
    const cell = wrap(ahead, rules)
    if (rows[cell.y]?.[cell.x] !== '.' || sameCell(cell, cycles[otherSeat(seat)])) return -1
    return sameCell(from, own) ? DIRECTIONS.filter((next) => room(next, cell) >= 0).length : 0
  }
  const plain = legal.filter((move) => !move.includes('+'))
  const facingOf = (move: string): Direction =>
    DIRECTIONS.find((way) => way === move) ??
    turned(own.facing, TURNS.find((turn) => turn === move) ?? 'forward')
  return plain.toSorted((a, b) => room(facingOf(b)) - room(facingOf(a)))[0]
}

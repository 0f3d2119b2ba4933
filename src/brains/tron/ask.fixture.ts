import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import type { Brain, BrainTurn } from '../../game/brain.ts'
import type { Seat } from '../../game/game.ts'
import { tron, type TronMove, type TronState } from '../../games/tron/index.ts'

/** What a brain plays in a position it has never seen, with so many positions to look at, or by a clock. */
export async function ask(
  brain: Brain,
  state: TronState,
  seat: Seat,
  thinking: number | Pick<BrainTurn, 'timeLeft' | 'now'>,
  remark: BrainTurn['remark'] = () => {},
): Promise<TronMove> {
  const start = { seat, view: state, rng: seededRng(1), log() {}, playUnasked() {} }
  const memory: unknown = await brain.init?.(start)
  const move = await brain.move({
    ...start,
    number: 1,
    legal: tron.legalMoves(state, seat),
    ...(typeof thinking === 'number' ? { timeLeft: Infinity, nodeBudget: thinking } : thinking),
    memory,
    play() {},
    remark,
    resign() {},
    flip() {},
  })
  return move as TronMove
}

/** A position drawn as rows: `#` wall, `A` and `B` the cycles; moves are compass moves. */
export function drawn(picture: string, settings: Readonly<Record<string, unknown>> = {}): TronState {
  const rows = picture.trim().split(/\s+/)
  const find = (char: string): string[] =>
    rows.flatMap((row, y) => [...row].flatMap((tile, x) => (tile === char ? [`${x},${y}`] : [])))
  const config = tron.parseConfig({
    width: rows[0]?.length,
    height: rows.length,
    edge: 'wall',
    timing: 'simultaneous',
    moves: 'compass',
    boosts: 0,
    walls: find('#').length > 0 ? find('#') : 'none',
    starts: [...find('A'), ...find('B')],
    seats: 'fixed',
    ...settings,
  })
  return tron.setup(must(config), seededRng(0))
}

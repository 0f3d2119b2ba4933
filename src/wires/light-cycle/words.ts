import type { Direction } from '../../base/grid.ts'
import { fail, ok } from '../../base/result.ts'
import { otherSeat, type Pair } from '../../game/game.ts'
import { tron, type Start as Rider, type TronState } from '../../games/tron/index.ts'
import { expectWord, send, type StdioDialect } from '../../protocols/stdio/dialect.ts'

/**
 * The light-cycle contest of 2019. The host reads words, not lines: contestants' programs send `ready` without a line feed,
 * and some send all their moves ahead.
 */
export const lightCycle: StdioDialect<TronState> = {
  id: 'light-cycle',
  tellsCheats: false,
  remarksOnStderr: true,
  mayWriteAhead: true,
  check: (opening) =>
    opening.game === tron.id && fits(opening.view)
      ? ok(opening)
      : fail(
          'bad-wire',
          `Cannot speak light-cycle in ${opening.challenge}: expected tron on a square without walls, with relative moves, made together, and no boosts`,
        ),
  opening: ({ view }) => [READY, send(`${view.rules.width}\n`)],
  turn: ({ view: { cycles } }, { seat }) => {
    const state = `${formatRider(cycles[seat])},${formatRider(cycles[otherSeat(seat)])}\n`
    return [READY, send(state), { kind: 'reached' }, MOVE]
  },
  answer: (text) => ({ kind: 'move', text }),
  news: () => '',
}

const READY = expectWord('ready')
const MOVE = expectWord('left', 'right', 'forward')

/** Reads `s,0,0,n,9,9`: the player, then its opponent; undefined for other text. */
export function parseRiders(text: string): Pair<Rider> | undefined {
  const match = /^"?([nesw]),(\d{1,4}),(\d{1,4}),([nesw]),(\d{1,4}),(\d{1,4})"?$/.exec(text.trim())
  if (match === null) return undefined
  const [, facing, x, y, theirFacing, theirX, theirY] = match
  return [
    { facing: facing as Direction, x: Number(x), y: Number(y) },
    { facing: theirFacing as Direction, x: Number(theirX), y: Number(theirY) },
  ]
}

const formatRider = ({ facing, x, y }: Rider): string => `${facing},${x},${y}`

const fits = ({ rules, rows }: TronState): boolean =>
  rules.width === rules.height &&
  rules.edge === 'wall' &&
  rules.timing === 'simultaneous' &&
  rules.moves === 'relative' &&
  rules.boosts === 0 &&
  !rows.some((row) => row.includes('#'))

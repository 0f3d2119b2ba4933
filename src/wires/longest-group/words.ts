import { show } from '../../base/fields.ts'
import { fail, ok } from '../../base/result.ts'
import { otherSeat } from '../../game/game.ts'
import { playedTurn } from '../../match/changes.ts'
import { longestGroup as game, type LongestGroupState } from '../../games/longest-group/index.ts'
import type { Step, StdioDialect } from '../../protocols/stdio/dialect.ts'

/**
 * The longest-group contest of 2019: the host sends the player's number, then both sides send moves, `x y`. There is no
 * handshake: a program's first move includes its start-up time.
 */
export const longestGroup: StdioDialect<LongestGroupState> = {
  id: 'longest-group',
  tellsCheats: false,
  remarksOnStderr: true,
  mayWriteAhead: false,
  check(opening) {
    const refuse = (expected: string) =>
      fail('bad-wire', `Cannot speak longest-group in ${opening.challenge}: expected ${expected}`)
    if (opening.game !== game.id) return refuse('the game longest-group')
    // The wire tells only moves, so the program would not know of stones that stand on the board already.
    return opening.view.ply === 0
      ? ok(opening)
      : refuse('an empty board, because this wire cannot tell an opening')
  },
  opening: ({ seat }) => [{ kind: 'send', text: `${seat}\n` }],
  turn: () => [TWO_NUMBERS],
  answer: (text) =>
    WELL_WRITTEN.test(text)
      ? { kind: 'move', text }
      : {
          kind: 'gone',
          cause: 'garbled',
          text,
          detail: `Cannot read move ${show(text)}: expected two whole numbers with white space between them`,
        },
  news: (before, event, after, { seat }) => {
    const move = playedTurn(before, event, after)?.[otherSeat(seat)]
    return move === undefined ? '' : `${move.replace(',', ' ')}\n`
  },
}

const TWO_NUMBERS: Step = { kind: 'expect', what: { kind: 'numbers', count: 2 } }

const WELL_WRITTEN = /^-?\d+ -?\d+$/

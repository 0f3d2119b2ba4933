import { show } from '../../base/fields.ts'
import { fail, ok } from '../../base/result.ts'
import { otherSeat } from '../../game/game.ts'
import { playedTurn } from '../../match/changes.ts'
import { longestGroup as game } from '../../games/longest-group/index.ts'
import type { Step, StdioDialect } from '../../protocols/stdio/dialect.ts'

/**
 * The longest-group contest of 2019: one's number, then nothing but moves, `x y` in both directions. There is no
 * handshake, so a program's first move takes its start-up time along.
 */
export const longestGroup: StdioDialect = {
  id: 'longest-group',
  tellsCheats: false,
  mayWriteAhead: false,
  check: (opening) =>
    opening.game === game.id
      ? ok(opening)
      : fail(
          'unreadable-answer',
          `Cannot speak longest-group in ${opening.challenge}: expected the game longest-group`,
        ),
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

import { parseObject, type JsonObject } from '../../base/json.ts'
import { readRemark } from '../../game/remark.ts'
import type { Answer, Gone } from '../../protocols/protocol.ts'

/** What a team sends to flip the table. */
export const FLIP_ACTION = '(╯°□°)╯︵ ┻━┻'

/** All that is looked at of what a team sends. The remark is for spectators, the rest is echoed, whatever was put there. */
export interface Command {
  readonly action?: unknown
  readonly position?: unknown
  readonly remark?: unknown
}

/** What a command means to the match: a flip, or a word of the game. An unreadable command becomes a word that no game can read. */
export function answerOf(game: string, command: JsonObject): Exclude<Answer, Gone> {
  if (command['action'] === FLIP_ACTION) return { kind: 'flip' }
  const remark = readRemark(command['remark'])
  return { kind: 'move', text: wordOf(game, command), ...(remark && { remark }) }
}

/** The command that a word of the match stands for. */
export function commandOf(game: string, word: string): Command {
  const object = word.startsWith('{') ? parseObject(word) : undefined
  if (object) return object
  const space = word.indexOf(' ')
  return space > 0
    ? { action: word.slice(0, space), position: word.slice(space + 1) }
    : { action: actionFor(game, word), position: word }
}

/** The word of the match from which `commandOf` makes the command again. Words of the game have no blanks in them. */
function wordOf(game: string, { action, position }: JsonObject): string {
  const word = typeof position === 'string' ? canonical(game, action, position) : undefined
  if (word !== undefined) return word
  if (isPlain(action) && isPlain(position) && !action.startsWith('{')) return `${action} ${position}`
  return JSON.stringify({
    ...(action !== undefined && { action: cut(action) }),
    ...(position !== undefined && { position: cut(position) }),
  })
}

const isPlain = (value: unknown): value is string =>
  typeof value === 'string' && /^\S+$/u.test(value) && value.length <= MAX_LENGTH

/** Enough for a team to recognise what it sent. */
const MAX_LENGTH = 200

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_LENGTH)
  const text = JSON.stringify(value)
  return text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : value
}

/** The square, cell or wall in its own spelling, if it is one and the action is the one for it. */
function canonical(game: string, action: unknown, position: string): string | undefined {
  if (game !== 'quoridor')
    return action === 'putSymbol' && SQUARE.test(position) ? position.toUpperCase() : undefined
  const isRight = (action === 'move' && CELL.test(position)) || (action === 'putWall' && WALL.test(position))
  return isRight ? position.toLowerCase() : undefined
}

const SQUARE = /^(?:[ns]?[we]|[ns]|c)$/i
const CELL = /^[a-i][1-9]$/i
const WALL = /^[a-h][1-8][hv]$/i

/** Also for words that are outside the board: the house puts walls and pawns there. */
function actionFor(game: string, word: string): string {
  if (game !== 'quoridor') return 'putSymbol'
  return /^\w+[hv]$/i.test(word) ? 'putWall' : 'move'
}

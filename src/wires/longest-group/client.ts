import { must } from '../../base/result.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { followMatch, followTurn } from '../../match/follow.ts'
import { longestGroup as game } from '../../games/longest-group/index.ts'
import type { Expectation } from '../../protocols/stdio/scan.ts'
import {
  failed,
  LINE,
  misread,
  openingFor,
  setUp,
  connectPlayer,
  type Conversation,
  type Untold,
} from '../../protocols/stdio/conversation.ts'

/** Plays a round. The wire tells only moves, so the board is kept here. */
export async function speakLongestGroup(conversation: Conversation, untold: Untold): Promise<void> {
  const { player, next, write, remark, signal } = conversation
  const { seed = 0, moveMs = CONTEST_MS, settings = game.presets['standard'] ?? {} } = untold
  const id = await next(NUMBER)
  if (id === undefined) return
  if (id !== '0' && id !== '1') throw misread('player id', id, '0 or 1')
  const own: Seat = id === '0' ? 0 : 1
  let state = setUp(game, settings, seed)
  let match = must(followMatch(game, settings))
  const told = { challenge: 'longest-group', game: game.id, settings, seat: own, seed, view: state }
  const connection = await connectPlayer(conversation, openingFor(player, told, moveMs))

  async function ownMove(turn: number): Promise<string | undefined> {
    const question = { turn, view: state, legal: game.legalMoves(state, own), timeLeft: moveMs }
    const answer = await connection.ask(question, signal)
    // There is no word for resigning: a program that ends has lost.
    if (answer.kind === 'resign') return undefined
    if (answer.kind !== 'move') throw failed(player, answer)
    remark(answer.remark)
    write(`${answer.text.trim().replace(/\s*,\s*/, ' ')}\n`)
    return answer.text
  }

  for (let turn = 0; game.toMove(state).length > 0; turn++) {
    const isOwn = game.toMove(state).includes(own)
    const text = isOwn ? await ownMove(turn) : await next(TWO_NUMBERS)
    if (text === undefined) break
    const seat = isOwn ? own : otherSeat(own)
    const move = game.notation.parseMove(text, state)
    if (!move.ok || !game.isLegal(state, seat, move.value)) {
      if (!isOwn) throw misread("the opponent's move", text, 'the column and row of an empty cell')
      // The host decides about an illegal move of our own: wait until it closes the wire.
      await next(LINE)
      break
    }
    state = game.play(state, [{ seat, move: move.value }])
    const change = followTurn(match, seat === 0 ? [move.value, undefined] : [undefined, move.value])
    connection.tell(...change)
    match = change[2]
  }
  await connection[Symbol.asyncDispose]()
}

/** How long the contest's own host waits for a move. */
const CONTEST_MS = 3_000

const NUMBER: Expectation = { kind: 'numbers', count: 1 }
const TWO_NUMBERS: Expectation = { kind: 'numbers', count: 2 }

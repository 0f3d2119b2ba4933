import { TURNS, turned, type Turn } from '../../base/grid.ts'
import { must } from '../../base/result.ts'
import type { Pair } from '../../game/game.ts'
import { followMatch, followTurn } from '../../match/follow.ts'
import type { Match } from '../../match/match.ts'
import { tron, type Start as Rider, type TronState } from '../../games/tron/index.ts'
import type { Connection } from '../../protocols/protocol.ts'
import { parseRiders } from './words.ts'
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

/** Plays a round. The wire does not say which seat the player has, so it is seat 0 here. */
export async function speakLightCycle(conversation: Conversation, untold: Untold): Promise<void> {
  const { player, next, write, remark, signal } = conversation
  const { seed = 0, moveMs = CONTEST_MS } = untold
  write('ready\n')
  const size = await next(LINE)
  if (size === undefined) return
  if (!/^\d{1,4}$/.test(size)) throw misread('grid size', size, 'a whole number')
  let connection: Connection | undefined
  let before: Pair<Rider> | undefined
  let match: Match | undefined
  let state: TronState | undefined
  for (let turn = 0; ; turn++) {
    write('ready\n')
    const line = await next(LINE)
    if (line === undefined) break
    const now = parseRiders(line)
    if (now === undefined) throw misread('state', line, 'something like s,0,0,n,9,9')
    if (state === undefined || before === undefined) {
      const settings = settingsFor(untold, Number(size), now)
      match = must(followMatch(tron, settings))
      state = setUp(tron, settings, seed)
      const told = { challenge: 'light-cycle', game: tron.id, settings, seat: 0, seed, view: state } as const
      connection = await connectPlayer(conversation, openingFor(player, told, moveMs))
    } else {
      const moves = [turnFrom(before[0], now[0]), turnFrom(before[1], now[1])] as const
      state = tron.play(state, [
        { seat: 0, move: moves[0] },
        { seat: 1, move: moves[1] },
      ])
      const change = match && followTurn(match, moves)
      if (change) connection?.tell(...change)
      match = change?.[2]
    }
    before = now
    const question = { turn, view: state, legal: tron.legalMoves(state, 0), timeLeft: moveMs }
    const answer = await connection?.ask(question, signal)
    // There is no word for resigning: a program that ends has lost.
    if (answer === undefined || answer.kind === 'resign') break
    if (answer.kind !== 'move') throw failed(player, answer)
    remark(answer.remark)
    write(`${answer.text}\n`)
  }
  await connection?.[Symbol.asyncDispose]()
}

/** How long the contest's own host waits for a move. */
const CONTEST_MS = 2_000

const settingsFor = ({ settings }: Untold, size: number, starts: Pair<Rider>): Settings => ({
  ...(settings ?? tron.presets['light-cycle']),
  width: size,
  height: size,
  starts: starts.map(({ x, y, facing }) => `${x},${y},${facing}`),
  seats: 'fixed',
})

type Settings = NonNullable<Untold['settings']>

function turnFrom(before: Rider, after: Rider): Turn {
  const turn = TURNS.find((one) => turned(before.facing, one) === after.facing)
  if (turn === undefined) throw misread('direction', after.facing, `no turning back from ${before.facing}`)
  return turn
}

import { TURNS, turned, type Turn } from '../../base/grid.ts'
import { must } from '../../base/result.ts'
import type { Pair } from '../../game/game.ts'
import { followMatch, followTurn } from '../../match/follow.ts'
import type { Match } from '../../match/match.ts'
import type { Connection } from '../../protocols/protocol.ts'
import { parseRiders, type Rider } from './words.ts'
import {
  failed,
  LINE,
  misread,
  openingFor,
  setUp,
  sitDown,
  type Table,
  type Unsaid,
} from '../../protocols/stdio/table.ts'

/** Plays a round. Oneself is in seat 0 here, wherever the host has put it: the wire does not say. */
export async function speakLightCycle(table: Table, unsaid: Unsaid): Promise<void> {
  const { player, next, write, signal } = table
  const { game, moveMs } = unsaid
  write('ready\n')
  const size = await next(LINE)
  if (size === undefined) return
  if (!/^\d{1,4}$/.test(size)) throw misread('grid size', size, 'a whole number')
  let connection: Connection | undefined
  let before: Pair<Rider> | undefined
  let state: unknown
  let match: Match | undefined
  for (let turn = 0; ; turn++) {
    write('ready\n')
    const line = await next(LINE)
    if (line === undefined) break
    const now = parseRiders(line)
    if (now === undefined) throw misread('state', line, 'something like s,0,0,n,9,9')
    if (before === undefined) {
      const settings = settingsFor(unsaid, Number(size), now)
      state = setUp(game, settings, unsaid.seed)
      match = must(followMatch(game, settings))
      connection = await sitDown(table, openingFor('light-cycle', player, unsaid, settings, 0, state))
    } else {
      const moves = [turnFrom(before[0], now[0]), turnFrom(before[1], now[1])] as const
      state = game.play(state, [
        { seat: 0, move: moves[0] },
        { seat: 1, move: moves[1] },
      ])
      const change = match && followTurn(match, moves)
      if (change) connection?.tell(...change)
      match = change?.[2]
    }
    before = now
    const question = { turn, view: game.view(state, 0), legal: game.legalMoves(state, 0), timeLeft: moveMs }
    const answer = await connection?.ask(question, signal)
    // There is no word for resigning: a program that ends has lost.
    if (answer === undefined || answer.kind === 'resign') break
    if (answer.kind !== 'move') throw failed(player, answer)
    write(`${answer.text}\n`)
  }
  await connection?.[Symbol.asyncDispose]()
}

const settingsFor = ({ game, settings }: Unsaid, size: number, starts: Pair<Rider>): Settings => ({
  ...(settings ?? game.presets['light-cycle']),
  width: size,
  height: size,
  starts: starts.map(({ x, y, facing }) => `${x},${y},${facing}`),
  seats: 'fixed',
})

type Settings = NonNullable<Unsaid['settings']>

function turnFrom(before: Rider, after: Rider): Turn {
  const turn = TURNS.find((one) => turned(before.facing, one) === after.facing)
  if (turn === undefined) throw misread('direction', after.facing, `no turning back from ${before.facing}`)
  return turn
}

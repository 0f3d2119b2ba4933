import { show } from '../../base/fields.ts'
import { parseObject } from '../../base/json.ts'
import { ok } from '../../base/result.ts'
import type { Seat } from '../../game/game.ts'
import { readRemark } from '../../game/remark.ts'
import { cheatsAndFlips, endedRound, playedTurn } from '../../match/changes.ts'
import type { Match, MatchEvent, RoundResult } from '../../match/match.ts'
import type { Answer, Opening } from '../../protocols/protocol.ts'
import { send, type StdioDialect, type Step } from '../../protocols/stdio/dialect.ts'

/** Raised by changes that would break programs written for the version before. */
export const WIRE_VERSION = 1

/** Every game, one JSON object a line: docs/wire/json-lines.md. */
export const jsonLines: StdioDialect = {
  id: 'json',
  tellsCheats: true,
  mayWriteAhead: false,
  check: ok,
  opening: (opening) => [send(line(helloOf(opening))), READY],
  turn: ({ turn, view, legal, timeLeft, cheated, refused }) => [
    send(line({ type: 'turn', turn: turn + 1, view, legal, timeLeft: finite(timeLeft), cheated, refused })),
    ANSWER,
  ],
  answer: readAnswer,
  news: (before, event, after, { seat }) => messagesOf(before, event, after, seat).map(line).join(''),
}

const ANSWER: Step = { kind: 'expect', what: { kind: 'line' } }

const READY: Step = {
  kind: 'expect',
  what: { kind: 'line' },
  objection: (text) =>
    text === 'ready' || parseObject(text)?.['ready'] === true
      ? undefined
      : `Cannot read greeting ${show(text)}: expected {"ready":true}`,
}

/** A line that is no such object is read as the move itself, so that the referee reports what is wrong with it. */
function readAnswer(text: string): Answer {
  const message = parseObject(text)
  const move = message?.['move']
  const remark = readRemark(message?.['remark'])
  if (typeof move === 'string') return { kind: 'move', text: move, ...(remark && { remark }) }
  if (message?.['flip'] === true) return { kind: 'flip' }
  if (message?.['resign'] === true) return { kind: 'resign' }
  return { kind: 'move', text }
}

function helloOf(opening: Opening): object {
  const { challenge, game, settings, seat, names, round, seed, clock, startUpMs, view } = opening
  return {
    type: 'hello',
    wire: WIRE_VERSION,
    challenge,
    game,
    settings,
    seat,
    names,
    round: round + 1,
    seed,
    clock,
    startUpMs,
    view,
  }
}

function messagesOf(before: Match, event: MatchEvent, after: Match, seat: Seat): readonly object[] {
  const turn = playedTurn(before, event, after)
  const over = endedRound(before, after)
  return [
    ...(turn ? [{ type: 'played', moves: turn.map((move) => move ?? null) }] : []),
    ...cheatsAndFlips(before, event, after).map(({ kind, ...rest }) => ({ type: kind, ...rest })),
    ...(over ? [{ type: 'over', ...resultFor(over, seat), turns: over.turns }] : []),
  ]
}

interface Verdict {
  readonly result: 'win' | 'loss' | 'draw' | 'void'
  readonly reason: string
}

function resultFor({ end, seats, winner }: RoundResult, seat: Seat): Verdict {
  const result = winner === undefined ? 'draw' : winner === seats[seat] ? 'win' : 'loss'
  switch (end.kind) {
    case 'played':
      return { result, reason: end.outcome.reason }
    case 'forfeited':
      return { result, reason: (end.faults[0] ?? end.faults[1])?.kind ?? 'forfeited' }
    case 'stopped':
      return { result, reason: 'turn-limit' }
    case 'void':
      return { result: 'void', reason: 'void' }
  }
}

const line = (message: object): string => `${JSON.stringify(message)}\n`

/** JSON has no infinity: null means that there is no clock. */
const finite = (ms: number): number | null => (ms === Infinity ? null : Math.max(0, Math.floor(ms)))

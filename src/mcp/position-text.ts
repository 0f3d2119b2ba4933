import { boardText } from '../briefing/board-text.ts'
import type { Position } from './position.ts'

/** Legal moves that the text names unless all are asked for. */
const EXAMPLES = 8

/** A position in words for a model, with the board drawn for its seat. */
export function positionText({ body, title, scene, legal }: Position): string {
  const { game, begun, result } = body
  const opponent = body.opponent ?? 'the first to join'
  if (!begun || !scene) {
    if (result) return `${title}, game ${game}: it is over: ${result.why}.`
    const waits = body.status === 'open' ? 'it waits for an opponent' : 'it waits to begin'
    return `${title}, game ${game} against ${opponent}: ${waits}. Call turn with game ${game} to wait; when the game begins, your clock soon runs. Watch: ${body.watch}`
  }
  const { score, lastTurn, cheated } = begun
  const lines = [
    `${title}, game ${game}: ${headline(body, begun.turn)}`,
    `You are ${body.you} (${begun.seatName}) against ${opponent}.${begun.bestOf > 1 ? ` Round ${begun.round}, best of ${begun.bestOf}, score ${score.you}:${score.opponent}.` : ''}`,
    ...(result ? [] : [`Clock: ${begun.clock}; ${timeText(begun.timeLeftMs)}. ${begun.illegalMove}.`]),
    ...(lastTurn ? [`Last turn: ${lastTurnText(lastTurn)}.`] : []),
    '',
    boardText(scene, begun.seat),
    '',
  ]
  if (result) return [...lines, `Result: you ${outcomeText(result.outcome)}: ${result.why}.`].join('\n')
  if (cheated !== null)
    lines.push(
      `The opponent played ${JSON.stringify(cheated)}, which is illegal: call flip_table to win the round.`,
    )
  else if (!body.yourTurn) lines.push('It is not your turn yet: call turn to wait.')
  else lines.push(legalText(legal, begun.legalMoves !== undefined))
  return lines.join('\n')
}

function headline({ yourTurn, result }: Position['body'], turn: number): string {
  if (result) return 'it is over.'
  return `turn ${turn + 1}, ${yourTurn ? 'it is your move' : 'the opponent thinks'}.`
}

const timeText = (ms: number | null): string =>
  ms === null ? 'no limit' : `you have ${(Math.max(0, ms) / 1000).toFixed(1)} s left`

const lastTurnText = (turn: NonNullable<NonNullable<Position['body']['begun']>['lastTurn']>): string =>
  [
    ...(turn.you === null ? [] : [`you played ${turn.you}`]),
    ...(turn.opponent === null ? [] : [`the opponent played ${turn.opponent}`]),
  ].join(', ') || 'no player moved'

function legalText(legal: readonly string[], showsAll: boolean): string {
  if (showsAll || legal.length <= EXAMPLES) return `Legal moves: ${legal.join(' ')}`
  const step = legal.length / EXAMPLES
  const some = Array.from({ length: EXAMPLES }, (_, index) => legal[Math.floor(index * step)] ?? '')
  return `${legal.length} moves are legal, for example ${some.join(' ')} (call turn with legal_moves true for all). Call play with your move.`
}

const outcomeText = (outcome: NonNullable<Position['body']['result']>['outcome']): string =>
  ({ won: 'won', lost: 'lost', drawn: 'drew', void: 'played a match that does not count' })[outcome]

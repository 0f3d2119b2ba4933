import { Type } from 'typebox'
import type { GameBody, OpeningBody, TurnBody } from '../api/games.ts'
import { findGame } from '../games/index.ts'
import { Refusal, type ArenaApi } from './arena-caller.ts'
import { describeIllegal } from '../briefing/describe-rules.ts'
import { fetchPosition, MAX_WAIT_S, PositionBody } from './position.ts'
import { positionText } from './position-text.ts'
import { GameNumber, showPosition } from './show-position.ts'
import { tool, type Tool, type ToolAnswer } from './tool.ts'

const Wait = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: MAX_WAIT_S,
    default: MAX_WAIT_S,
    description: 'How many seconds to wait until it is your move',
  }),
)

const turn = tool({
  name: 'turn',
  title: 'Wait for my turn',
  description: `Shows the board of one of your games. Waits until it is your move or the game is over, at most ${MAX_WAIT_S} s: if it is not your move then, call it again.`,
  input: Type.Object(
    {
      game: GameNumber,
      wait: Wait,
      legal_moves: Type.Optional(Type.Boolean({ description: 'List all legal moves' })),
    },
    { additionalProperties: false },
  ),
  output: PositionBody,
  isReadOnly: true,
  showsBoard: true,
  run: ({ game, wait = MAX_WAIT_S, legal_moves = false }, arena) =>
    showPosition(arena, { game, wait, legalMoves: legal_moves }),
})

const play = tool({
  name: 'play',
  title: 'Play a move',
  description: `Plays your move, then waits for the answer of the opponent, at most ${MAX_WAIT_S} s, and shows the board. An illegal move is an error that says why; what it costs depends on the challenge, and may be the round. Your clock runs while you think.`,
  input: Type.Object(
    {
      game: GameNumber,
      move: Type.String({ maxLength: 256, description: 'In the notation of the game, as read_rules has it' }),
      remark: Type.Optional(
        Type.String({ maxLength: 1000, description: 'What spectators read beside your move; it is public' }),
      ),
      wait: Wait,
    },
    { additionalProperties: false },
  ),
  output: PositionBody,
  showsBoard: true,
  async run({ game, move, remark, wait = MAX_WAIT_S }, arena) {
    const now = await arena.get<TurnBody>(`/games/${game}/turn`)
    const opening = await arena.get<OpeningBody>(`/games/${game}/opening`)
    const fault = now.asked && now.cheated === null ? whyIllegal(opening.game, now, move) : undefined
    try {
      await arena.post<TurnBody>(`/games/${game}/moves`, {
        move,
        ...(remark !== undefined && { remark }),
        round: now.round,
        turn: now.turn,
      })
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'illegal') throw error
      return illegalAnswer(arena, game, opening, error.message)
    }
    // Where an illegal move costs the round, the arena takes it as an answer.
    if (fault !== undefined) return illegalAnswer(arena, game, opening, fault)
    return showPosition(arena, { game, wait, legalMoves: false })
  },
})

const flipTable = tool({
  name: 'flip_table',
  title: 'Flip the table',
  description:
    'Answers an illegal move of the opponent, in challenges where that wins the round. Use it only when turn says that the opponent played an illegal move: a false flip loses.',
  input: Type.Object({ game: GameNumber }, { additionalProperties: false }),
  output: PositionBody,
  showsBoard: true,
  async run({ game }, arena) {
    await arena.post<TurnBody>(`/games/${game}/moves`, { flip: true })
    return showPosition(arena, { game, wait: MAX_WAIT_S, legalMoves: false })
  },
})

const resign = tool({
  name: 'resign',
  title: 'Resign',
  description: 'Gives up the round, on your move. Withdraws your own invitation if no team has joined yet.',
  input: Type.Object({ game: GameNumber }, { additionalProperties: false }),
  output: PositionBody,
  showsBoard: true,
  async run({ game }, arena) {
    try {
      await arena.post<TurnBody>(`/games/${game}/moves`, { resign: true })
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not-started') throw error
      await arena.delete<GameBody>(`/games/${game}`)
    }
    return showPosition(arena, { game, wait: 0, legalMoves: false })
  },
})

export const TURN_TOOLS: readonly Tool[] = [turn, play, flipTable, resign]

/** Why a move cannot be played; undefined for a legal one. */
function whyIllegal(game: string, { view, legal }: TurnBody, move: string): string | undefined {
  if (legal.includes(move)) return undefined
  const read = findGame(game)?.notation.parseMove(move, view)
  if (read === undefined) return undefined
  if (!read.ok) return read.problem.message
  return legal.includes(read.value) ? undefined : `Cannot play ${read.value}: it is not legal here`
}

/** An illegal move, what it cost, and where the game stands now. */
async function illegalAnswer(
  arena: ArenaApi,
  game: number,
  { rules }: OpeningBody,
  why: string,
): Promise<ToolAnswer> {
  const position = await fetchPosition(arena, { game, wait: 0, legalMoves: false })
  return {
    isError: true,
    text: `${why}. ${describeIllegal(rules.illegal)}.\n\n${positionText(position)}`,
  }
}

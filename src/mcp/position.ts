import { Type } from 'typebox'
import type { OpeningBody, TurnBody } from '../api/games.ts'
import type { MatchBody } from '../api/matches.ts'
import type { PersonBody } from '../api/people.ts'
import { List, Nullable, PlayerIndex, words, type Shape } from '../api/schema.ts'
import { findGame } from '../games/index.ts'
import { otherSeat } from '../game/game.ts'
import type { Scene } from '../game/scene.ts'
import { describeClock } from '../match/clock.ts'
import type { Player } from '../match/match.ts'
import { Refusal, type ArenaApi } from './arena-caller.ts'
import { partFor } from '../briefing/board-text.ts'
import { describeIllegal } from '../briefing/describe-rules.ts'

/** The longest that a tool waits for the turn, in seconds: clients give up after a minute, some sooner. */
export const MAX_WAIT_S = 25

const BothSides = <const Schema extends Parameters<typeof Nullable>[0]>(schema: Schema) =>
  Type.Object({ you: schema, opponent: schema })

/** A game as one of its players sees it, for programs. */
export const PositionBody = Type.Object({
  game: Type.Integer({ description: 'The number of the game' }),
  challenge: Type.String(),
  status: words(['open', 'waiting', 'playing', 'over'], {
    description: '`open` waits for an opponent, `waiting` for a free place or for the players to be ready',
  }),
  yourTurn: Type.Boolean({ description: 'Whether the arena wants a move from you now' }),
  you: Type.String(),
  opponent: Nullable(Type.String()),
  watch: Type.String({ description: 'Where a person can watch the game in a browser' }),
  begun: Nullable(
    Type.Object({
      round: Type.Integer({ description: 'Counted from 1' }),
      bestOf: Type.Integer(),
      turn: Type.Integer({ description: 'Turns so far in this round' }),
      seat: PlayerIndex(),
      seatName: Type.String(),
      score: BothSides(Type.Integer()),
      clock: Type.String({ description: 'In words' }),
      timeLeftMs: Nullable(Type.Integer({ description: 'Yours; null without a clock' })),
      illegalMove: Type.String({ description: 'What an illegal move costs' }),
      lastTurn: Nullable(BothSides(Nullable(Type.String()))),
      cheated: Nullable(
        Type.String({ description: 'The illegal move of the opponent: answer with flip_table' }),
      ),
      legalCount: Type.Integer(),
      legalMoves: Type.Optional(List(Type.String(), { description: 'Where they were asked for' })),
      board: Type.Unsafe<Scene>({
        type: 'object',
        additionalProperties: true,
        description: 'The board as data to draw; of a large one the part around you',
      }),
      boardPart: Nullable(
        Type.Object(
          { left: Type.Integer(), top: Type.Integer(), width: Type.Integer(), height: Type.Integer() },
          { description: 'Where the part lies in the whole board, and the size of the whole' },
        ),
      ),
    }),
  ),
  result: Nullable(
    Type.Object({
      outcome: words(['won', 'lost', 'drawn', 'void']),
      why: Type.String({ description: 'How it ended, in words' }),
    }),
  ),
})
export type PositionBody = Shape<typeof PositionBody>

/** A position, with what only the answer in words and the page of the board need. */
export interface Position {
  readonly body: PositionBody
  readonly title: string
  /** The whole board, also where the body has a part of it. */
  readonly scene: Scene | undefined
  readonly legal: readonly string[]
}

export interface PositionQuery {
  readonly game: number
  /** How long to wait until a move is wanted, in seconds. */
  readonly wait: number
  readonly legalMoves: boolean
}

/** Looks at a game of the team, and waits until it is the team's turn, the game is over or the time is up. */
export async function fetchPosition(arena: ArenaApi, query: PositionQuery): Promise<Position> {
  const { game, wait } = query
  const begun = await fetchBegun(arena, game, wait)
  const match = await arena.get<MatchBody>(`/matches/${game}`)
  const own = begun ? ownName(begun) : (await arena.get<PersonBody>('/me')).name
  // No two teams have one name, and house brains are no teams.
  const player: Player =
    match.players.findIndex(({ bot, name }) => bot === null && name === own) === 1 ? 1 : 0
  const rules = findGame(match.game)
  const scene = begun && rules?.scene(begun.turn.view)
  return {
    title: match.title,
    scene,
    legal: begun?.turn.legal ?? [],
    body: {
      game: match.id,
      challenge: match.challenge,
      status: match.status,
      yourTurn: begun?.turn.asked ?? false,
      you: own,
      opponent: match.players[otherPlayer(player)]?.name ?? match.invited?.name ?? null,
      watch: `${arena.url}/matches/${match.id}`,
      begun:
        begun && rules && scene
          ? begunBody(begun, query, scene, { player, seatName: rules.seatNames[begun.turn.seat] })
          : null,
      result: match.status === 'over' ? resultOf(match, player) : null,
    },
  }
}

interface Begun {
  readonly turn: TurnBody
  readonly opening: OpeningBody
}

/** Undefined while there is nothing to see of the game: it waits for an opponent, or was withdrawn. */
async function fetchBegun(arena: ArenaApi, game: number, wait: number): Promise<Begun | undefined> {
  try {
    const turn = await arena.get<TurnBody>(`/games/${game}/turn?wait=${wait}`)
    const opening = await arena.get<OpeningBody>(`/games/${game}/opening`)
    return { turn, opening }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-started') return undefined
    throw error
  }
}

const ownName = ({ opening: { names, seat } }: Begun): string => names[seat]

const otherPlayer = (player: Player): Player => (player === 0 ? 1 : 0)

function begunBody(
  { turn, opening }: Begun,
  { legalMoves }: PositionQuery,
  scene: Scene,
  { player, seatName }: { readonly player: Player; readonly seatName: string },
): PositionBody['begun'] {
  const { seat, lastTurn } = turn
  const part = partFor(scene, seat)
  return {
    round: turn.round,
    bestOf: opening.rules.bestOf,
    turn: turn.turn,
    seat,
    seatName,
    score: { you: turn.score[player], opponent: turn.score[otherPlayer(player)] },
    clock: describeClock(opening.rules.clock),
    timeLeftMs: turn.timeLeft,
    illegalMove: describeIllegal(opening.rules.illegal),
    lastTurn: lastTurn && { you: lastTurn[seat], opponent: lastTurn[otherSeat(seat)] },
    cheated: turn.cheated,
    legalCount: turn.legal.length,
    ...(legalMoves && { legalMoves: turn.legal }),
    board: part.scene,
    boardPart:
      part.scene === scene
        ? null
        : { left: part.left, top: part.top, width: scene.width, height: scene.height },
  }
}

function resultOf({ winner, void: isVoid, end }: MatchBody, player: Player): PositionBody['result'] {
  const outcome = isVoid ? 'void' : winner === null ? 'drawn' : winner === player ? 'won' : 'lost'
  return { outcome, why: end ?? 'it was withdrawn' }
}

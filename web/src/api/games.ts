import type { AnswerBody, GameBody, NewGameBody, TurnBody } from '../../../src/api/games.ts'
import type { Result } from '../../../src/base/result.ts'
import { API, request } from './request.ts'

/** Playing by hand: to invite a player, to accept an invitation, and to answer the server's questions. */

const game = (id: number): string => `${API}/games/${id}`

/** A match against a bot or a house brain begins at once; with the opponent `open` it is an invitation. */
export const createMatch = (json: NewGameBody): Promise<Result<GameBody>> =>
  request(`${API}/games`, { method: 'POST', json })

export const acceptInvitation = (id: number): Promise<Result<GameBody>> =>
  request(`${game(id)}/join`, { method: 'POST' })

export const withdrawInvitation = (id: number): Promise<Result<unknown>> =>
  request(game(id), { method: 'DELETE' })

/** Swaps the seats. A team is challenged; if it has asked for the same, its challenge is taken up. */
export const playAgain = (id: number): Promise<Result<GameBody>> =>
  request(`${game(id)}/rematch`, { method: 'POST' })

/** For the team that is invited. */
export const declineInvitation = (id: number): Promise<Result<unknown>> =>
  request(`${game(id)}/decline`, { method: 'POST' })

/** The server holds its answer back for up to `wait` seconds, until it has a question. */
export const fetchTurn = (id: number, wait: number, signal: AbortSignal): Promise<Result<TurnBody>> =>
  request(`${game(id)}/turn?wait=${wait}`, { signal })

export const sendAnswer = (id: number, json: AnswerBody): Promise<Result<TurnBody>> =>
  request(`${game(id)}/moves`, { method: 'POST', json })

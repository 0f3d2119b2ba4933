import { expect } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { listIn, numberIn, until, type TestPlayer } from './arena.fixture.ts'

/** Starts a game; returns its number. */
export async function newGame(player: TestPlayer, json: JsonObject): Promise<number> {
  const { status, body } = await player.request('/api/v1/games', { method: 'POST', json })
  expect(status).toBe(201)
  expect(body['player']).toBe(player.id)
  return numberIn(body, 'id')
}

/** The logs of a match that a player may read, once they are complete: they are written about once a second. */
export const completeLogs = (who: TestPlayer, match: number): Promise<readonly JsonObject[]> =>
  until(async () => {
    const { body } = await who.request(`/api/v1/matches/${match}/logs`)
    return body['complete'] === true ? listIn(body, 'logs') : undefined
  })

export const turnOf = async (player: TestPlayer, game: number, wait = 25): Promise<JsonObject> => {
  const { status, body } = await player.request(`/api/v1/games/${game}/turn?wait=${wait}`)
  expect(status).toBe(200)
  return body
}

export const move = (player: TestPlayer, game: number, json: unknown) =>
  player.request(`/api/v1/games/${game}/moves`, { method: 'POST', json })

export const legalIn = (turn: JsonObject): readonly string[] =>
  Array.isArray(turn['legal']) ? turn['legal'].map(String) : []

/** Plays a game to its end over plain HTTP; returns the last response. */
export async function playToEnd(
  player: TestPlayer,
  game: number,
  choose: (turn: JsonObject) => string | undefined = (turn) => legalIn(turn)[0],
): Promise<JsonObject> {
  for (;;) {
    const turn = await turnOf(player, game)
    if (turn['status'] === 'over') return turn
    if (turn['asked'] !== true) continue
    const { status, body } = await move(player, game, { move: choose(turn) })
    if (status !== 200)
      expect(body).toMatchObject({ error: expect.stringMatching(/^(too-late|not-your-turn)$/) })
  }
}

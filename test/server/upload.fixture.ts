import { expect } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { listIn, numberIn, until, type Answer, type TestPlayer } from './arena.fixture.ts'

/** Registers a bot. */
export async function newBot(
  owner: TestPlayer,
  name = 'crusher',
  challenge = 'longest-group',
): Promise<number> {
  const json = { challenge, name }
  const { status, body } = await owner.request('/api/v1/bots', { method: 'POST', json })
  expect(status).toBe(201)
  return numberIn(body, 'id')
}

export const upload = (
  owner: TestPlayer,
  bot: number,
  body: Uint8Array<ArrayBuffer>,
  query = '',
): Promise<Answer> =>
  owner.request(`/api/v1/bots/${bot}/versions${query}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/zip' },
  })

export const versionsOf = async (
  who: { request: TestPlayer['request'] },
  bot: number,
): Promise<readonly JsonObject[]> =>
  listIn((await who.request(`/api/v1/bots/${bot}/versions`)).body, 'versions')

/** The version, once it no longer waits. */
export const judged = (who: TestPlayer, bot: number, version: number): Promise<JsonObject> =>
  until(async () =>
    (await versionsOf(who, bot)).find((row) => row['version'] === version && row['status'] !== 'waiting'),
  )

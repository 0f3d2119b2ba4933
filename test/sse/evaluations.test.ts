import { describe, expect, test } from 'vitest'
import { listIn, numberIn, openTestArena, until, type TestPlayer } from '../server/arena.fixture.ts'
import { openTeam } from './team.fixture.ts'

/** Has a team evaluated through the coordinator, and gives the run when it is over. */
async function evaluate(player: TestPlayer, url: string, json: { challenge: string; caseType?: string }) {
  const set = await player.request('/api/v1/me/team-urls', {
    method: 'PUT',
    json: { challenge: json.challenge, url },
  })
  expect(set.status).toBe(200)
  const begun = await player.request('/api/v1/evaluations', { method: 'POST', json })
  expect([begun.status, begun.text]).toEqual([201, expect.anything()])
  const id = numberIn(begun.body, 'id')
  return until(async () => {
    const { body } = await player.request(`/api/v1/evaluations/${id}`)
    return body['status'] === 'over' ? body : undefined
  })
}

describe('an evaluation', () => {
  test('gives a team that referees all points of tic-tac-toe', async () => {
    await using arena = await openTestArena()
    await using team = await openTeam()
    team.arena = arena.url
    const ann = await arena.register('Ann')
    const run = await evaluate(ann, team.url, { challenge: 'tic-tac-toe' })
    expect([run['score'], run['possible'], run['message']]).toEqual([100, 100, expect.any(String)])
    expect(listIn(run, 'cases')).toHaveLength(9)
  })
})

import { expect } from 'vitest'
import { textIn, until, type TestArena } from '../server/arena.fixture.ts'
import { openTeam } from './team.fixture.ts'

let teams = 0

/** Begins a battle of two new teams. Neither has joined it yet. */
export async function openBattle(arena: TestArena, challenge = 'tic-tac-toe') {
  const [ann, bob] = [await arena.register(`Ann ${++teams}`), await arena.register(`Bob ${teams}`)]
  await using address = await openTeam({ answer: (_request, response) => void response.end() })
  for (const team of [ann, bob])
    await team.request('/api/v1/me/team-urls', {
      method: 'PUT',
      json: { challenge, url: `${address.url}/` },
    })
  const made = await ann.request('/api/v1/battles', {
    method: 'POST',
    json: { challenge, opponent: `player:${bob.id}` },
  })
  expect(made.status).toBe(201)
  await until(() => (address.invitations.length === 2 ? true : undefined))
  expect(address.invitations.map(({ path }) => path)).toEqual([`/${challenge}`, `/${challenge}`])
  const first = textIn(made.body, 'battle')
  const second =
    address.invitations.map(({ body }) => String(body['battleId'])).find((id) => id !== first) ?? ''
  return { ann, bob, first, second, match: Number(made.body['match']) }
}

import { expect, test } from 'vitest'
import { listIn, openTestArena, said } from './arena.fixture.ts'
import { newGame, playToEnd } from './play.fixture.ts'

test('teams are listed with their numbers, page by page and by a part of the name, without organisers', async () => {
  await using arena = await openTestArena()
  const organiser = await arena.organiser()
  const [ann, bob] = [await arena.register('Red Ants'), await arena.register('Éclair 100%')]
  await arena.register('red bees')
  const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'open' })
  await bob.request(`/api/v1/games/${game}/join`, { method: 'POST' })
  await Promise.all([playToEnd(ann, game), playToEnd(bob, game)])
  const { body: match } = await arena.request(`/api/v1/matches/${game}`)

  const names = async (query: string) => {
    const { status, body } = await arena.request(`/api/v1/teams?${query}`)
    expect(status).toBe(200)
    return listIn(body, 'teams').map(({ name }) => name)
  }
  expect(await names('')).toEqual(['Red Ants', 'Éclair 100%', 'red bees'])
  expect(await names('limit=2')).toEqual(['Red Ants', 'Éclair 100%'])
  expect(await names(`limit=2&after=${bob.id}`)).toEqual(['red bees'])
  expect(await names('search=RED')).toEqual(['Red Ants', 'red bees'])
  expect(await names(`search=red&after=${ann.id}`)).toEqual(['red bees'])
  expect(await names(`search=${encodeURIComponent(' éclair ')}`)).toEqual(['Éclair 100%'])
  expect(await names('search=%25')).toEqual(['Éclair 100%'])
  expect(await names('search=_')).toEqual([])
  expect(await names('search=organiser')).toEqual([])
  expect(said(await arena.request('/api/v1/teams?limit=1000'))).toEqual([400, 'bad-request'])

  const one = await arena.request(`/api/v1/teams/${ann.id}`)
  const winner = match['winner']
  expect(one.body).toMatchObject({
    id: ann.id,
    name: 'Red Ants',
    bots: 0,
    played: 1,
    won: Number(winner === 0),
    drawn: Number(winner === null),
    lost: Number(winner === 1),
    lastPlayed: match['ended'],
  })
  expect(listIn((await arena.request('/api/v1/teams?limit=1')).body, 'teams')).toEqual([one.body])
  for (const id of [organiser.id, 4711])
    expect(said(await arena.request(`/api/v1/teams/${id}`))).toEqual([404, 'not-found'])
})

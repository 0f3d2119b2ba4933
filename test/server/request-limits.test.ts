import { describe, expect, test } from 'vitest'
import { openTestArena, said, until, type Answer, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { newGame, turnOf } from './play.fixture.ts'

/** All clients of these tests have one address, as in a school. */
const limits = { perAddress: 60, perPlayer: 20 }

const practise = (player: TestPlayer): Promise<number> =>
  newGame(player, { challenge: 'boost-tron', opponent: 'house:random' })

const ask = (who: Pick<TestArena, 'request'>, path: string, times: number): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, () => who.request(path)))

const statusesOf = (answers: readonly Answer[]): ReadonlySet<number> =>
  new Set(answers.map(({ status }) => status))

const retryAfter = ({ headers }: Answer): number => Number(headers.get('retry-after'))

describe('a flood without a key from the same address', () => {
  test.each([
    ['by the key in the address', ({ key }: TestPlayer) => ({ query: `?key=${key}`, headers: {} })],
    [
      'by the key in a header',
      ({ key }: TestPlayer) => ({ query: '', headers: { authorization: `Bearer ${key}` } }),
    ],
  ])('that names a player refuses nothing that this player asks %s', async (_, sign) => {
    await using arena = await openTestArena({ limits })
    const ann = await arena.register('Ann')
    const game = await practise(ann)
    for (const path of [`/player/${ann.id}/99/data.json`, `/player/${ann.id}/${game}/data.json`])
      expect(statusesOf(await ask(arena, path, 100))).toContain(429)
    const { query, headers } = sign(ann)
    for (const path of [`/player/${ann.id}/${game}/data.json`, `/grid/${game}/${ann.id}.json`])
      expect((await arena.request(`${path}${query}`, { headers })).status).toBe(200)
  })

  test('for turns of other games refuses nothing that a team asks with its key', async () => {
    await using arena = await openTestArena({ limits })
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first' })
    await ask(arena, `/api/v1/games/${game}/turn`, 100)
    expect((await turnOf(ann, game))['status']).toBe('playing')
  })

  test('to battles that do not exist uses up nothing of the limit of battles', async () => {
    await using arena = await openTestArena({ limits })
    expect(statusesOf(await ask(arena, '/tic-tac-toe/start/nothing', 100))).toEqual(new Set([404]))
  })
})

describe('a client without a key', () => {
  test('gains nothing by writing its id in another way', async () => {
    await using arena = await openTestArena({ limits: { perPlayer: 20 } })
    const ann = await arena.register('Ann')
    const game = await practise(ann)
    const data = (id: string) => ask(arena, `/player/${id}/${game}/data.json`, 20)
    expect(statusesOf(await data(`${ann.id}`))).toEqual(new Set([200]))
    for (const id of [`0${ann.id}`, `000${ann.id}`]) expect(statusesOf(await data(id))).toContain(429)
  })

  test('waits no longer for the requests that were refused', async () => {
    await using arena = await openTestArena({ limits })
    for (let round = 0; round < 3; round++) {
      const refused = (await ask(arena, '/player/1001/99/data.json', 100)).filter(
        ({ status }) => status === 429,
      )
      expect(refused.length).toBeGreaterThan(0)
      expect(Math.max(...refused.map(retryAfter))).toBeLessThanOrEqual(2)
    }
  })

  test('polls on when pages that are read at its address have used up their share', async () => {
    await using arena = await openTestArena({ gateLimits: { burstMs: 500, msPerSecond: 0.001 } })
    const ann = await arena.register('Ann')
    const game = await practise(ann)
    await until(async () => (statusesOf(await ask(arena, '/api/v1/players', 50)).has(429) ? true : undefined))
    expect((await arena.request(`/player/${ann.id}/${game}/data.json`)).status).toBe(200)
  })
})

describe('a team', () => {
  test('has a limit of its own, whatever player it names', async () => {
    await using arena = await openTestArena({ limits: { perPlayer: 20 } })
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const game = await practise(ann)
    await ask(ann, `/player/${ann.id}/${game}/data.json`, 20)
    const refused = (await ask(ann, `/player/1/${game}/data.json`, 20)).find(({ status }) => status !== 200)
    expect(refused && said(refused)).toEqual([429, 'too-fast'])
    expect((await bob.request(`/player/${ann.id}/${game}/data.json`)).status).toBe(200)
  })
})

import { describe, expect, test } from 'vitest'
import { findGame } from '../../src/games/index.ts'
import { readRecord } from '../../src/match/read-record.ts'
import { nodeDigest } from '../../src/runner/digest.ts'
import { fakeClock } from '../../src/runner/fake-clock.fixture.ts'
import { openTestArena, said, until, type TestPlayer } from './arena.fixture.ts'
import { legalIn, move, newGame, playToEnd, turnOf } from './play.fixture.ts'

describe('a practice game', () => {
  test.each([
    ['tic-tac-toe', 'house:perfect'],
    ['quoridor', 'house:walker'],
    ['longest-group', 'house:greedy'],
    ['light-cycle', 'house:wanderer'],
    ['torus-tron', 'house:wanderer'],
  ])('of %s against %s is played to its end, and its record holds', async (challenge, opponent) => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge, opponent, seed: 7 })
    const end = await playToEnd(ann, game, (turn) => {
      const legal = legalIn(turn)
      // The last move is never a step back and forth, so every game ends.
      return legal[Number(turn['turn']) % legal.length]
    })
    expect(end).toMatchObject({ status: 'over', asked: false, legal: [], timeLeft: null })
    const row = await arena.request(`/api/v1/matches/${game}`)
    expect(row.body).toMatchObject({ status: 'over', void: false, challenge, origin: 'practice' })
    expect(row.body['winner']).toBe(end['winner'])
    const record = await arena.request(`/api/v1/matches/${game}/record`)
    expect(readRecord(record.text, findGame, nodeDigest)).toMatchObject({ ok: true })
    const verification = await arena.request(`/api/v1/matches/${game}/verification`)
    expect(verification.body).toMatchObject({ verified: true })
    expect(said(await move(ann, game, { move: 'x' }))).toEqual([410, 'over'])
  })

  test('shows remarks to spectators, and drops remarks that make no sense', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:baseline', seed: 7 })
    const remarks = ['a corner', { score: 0.25, line: ['C', 'NW'], nodes: 9, mood: 'good' }, { score: 3 }]
    for (const remark of remarks) {
      const turn = await until(async () => {
        const now = await turnOf(ann, game)
        return now['asked'] === true ? now : undefined
      })
      expect(await move(ann, game, { move: legalIn(turn)[0], remark })).toMatchObject({ status: 200 })
    }
    const { text } = await arena.request(`/api/v1/matches/${game}/record`)
    const said = text
      .split('\n')
      .flatMap((line) => /"seat":0,.*"remark":(.*),"(?:at|spent)"/.exec(line)?.[1] ?? [])
    expect(said.slice(0, 2)).toEqual(['{"text":"a corner"}', '{"score":0.25,"nodes":9,"line":["C","NW"]}'])
    expect(said).toHaveLength(2)
  })

  test('can be begun by the opponent', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:perfect', side: 'second' })
    expect(await turnOf(ann, game)).toMatchObject({ seat: 1, turn: 1, asked: true })
    const end = await playToEnd(ann, game)
    expect(end['winner']).not.toBe(1)
  })

  test('takes the settings of its game as they are', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const settings = { width: 12, height: 9 }
    const game = await newGame(ann, { challenge: 'light-cycle', opponent: 'house:random', settings })
    const record = await until(async () => {
      const { status, text } = await arena.request(`/api/v1/matches/${game}/record`)
      return status === 200 ? text : undefined
    })
    expect(JSON.parse(record.split('\n')[0] ?? '')).toMatchObject({ settings })
  })

  test('is refused when it cannot be played', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const table = [
      [{ opponent: 'house:nobody' }, 'unknown-brain'],
      [{ opponent: 'house:random:Ann' }, 'unknown-brain'],
      [{ opponent: 'house' }, 'unknown-brain'],
      [{ opponent: 'bot:7' }, 'bad-opponent'],
      [{ opponent: 'player:4711' }, 'bad-opponent'],
      [{ opponent: '' }, 'bad-opponent'],
      [{ opponent: 'open', challenge: 'chess' }, 'unknown-challenge'],
      [{ opponent: 'open', settings: { width: 100_000 } }, 'bad-setting'],
      [{ opponent: 'open', settings: { colour: 'red' } }, 'unknown-setting'],
      [{ opponent: 'open', settings: { width: { at: 1 } } }, 'bad-request'],
      [{ opponent: 'open', seed: -1 }, 'bad-request'],
      [{ opponent: 'open', seed: 0.5 }, 'bad-request'],
      [{ opponent: 'open', side: 'third' }, 'bad-request'],
      [{ opponent: 'open', rules: { bestOf: 1 } }, 'bad-request'],
      [{}, 'bad-request'],
    ] as const
    for (const [json, error] of table)
      expect(said(await ann.request('/api/v1/games', { method: 'POST', json }))).toEqual([400, error])
  })

  test('needs a key', async () => {
    await using arena = await openTestArena()
    const json = { opponent: 'open' }
    expect(said(await arena.request('/api/v1/games', { method: 'POST', json }))).toEqual([401, 'no-key'])
    const wrong = await arena.request('/api/v1/games', { method: 'POST', json, key: 'gg_x' })
    expect(said(wrong)).toEqual([403, 'wrong-key'])
  })

  test('is one of eight at most', async () => {
    await using arena = await openTestArena({ maxGamesEach: 3 })
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const games = [
      await newGame(ann, { opponent: 'open' }),
      await newGame(ann, { opponent: 'open' }),
      await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:random' }),
    ]
    const fourth = await ann.request('/api/v1/games', { method: 'POST', json: { opponent: 'open' } })
    expect(said(fourth)).toEqual([429, 'too-many-games'])
    const own = await newGame(bob, { opponent: 'open' })
    const joined = await ann.request(`/api/v1/games/${own}/join`, { method: 'POST' })
    expect(said(joined)).toEqual([429, 'too-many-games'])
    await ann.request(`/api/v1/games/${games[0]}`, { method: 'DELETE' })
    expect((await ann.request(`/api/v1/games/${own}/join`, { method: 'POST' })).status).toBe(200)
  })
})

describe('an open challenge', () => {
  test('is taken up by another, once', async () => {
    await using arena = await openTestArena()
    const [ann, bob, eve] = [
      await arena.register('Ann'),
      await arena.register('Bob'),
      await arena.register('Eve'),
    ]
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'open' })
    const join = (player: TestPlayer, id = game) =>
      player.request(`/api/v1/games/${id}/join`, { method: 'POST' })
    expect((await arena.request(`/api/v1/matches/${game}`)).body).toMatchObject({
      status: 'open',
      origin: 'challenge',
      players: [{ id: ann.id, name: 'Ann' }],
    })
    expect(said(await ann.request(`/api/v1/games/${game}/turn`))).toEqual([409, 'not-started'])
    expect(said(await move(ann, game, { move: 'a1' }))).toEqual([409, 'not-started'])
    expect(said(await join(ann))).toEqual([409, 'own-match'])
    expect(said(await join(bob, 99))).toEqual([404, 'unknown-match'])
    expect(said(await arena.request(`/api/v1/games/${game}/join`, { method: 'POST' }))).toEqual([
      401,
      'no-key',
    ])
    const joined = await join(bob)
    expect(joined.body).toMatchObject({ player: bob.id, players: [{ id: ann.id }, { id: bob.id }] })
    expect(said(await join(bob))).toEqual([409, 'not-open'])
    expect(said(await join(eve))).toEqual([409, 'not-open'])
    const withdrawn = await ann.request(`/api/v1/games/${game}`, { method: 'DELETE' })
    expect(said(withdrawn)).toEqual([409, 'not-open'])
    const [first] = await Promise.all([playToEnd(ann, game), playToEnd(bob, game)])
    expect(first['status']).toBe('over')
  })

  test('answers a waiting request as soon as it is accepted', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'open' })
    const waiting = turnOf(ann, game, 25)
    await bob.request(`/api/v1/games/${game}/join`, { method: 'POST' })
    expect(await waiting).toMatchObject({ asked: true, turn: 0, seat: 0 })
  })

  test('is withdrawn by its owner or the organiser alone, and is over then', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const organiser = await arena.organiser()
    const game = await newGame(ann, { opponent: 'open' })
    const withdraw = (player: TestPlayer, id = game) =>
      player.request(`/api/v1/games/${id}`, { method: 'DELETE' })
    expect(said(await withdraw(bob))).toEqual([403, 'forbidden'])
    expect(said(await withdraw(bob, 99))).toEqual([404, 'not-found'])
    expect((await withdraw(ann)).body).toMatchObject({ status: 'over', void: true, winner: null })
    expect(said(await withdraw(ann))).toEqual([409, 'not-open'])
    const joined = await bob.request(`/api/v1/games/${game}/join`, { method: 'POST' })
    expect(said(joined)).toEqual([409, 'not-open'])
    const shown = await arena.request(`/player/${ann.id}/${game}/data.json?wait=20`)
    expect(shown.body).toMatchObject({ status: 'over', winner: null })
    expect((await withdraw(organiser, await newGame(ann, { opponent: 'open' }))).status).toBe(200)
  })
})

describe('a turn', () => {
  test('where both move at once shows no move before the turn is complete', async () => {
    await using arena = await openTestArena({ clock: fakeClock() })
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const game = await newGame(ann, { challenge: 'light-cycle', opponent: 'open', seed: 1 })
    await bob.request(`/api/v1/games/${game}/join`, { method: 'POST' })
    await turnOf(ann, game)
    const before = await turnOf(bob, game)
    expect(before).toMatchObject({ asked: true, turn: 0 })
    const lines = async () => (await arena.request(`/api/v1/matches/${game}/record`)).text
    const recordBefore = await lines()
    const [annMove] = legalIn(await turnOf(ann, game))
    expect((await move(ann, game, { move: annMove })).body).toMatchObject({ asked: false, turn: 0 })
    expect(await lines()).toBe(recordBefore)
    const between = await turnOf(bob, game)
    expect(between).toEqual({ ...before, timeLeft: between['timeLeft'] })
    expect(said(await move(ann, game, { move: annMove }))).toEqual([409, 'not-your-turn'])
    const [bobMove] = legalIn(between)
    expect((await move(bob, game, { move: bobMove })).body).toMatchObject({ turn: 1, asked: true })
    expect(await lines()).not.toBe(recordBefore)
  })

  test('is for its players only', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:random' })
    expect(said(await bob.request(`/api/v1/games/${game}/turn`))).toEqual([403, 'forbidden'])
    expect(said(await move(bob, game, { move: 'a1' }))).toEqual([403, 'forbidden'])
    expect(said(await arena.request(`/api/v1/games/${game}/turn`))).toEqual([401, 'no-key'])
    expect(said(await ann.request('/api/v1/games/99/turn'))).toEqual([404, 'not-found'])
    expect(said(await ann.request(`/api/v1/games/${game}/turn?wait=26`))).toEqual([400, 'bad-request'])
    for (const json of [{}, { move: 5, flip: true }, { flip: false }, { move: 'x'.repeat(257) }, 'a1', null])
      expect(said(await move(ann, game, json))).toEqual([400, 'bad-request'])
  })

  test('can be answered by resigning', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'quoridor', opponent: 'house:random' })
    await turnOf(ann, game)
    expect((await move(ann, game, { resign: true })).body).toMatchObject({ status: 'over', winner: 1 })
    const row = await arena.request(`/api/v1/matches/${game}`)
    expect(row.body['end']).toMatch(/resign|gave up/)
    expect((await arena.request('/api/v1/challenges/quoridor/standings')).body).toMatchObject({
      standings: [{ player: ann.id, played: 1, won: 0, drawn: 0, lost: 1 }],
    })
  })

  test('that is illegal loses where it is a forfeit', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'longest-group', opponent: 'house:random' })
    await turnOf(ann, game)
    expect((await move(ann, game, { move: 'nonsense' })).body).toMatchObject({ status: 'over', winner: 1 })
  })
})

test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
  'an empty body is no body, also as %s',
  async (contentType) => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const game = await newGame(ann, { opponent: 'open', seed: 1 })
    const headers = { 'content-type': contentType }
    const joined = await bob.request(`/api/v1/games/${game}/join`, { method: 'POST', headers, body: '' })
    expect(joined.status, joined.text).toBe(200)
    // If a body is required, the error names it.
    const refused = await bob.request('/api/v1/games', { method: 'POST', headers, body: '' })
    expect(refused.body).toMatchObject({ error: 'bad-request', message: expect.stringContaining('body') })
  },
)

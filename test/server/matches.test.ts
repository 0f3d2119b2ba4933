import { describe, expect, test } from 'vitest'
import { findGame } from '../../src/games/index.ts'
import { readRecord } from '../../src/match/read-record.ts'
import { nodeDigest } from '../../src/runner/digest.ts'
import { listIn, numberIn, openTestArena, said, until } from './arena.fixture.ts'
import { legalIn, move, newGame, playToEnd, turnOf } from './play.fixture.ts'

describe('matches', () => {
  test('are listed newest first, by what is asked for, page by page', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    for (const challenge of ['boost-tron', 'quoridor', 'quoridor'])
      await newGame(ann, { challenge, opponent: 'open' })
    await newGame(bob, { opponent: 'open' })
    await bob.request('/api/v1/games/3/join', { method: 'POST' })
    const ids = async (query: string): Promise<unknown> => {
      const { body } = await arena.request(`/api/v1/matches?${query}`)
      return [listIn(body, 'matches').map(({ id }) => id), body['next']]
    }
    expect(await ids('')).toEqual([[4, 3, 2, 1], null])
    expect(await ids('limit=2')).toEqual([[4, 3], 3])
    expect(await ids('limit=2&before=3')).toEqual([[2, 1], 1])
    expect(await ids('limit=2&before=1')).toEqual([[], null])
    expect(await ids('challenge=quoridor')).toEqual([[3, 2], null])
    expect(await ids(`player=${bob.id}`)).toEqual([[4, 3], null])
    expect(await ids(`player=${ann.id}&status=open`)).toEqual([[2, 1], null])
    expect(await ids('challenge=chess')).toEqual([[], null])
    expect((await arena.request('/api/v1/matches?status=lost')).body).toEqual({
      error: 'bad-request',
      message: 'Cannot read the request: querystring/status must be one of open, waiting, playing, over',
      at: 'status',
    })
    for (const query of ['status=lost', 'player=0', 'limit=0', 'limit=1000', 'before=x'])
      expect(said(await arena.request(`/api/v1/matches?${query}`))).toEqual([400, 'bad-request'])
  })

  test('that are not there are not there', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const open = await newGame(ann, { opponent: 'open' })
    for (const path of ['', '/record', '/verification', '/events'])
      expect(said(await arena.request(`/api/v1/matches/99${path}`))).toEqual([404, 'not-found'])
    for (const path of ['/record', '/verification', '/events'])
      expect(said(await arena.request(`/api/v1/matches/${open}${path}`))).toEqual([404, 'not-found'])
    expect(said(await arena.request('/api/v1/matches/0'))).toEqual([400, 'bad-request'])
    expect(said(await arena.request('/api/v1/matches/1e99'))).toEqual([400, 'bad-request'])
  })

  test('leave a record that can be read so far, to its end, and after a restart', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first' })
    const record = async (): Promise<string> => (await arena.request(`/api/v1/matches/${game}/record`)).text
    const turn = await turnOf(ann, game)
    const first = await record()
    await move(ann, game, { move: legalIn(turn).at(-1) })
    const second = await record()
    expect(second.startsWith(first)).toBe(true)
    expect(second.length).toBeGreaterThan(first.length)
    expect(said(await arena.request(`/api/v1/matches/${game}/verification`))).toEqual([404, 'not-found'])
    await playToEnd(ann, game, (now) => legalIn(now).at(-1))
    const whole = await record()
    expect(readRecord(whole, findGame, nodeDigest)).toMatchObject({ ok: true })
    await arena.restart()
    expect(await record()).toBe(whole)
    const verification = await arena.request(`/api/v1/matches/${game}/verification`)
    expect(verification.body).toMatchObject({ verified: true })
  })

  test('go on after a restart, with their clocks as of the last event', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'open' })
    await bob.request(`/api/v1/games/${game}/join`, { method: 'POST' })
    await move(ann, game, { move: legalIn(await turnOf(ann, game))[0] })
    const before = await turnOf(bob, game)
    await arena.restart()
    const after = await turnOf(bob, game)
    expect(after).toMatchObject({ turn: 1, asked: true, view: before['view'], legal: before['legal'] })
    await Promise.all([playToEnd(ann, game), playToEnd(bob, game)])
    expect((await arena.request(`/api/v1/matches/${game}/verification`)).body).toMatchObject({
      verified: true,
    })
  })

  test('that were given up are over, and do not count', async () => {
    await using arena = await openTestArena()
    const broken = { name: 'broken', connect: () => Promise.reject(new Error('the host fails')) }
    const hosted = await arena.server.arena.host(
      {
        challenge: 'tic-tac-toe',
        players: [
          { kind: 'guest', name: 'broken', wire: 'tcp' },
          { kind: 'guest', name: 'broken too', wire: 'tcp' },
        ],
        origin: 'lobby',
      },
      [broken, broken],
    )
    const id = hosted.ok ? hosted.value.id : 0
    const over = { status: 'over', void: true, winner: null, end: expect.any(String) }
    expect((await arena.request(`/api/v1/matches/${id}`)).body).toMatchObject(over)
    const events = await fetch(`${arena.url}/api/v1/matches/${id}/events`)
    expect(await events.text()).toMatch(/event: end\ndata: \{\}\n\n$/)
  })

  test('of the organiser are played even by a team that has begun too many others', async () => {
    await using arena = await openTestArena({ maxGamesEach: 1 })
    const ann = await arena.register('Ann')
    await newGame(ann, { opponent: 'open' })
    const organiser = await arena.organiser()
    const json = { challenge: 'tic-tac-toe', players: [`player:${ann.id}`, 'house:first'] }
    expect((await organiser.request('/api/v1/matches', { method: 'POST', json })).status).toBe(201)
  })

  test('are started by the organiser only', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const organiser = await arena.organiser()
    const json = { challenge: 'tic-tac-toe', players: [`player:${ann.id}`, `player:${bob.id}`] }
    expect(said(await arena.request('/api/v1/matches', { method: 'POST', json }))).toEqual([401, 'no-key'])
    expect(said(await ann.request('/api/v1/matches', { method: 'POST', json }))).toEqual([403, 'forbidden'])
    const called = await organiser.request('/api/v1/matches', { method: 'POST', json })
    expect(called.body).toMatchObject({ origin: 'organiser', players: [{ id: ann.id }, { id: bob.id }] })
    const game = numberIn(called.body, 'id')
    await Promise.all([playToEnd(ann, game), playToEnd(bob, game)])
    const houses = { challenge: 'tic-tac-toe', players: ['house:perfect', 'house:perfect'] }
    const second = await organiser.request('/api/v1/matches', { method: 'POST', json: houses })
    const over = await until(async () => {
      const { body } = await arena.request(`/api/v1/matches/${numberIn(second.body, 'id')}`)
      return body['status'] === 'over' ? body : undefined
    })
    expect(over).toMatchObject({ winner: null, void: false })
    for (const players of [
      ['player:77', 'house:first'],
      ['x', 'y'],
      ['player:', 'house:first'],
    ]) {
      const refused = await organiser.request('/api/v1/matches', {
        method: 'POST',
        json: { challenge: 'tic-tac-toe', players },
      })
      expect(refused.status).toBe(400)
    }
    const lonely = { challenge: 'tic-tac-toe', players: [`player:${ann.id}`] }
    expect((await organiser.request('/api/v1/matches', { method: 'POST', json: lonely })).status).toBe(400)
  })
})

describe('challenges', () => {
  test('are all there, with the brains that play them', async () => {
    await using arena = await openTestArena()
    const { body } = await arena.request('/api/v1/challenges')
    const challenges = listIn(body, 'challenges')
    expect(challenges.map(({ id }) => id)).toContain('boost-tron')
    for (const { id } of challenges)
      expect((await arena.request(`/api/v1/challenges/${String(id)}`)).body['id']).toBe(id)
    for (const path of ['chess', 'chess/standings', '%00', '..%2f..'])
      expect(said(await arena.request(`/api/v1/challenges/${path}`))).toEqual([404, 'not-found'])
  })
})

describe('the server itself', () => {
  test('says that it is alive and ready, and what it measures', async () => {
    await using arena = await openTestArena()
    expect((await arena.request('/healthz')).body).toEqual({ status: 'ok' })
    expect((await arena.request('/readyz')).body).toEqual({ status: 'ok', playing: 0, queued: 0 })
    const ann = await arena.register('Ann')
    await newGame(ann, { challenge: 'quoridor', opponent: 'house:first' })
    expect((await arena.request('/readyz')).body['playing']).toBe(1)
    const { text } = await arena.request('/metrics')
    expect(text).toContain('gamegrid_matches_playing 1')
    expect(text).toMatch(/gamegrid_request_seconds_count\{method="GET",route="\/readyz",status="200"\} 2/)
  })

  test('tells a wrong method from a wrong address', async () => {
    await using arena = await openTestArena()
    const table = [
      ['POST', '/healthz', 405, 'GET, HEAD'],
      ['PUT', '/api/v1/matches/5', 405, 'DELETE, GET, HEAD'],
      ['GET', '/api/v1/games/5/moves', 405, 'POST'],
      ['DELETE', '/api/v1/players', 405, 'GET, HEAD, POST'],
      ['GET', '/move/1/1001/Left/True/forward.json', 405, 'POST'],
      ['POST', '/grid/1/1001.json', 405, 'GET, HEAD'],
      ['HEAD', '/api/v1/live', 405, 'GET'],
      ['HEAD', '/api/v1/bots/1/versions/1/events', 405, 'GET'],
      ['GET', '/api/v1/nowhere', 404, null],
      ['GET', '/grid/1', 404, null],
    ] as const
    for (const [method, path, status, allow] of table) {
      const answer = await arena.request(path, { method })
      expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([
        method,
        path,
        status,
        allow,
      ])
    }
  })

  test('repeats no sign in a refusal that turns the text after it around', async () => {
    await using arena = await openTestArena()
    for (const path of ['challenges', 'formats', 'guide', 'challenges/quoridor/kits']) {
      const { status, text } = await arena.request(`/api/v1/${path}/${encodeURIComponent('a\u202eb')}`)
      expect([path, status, text.includes('\u202e')]).toEqual([path, 404, false])
    }
  })
})

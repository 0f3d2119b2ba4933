import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../src/base/json.ts'
import { findGame, GAMES } from '../../src/games/index.ts'
import { readRecord } from '../../src/match/read-record.ts'
import { nodeDigest } from '../../src/runner/digest.ts'
import { numberIn, openTestArena, type TestArena, type TestPlayer } from '../server/arena.fixture.ts'
import { ERAS, overHttp, playOut, type Answered, type Assistant } from './mcp.fixture.ts'

let arena: TestArena
let ann: TestPlayer
let bob: TestPlayer
let assistant: Assistant

beforeAll(async () => {
  arena = await openTestArena()
  ann = await arena.register('Ann')
  bob = await arena.register('Bob')
  assistant = await overHttp(arena.url, ann.key)
})

afterAll(async () => {
  await assistant[Symbol.asyncDispose]()
  await arena[Symbol.asyncDispose]()
})

const gameIn = ({ data }: Answered): number => numberIn(data, 'game')

const begunIn = ({ data }: Answered): JsonObject => (isObject(data['begun']) ? data['begun'] : {})

/** Gives up every round that is left. */
async function leave(game: number): Promise<void> {
  for (;;) {
    const { data } = await assistant.call('turn', { game })
    if (data['status'] === 'over') return
    if (data['yourTurn'] === true) await assistant.call('resign', { game })
  }
}

const practice = (challenge: string, opponent: string, more: JsonObject = {}): Promise<Answered> =>
  assistant.call('new_game', { challenge, opponent, seed: 7, ...more })

describe.each(ERAS)('an assistant of revision %s', (era) => {
  test('plays a game to its end, and its record holds', async () => {
    await using other = await overHttp(arena.url, ann.key, era)
    expect(other.client.getNegotiatedProtocolVersion()).toBe(era)
    const { data } = await other.call('list_challenges')
    expect(JSON.stringify(data)).toContain('house:perfect')
    const begun = await other.call('new_game', { challenge: 'tic-tac-toe', opponent: 'house:perfect' })
    expect(begun.data).toMatchObject({
      status: 'playing',
      yourTurn: true,
      you: 'Ann',
      opponent: 'house:perfect',
    })
    const end = await playOut(other, gameIn(begun))
    expect(end.data).toMatchObject({ status: 'over', yourTurn: false })
    const match = await other.call('look_at_match', { match: gameIn(begun) })
    expect(match.data).toMatchObject({ status: 'over', counts: true, players: ['Ann', 'house:perfect'] })
    expect(match.text).toContain(String(match.data['why']))
    const [record] = (await other.client.readResource({ uri: `gamegrid://matches/${gameIn(begun)}/record` }))
      .contents
    const read = readRecord(record && 'text' in record ? record.text : '', findGame, nodeDigest)
    expect(read).toMatchObject({ ok: true, value: { header: { challenge: 'tic-tac-toe' } } })
  })

  test('gets the error of an illegal move, and the reason', async () => {
    await using other = await overHttp(arena.url, ann.key, era)
    const game = gameIn(await other.call('new_game', { challenge: 'boost-tron', opponent: 'house:random' }))
    expect(await other.fails('play', { game, move: 'up' })).toMatch(/^Cannot play this: .*"up"/)
    await leave(game)
  })
})

describe('an illegal move counts as the challenge says', () => {
  test('where it may be made again, the player tries again', async () => {
    const game = gameIn(await practice('boost-tron', 'house:random'))
    const error = await assistant.fails('play', { game, move: 'sideways' })
    expect(error).toContain('An illegal move is refused, and your clock runs on')
    expect(error).toContain('turn 1, it is your move')
    expect(begunIn(await assistant.call('play', { game, move: 'forward' }))).toMatchObject({
      lastTurn: expect.anything() as unknown,
    })
    await leave(game)
  })

  test.each([
    ['longest-group', '40,40', 'An illegal move loses the round'],
    ['quoridor', 'e5', 'An illegal move gives the round away'],
  ])('in %s it costs the round', async (challenge, move, cost) => {
    const game = gameIn(await practice(challenge, 'house:random'))
    const error = await assistant.fails('play', { game, move })
    expect(error).toContain(cost)
    expect(error).toContain('Result: you lost')
    expect((await assistant.call('turn', { game })).data).toMatchObject({ result: { outcome: 'lost' } })
  })

  test('an illegal move of the opponent is answered by flipping the table', async () => {
    const game = gameIn(await practice('tic-tac-toe', 'house:cheat-duplicate'))
    const seen = await assistant.call('play', { game, move: 'C' })
    expect(seen.text).toContain('call flip_table')
    expect(begunIn(seen)['cheated']).toEqual(expect.any(String))
    expect((await assistant.call('flip_table', { game })).data).toMatchObject({ result: { outcome: 'won' } })
  })
})

describe('the board', () => {
  test('is drawn for the seat, and is there as data', async () => {
    const first = await practice('quoridor', 'house:walker')
    const second = await practice('quoridor', 'house:walker', { side: 'second' })
    expect(first.text).toContain("A = your pawn, B = the opponent's")
    expect(second.text).toContain("B = your pawn, A = the opponent's")
    expect(begunIn(second)).toMatchObject({
      seat: 1,
      seatName: 'second',
      board: { width: 9, height: 9, pieces: expect.any(Array) as unknown },
      boardPart: null,
      legalCount: expect.any(Number) as unknown,
    })
    expect(begunIn(second)).not.toHaveProperty('legalMoves')
    const game = gameIn(second)
    const all = begunIn(await assistant.call('turn', { game, legal_moves: true }))
    expect(all['legalMoves']).toHaveLength(numberIn(all, 'legalCount'))
    for (const each of [first, second]) await leave(gameIn(each))
  })

  test('of a large game is the part around the player; the page that draws it gets the whole', async () => {
    const seen = await practice('boost-tron', 'house:random')
    expect(begunIn(seen)).toMatchObject({
      board: { width: 41, height: 31 },
      boardPart: { width: 130, height: 100 },
    })
    expect(seen.meta).toMatchObject({ 'gamegrid/board': { width: 130, height: 100 } })
    expect(seen.text.length).toBeLessThan(4000)
    await leave(gameIn(seen))
  })

  test('is a resource, too', async () => {
    const game = gameIn(await practice('tic-tac-toe', 'house:random'))
    const { contents } = await assistant.client.readResource({ uri: `gamegrid://games/${game}/position` })
    expect(contents).toMatchObject([
      { text: expect.stringContaining('cells: NW N NE / W C E / SW S SE') as unknown },
    ])
    await leave(game)
  })
})

test('the rules are the pages of the guide', async () => {
  for (const { id } of GAMES) {
    const page = readFileSync(new URL(`../../docs/rules/${id}.md`, import.meta.url), 'utf8')
    const { contents } = await assistant.client.readResource({ uri: `gamegrid://rules/${id}` })
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: page }])
    expect((await arena.request(`/api/v1/guide/rules/${id}`)).status).toBe(200)
  }
  const { text: words, data } = await assistant.call('read_rules', { challenge: 'quoridor' })
  expect(words).toContain(readFileSync(new URL('../../docs/rules/quoridor.md', import.meta.url), 'utf8'))
  expect(data).toMatchObject({
    game: 'quoridor',
    clock: '60 s + 2 s a move',
    rules: 'gamegrid://rules/quoridor',
  })
  // Half of an emoji, which UTF-8 cannot write.
  for (const challenge of ['chess', 'chess \ud83d'])
    expect(await assistant.fails('read_rules', { challenge })).toMatch(/^There is no challenge "chess/)
})

describe('clocks', () => {
  test('of practice are long unless the player chooses, and the answer says what is left', async () => {
    const usual = await practice('light-cycle', 'house:random')
    expect(begunIn(usual)).toMatchObject({ clock: '300 s a move' })
    expect(usual.text).toMatch(/Clock: 300 s a move; you have \d+\.\d s left/)
    const chosen = await practice('quoridor', 'house:random', { clock: '9m+1s' })
    expect(begunIn(chosen)).toMatchObject({ clock: '540 s + 1 s a move' })
    const contest = await practice('quoridor', 'house:random', { clock: 'contest' })
    expect(begunIn(contest)).toMatchObject({ clock: '60 s + 2 s a move' })
    expect(await assistant.fails('new_game', { challenge: 'quoridor', opponent: 'open', clock: '60s' })).toBe(
      'Cannot choose the clock: only in practice against a house brain',
    )
    for (const game of [usual, chosen, contest]) await leave(gameIn(game))
  })
})

describe('an invitation', () => {
  test('is joined by another assistant, a poll that waits for it ends, and both play on', async () => {
    await using guest = await overHttp(arena.url, bob.key)
    const invitation = await assistant.call('new_game', {
      challenge: 'quoridor',
      opponent: `player:${bob.id}`,
    })
    const game = gameIn(invitation)
    expect(invitation.data).toMatchObject({ status: 'open', yourTurn: false, opponent: 'Bob', begun: null })
    // A poll that ends by its time.
    expect((await assistant.call('turn', { game, wait: 0.05 })).data).toMatchObject({ status: 'open' })
    const poll = assistant.call('turn', { game })
    expect((await guest.call('list_games')).data).toMatchObject({ invitations: [{ game }], running: [] })
    const joining = guest.call('join_game', { game })
    expect((await poll).data).toMatchObject({
      status: 'playing',
      yourTurn: true,
      you: 'Ann',
      opponent: 'Bob',
    })
    const played = await assistant.call('play', { game, move: 'e2', remark: 'a step', wait: 0 })
    expect(played.text).toContain('It is not your turn yet')
    expect((await joining).text).toContain('the opponent played e2')
    expect(await assistant.fails('play', { game, move: 'e3' })).toBe('It is not your turn')
    const lost = await guest.call('resign', { game })
    expect(lost.data).toMatchObject({ result: { outcome: 'lost' } })
    expect((await assistant.call('turn', { game })).data).toMatchObject({ result: { outcome: 'won' } })
    expect((await assistant.call('look_at_match', { match: game })).data).toMatchObject({
      winner: 'Ann',
      moves: [
        { seat: 'first', did: 'e2' },
        { seat: 'second', did: 'resigned' },
      ],
    })
  })

  test('that no team has taken up is withdrawn by resigning', async () => {
    const game = gameIn(await assistant.call('new_game', { challenge: 'tic-tac-toe', opponent: 'open' }))
    expect((await assistant.call('list_games')).data).toMatchObject({ ownInvitations: [{ game }] })
    expect((await assistant.call('resign', { game })).data).toMatchObject({ status: 'over', begun: null })
  })
})

test('an assistant that comes back finds its game, and goes on', async () => {
  const game = gameIn(await practice('tic-tac-toe', 'house:random'))
  await using again = await overHttp(arena.url, ann.key)
  expect((await again.call('list_games')).data).toMatchObject({ running: [{ game, status: 'playing' }] })
  expect((await playOut(again, game)).data).toMatchObject({ status: 'over' })
  expect((await again.call('list_games')).data).toMatchObject({ running: [] })
})

describe('the guards of the API hold', () => {
  const post = async (headers: Readonly<Record<string, string>>, message: unknown = PING) => {
    const response = await fetch(`${arena.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: ACCEPT, ...headers },
      body: JSON.stringify(message),
    })
    const body: unknown = await response.json()
    return [response.status, isObject(body) ? body['error'] : undefined]
  }

  test('without a key, and with a wrong one', async () => {
    await expect(overHttp(arena.url, 'gg_x')).rejects.toMatchObject({ status: 403 })
    expect(await post({ authorization: 'Bearer gg_x' })).toEqual([403, 'wrong-key'])
    expect(await post({})).toEqual([401, 'no-key'])
  })

  test('a session of a browser is no key', async () => {
    const session = await arena.request('/api/v1/session', { method: 'POST', json: { key: ann.key } })
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(cookie).toContain('gamegrid_session')
    expect(await post({ cookie, 'sec-fetch-site': 'same-origin' })).toEqual([401, 'no-key'])
  })

  test('a revoked key ends a poll that waits', async () => {
    const eve = await arena.register('Eve')
    await using spare = await overHttp(arena.url, eve.key)
    const game = gameIn(await spare.call('new_game', { challenge: 'quoridor', opponent: 'open' }))
    const made = await eve.request(`/api/v1/players/${eve.id}/keys`, { method: 'POST' })
    await using second = await overHttp(arena.url, String(made.body['key']))
    const poll = second.fails('turn', { game }).catch(String)
    const gone = await eve.request(`/api/v1/players/${eve.id}/keys/${String(made.body['id'])}`, {
      method: 'DELETE',
    })
    expect(gone.status).toBeLessThan(300)
    await spare.call('resign', { game })
    await expect(poll).resolves.toContain('This key is not valid')
  })

  test('another origin, another host, a large body, a batch and another method are refused', async () => {
    const authorization = `Bearer ${ann.key}`
    expect(await post({ authorization, origin: 'https://evil.example' })).toEqual([403, 'forbidden'])
    expect(await statusFor({ authorization, host: 'evil.example' })).toBe(421)
    expect(await post({ authorization }, { ...PING, params: { text: 'x'.repeat(70_000) } })).toEqual([
      413,
      'too-big',
    ])
    expect(await post({ authorization }, [PING])).toEqual([400, 'bad-request'])
    expect((await fetch(`${arena.url}/mcp`, { headers: { authorization } })).status).toBe(405)
  })

  test('games of others, games that are not there, and bad arguments', async () => {
    expect(await assistant.fails('turn', { game: 9999 })).toBe('There is no match 9999')
    expect(await assistant.fails('look_at_match', { match: 9999 })).toBe('There is no match 9999')
    expect(await assistant.fails('join_game', { game: 9999 })).toContain('9999')
    await using guest = await overHttp(arena.url, bob.key)
    const game = gameIn(await practice('tic-tac-toe', 'house:random'))
    expect(await guest.fails('turn', { game })).toBe(`You do not play in match ${game}`)
    expect(await guest.fails('play', { game, move: 'C' })).toBe(`You do not play in match ${game}`)
    await expect(guest.client.readResource({ uri: `gamegrid://games/${game}/position` })).rejects.toThrow()
    await expect(guest.client.readResource({ uri: 'gamegrid://matches/../record' })).rejects.toThrow()
    expect(await assistant.fails('turn', { game: '1' })).toContain('game')
    expect(await assistant.fails('turn', { game, wait: 26 })).toContain('wait')
    expect(await assistant.fails('new_game', { challenge: 'chess', opponent: 'open' })).toContain('chess')
    await leave(game)
  })

  test('one team may hold so many polls; those that its client gives up are free again', async () => {
    const cid = await arena.register('Cid')
    await using third = await overHttp(arena.url, cid.key)
    const game = gameIn(await third.call('new_game', { challenge: 'quoridor', opponent: 'open' }))
    const enough = new AbortController()
    const ask = (signal: AbortSignal) =>
      fetch(`${arena.url}/mcp`, {
        method: 'POST',
        signal,
        headers: { 'content-type': 'application/json', accept: ACCEPT, authorization: `Bearer ${cid.key}` },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'turn', arguments: { game } },
        }),
      })
    const held = Array.from({ length: 40 }, () => ask(enough.signal).then(({ status }) => status))
    expect(
      await Promise.any(
        held.map((status) =>
          status.then((seen) => (seen === 429 ? seen : Promise.reject(new Error('held')))),
        ),
      ),
    ).toBe(429)
    enough.abort()
    await Promise.allSettled(held)
    await expect
      .poll(async () => (await third.call('list_games')).data, { timeout: 30_000 })
      .toMatchObject({
        ownInvitations: [{ game }],
      })
    await third.call('resign', { game })
  })
})

const ACCEPT = 'application/json, text/event-stream'
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

/** `fetch` does not let a `Host` be set. */
const statusFor = (headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = arena
    const request = httpRequest(
      { host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers },
      (response) => {
        void text(response).then(() => resolve(response.statusCode ?? 0))
      },
    )
    request.on('error', reject)
    request.end()
  })

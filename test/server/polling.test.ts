import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { FORMATS } from '../../src/wires/polling/format.ts'
import { playOverPolling } from '../../src/wires/polling/client.ts'
import type { Contestant } from '../../src/protocols/protocol.ts'
import type { Clock } from '../../src/runner/clock.ts'
import { fakeClock } from '../../src/runner/fake-clock.fixture.ts'
import { threadContestant } from '../../src/runner/thread-contestant.ts'
import {
  numberIn,
  openTestArena,
  said,
  until,
  type Answer,
  type TestArena,
  type TestOptions,
  type TestPlayer,
} from './arena.fixture.ts'
import { newGame } from './play.fixture.ts'

const run = promisify(execFile)

/** Two players at a board of boost tron, both there; player 1 is to move. */
interface Table extends AsyncDisposable {
  readonly arena: TestArena
  readonly players: readonly [TestPlayer, TestPlayer]
  readonly game: number
  grid(player: TestPlayer, rest?: string): Promise<Answer>
  data(who: number | string, rest?: string): Promise<Answer>
  move(player: TestPlayer, words: string, rest?: string): Promise<Answer>
}

const SMALL = { width: 9, height: 7, starts: '1,3 7,3' }

async function openTable(options: TestOptions = {}, settings: JsonObject = SMALL): Promise<Table> {
  const arena = await openTestArena(options)
  const players = [await arena.register('Ann'), await arena.register('Bob')] as const
  const game = await newGame(players[0], { opponent: 'open', settings, seed: 1 })
  await players[1].request(`/api/v1/games/${game}/join`, { method: 'POST' })
  const table: Table = {
    arena,
    players,
    game,
    grid: ({ id }, rest = '.json') => arena.request(`/grid/${game}/${id}${rest}`),
    data: (who, rest = '.json') => arena.request(`/player/${who}/${game}/data${rest}`),
    move: ({ id, key }, words, rest = '.json') =>
      arena.request(`/move/${game}/${id}/${words}/forward${rest}?key=${key}`, { method: 'POST' }),
    [Symbol.asyncDispose]: () => arena[Symbol.asyncDispose](),
  }
  await table.data(players[1].id)
  await table.data(players[0].id, '.json?wait=20')
  return table
}

/** A tournament or the organiser calls Ann and Bob to a game; neither has shown up yet. */
async function callToGame(arena: TestArena, by: 'tournament' | 'organiser', players: readonly TestPlayer[]) {
  const organiser = await arena.organiser()
  const entrants = players.map(({ id }) => `player:${id}`)
  if (by === 'tournament') {
    const { body } = await organiser.request('/api/v1/tournaments', {
      method: 'POST',
      json: { name: 'Cup', challenge: 'boost-tron', format: 'round-robin', entrants, settings: SMALL },
    })
    await organiser.request(`/api/v1/tournaments/${numberIn(body, 'id')}/start`, { method: 'POST' })
  } else
    await organiser.request('/api/v1/matches', {
      method: 'POST',
      json: { challenge: 'boost-tron', players: entrants, settings: SMALL },
    })
  const game = await until(() => {
    const [row] = arena.server.arena.store.matches({ status: 'playing' }, { limit: 1 })
    return row?.id
  })
  return { game, organiser }
}

describe.each(['tournament', 'organiser'] as const)('in a game of the %s', (by) => {
  test('only what carries the key of a player shows that it is there', async () => {
    await using arena = await openTestArena()
    const [ann, bob, eve] = [
      await arena.register('Ann'),
      await arena.register('Bob'),
      await arena.register('Eve'),
    ] as const
    const { game, organiser } = await callToGame(arena, by, [ann, bob])
    await bob.request(`/api/v1/games/${game}/turn`)
    const strangers: readonly [string, string?][] = [
      [`/grid/${game}/${ann.id}.json`],
      [`/grid/${game}/${ann.id}.xml`],
      [`/grid/${game}/${ann.id}.json?wait=0.1`],
      [`/player/${ann.id}/${game}/data.json`],
      [`/player/${ann.id}/${game}/data.json?wait=0.1`],
      [`/player/1/${game}/data.json`],
      ...[bob, eve, organiser].flatMap(({ key }): [string, string?][] => [
        [`/grid/${game}/${ann.id}.json`, key],
        [`/player/${ann.id}/${game}/data.json?wait=0.1&key=${key}`],
      ]),
    ]
    for (const [path, key] of strangers) {
      const { status, text } = await arena.request(path, key === undefined ? {} : { key })
      expect([path, status]).toEqual([path, 200])
      expect(text).toContain('waiting')
    }
    const wrong = await arena.request(`/grid/${game}/${ann.id}.json?key=wrong`)
    expect(said(wrong)).toEqual([403, 'wrong-key'])
    expect(arena.server.arena.live(game)?.match.phase).toBe('starting')
    expect((await arena.request(`/grid/${game}/${ann.id}.json?key=${ann.key}`)).status).toBe(200)
    await until(() => (arena.server.arena.live(game)?.match.phase === 'playing' ? true : undefined))
  })

  test.each([
    ['with a header', '', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['with a query', '?key=', () => ({})],
    ['with a query that waits', '?wait=20&key=', () => ({})],
    ['with a session', '', undefined],
  ])('its key counts %s', async (_how, query, headersFor) => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')] as const
    const { game } = await callToGame(arena, by, [ann, bob])
    for (const { id, key } of [bob, ann]) {
      const path = `/player/${id}/${game}/data.json${query}${query === '' ? '' : key}`
      const session = async () => {
        const { headers } = await arena.request('/api/v1/session', {
          method: 'POST',
          json: { key },
          headers: { origin: arena.url },
        })
        return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
      }
      // One of them may wait for its turn longer than this test takes.
      arena.request(path, { headers: headersFor?.(key) ?? (await session()) }).catch(() => {})
    }
    await until(() => (arena.server.arena.live(game)?.match.phase === 'playing' ? true : undefined))
  })

  test('its key counts when it asks by the number that it has', async () => {
    await using arena = await openTestArena()
    const players = [await arena.register('Ann'), await arena.register('Bob')] as const
    const { game } = await callToGame(arena, by, players)
    for (const number of [1, 2]) {
      const data = `/player/${number}/${game}/data.json`
      const { body } = await arena.request(data)
      for (const { id, key } of players) {
        // The key of the other player says nothing about this one.
        if (id === body['player_id']) await arena.request(data, { key })
        else if (number === 1) expect((await arena.request(data, { key })).body['status']).toBe('waiting')
      }
    }
    await until(() => (arena.server.arena.live(game)?.match.phase === 'playing' ? true : undefined))
  })
})

test('in practice a GET without a key shows that a player is there, as the document has it', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  const game = await newGame(ann, { opponent: 'house:random', settings: SMALL, seed: 1 })
  await arena.restart()
  expect((await arena.request(`/grid/${game}/${ann.id}.json?wait=20`)).body).toMatchObject({
    status: 'playing',
  })
})

describe('boost tron over HTTP', () => {
  test('begins as the challenge says', async () => {
    await using table = await openTable({}, {})
    const [ann, bob] = table.players
    expect((await table.grid(ann)).body).toEqual({
      requester_position: [33, 50],
      opponent_position: [66, 50],
      grid: { '33,50': ann.id, '66,50': bob.id },
      player_turn: ann.id,
      status: 'playing',
      round: 1,
      score: [0, 0],
    })
    const first = {
      player_number: 1,
      player_id: ann.id,
      player_position: [33, 50],
      boost_active: false,
      boosts_remaining: 3,
      orientation: 'East',
      time_for_move: expect.stringMatching(/^00:00:(10|0\d)$/),
      status: 'playing',
      round: 1,
      score: [0, 0],
    }
    expect((await table.data(1)).body).toEqual(first)
    expect((await table.data(ann.id)).body).toEqual(first)
    expect((await table.data(2)).body).toMatchObject({
      player_number: 2,
      player_id: bob.id,
      player_position: [66, 50],
      orientation: 'West',
      time_for_move: null,
    })
    const full = (await table.grid(ann, '.json?full=true')).body['grid'] as JsonObject
    expect(Object.keys(full)).toHaveLength(13_000)
    expect(full['0,0']).toBe('')
  })

  test('says the same in every format', async () => {
    await using table = await openTable()
    const [ann] = table.players
    const grid = (await table.grid(ann)).body
    for (const format of FORMATS) {
      const spelt = format === 'xml' ? 'XML' : format === 'yaml' ? 'Yaml' : format
      const answer = await table.grid(ann, `.${spelt}`)
      expect(answer.headers.get('content-type')).toMatch(
        format === 'msgpack' ? 'application/vnd.msgpack' : `application/${format}; charset=utf-8`,
      )
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body).toEqual(grid)
      expect((await table.data(2, `.${format}`)).body).toEqual((await table.data(2)).body)
      const error = await table.grid({ ...ann, id: 77 }, `.${format}`)
      expect(said(error)).toEqual([404, 'unknown-player'])
      expect(error.headers.get('content-type')).toContain(format)
      const refused = await table.arena.request(
        `/move/${table.game}/${ann.id}/None/False/forward.${format}`,
        { method: 'POST' },
      )
      expect(said(refused)).toEqual([401, 'no-key'])
      expect(refused.headers.get('content-type')).toContain(format)
    }
    expect(said(await table.grid(ann, '.csv'))).toEqual([400, 'bad-format'])
  })

  test('takes its words in any letter case, and drives', async () => {
    await using table = await openTable()
    const [ann, bob] = table.players
    const moved = await table.move(ann, 'none/FALSE')
    expect(moved.status).toBe(200)
    expect(moved.body).toEqual({
      requester_position: [2, 3],
      grid: { '1,3': 'trail', '2,3': ann.id, '7,3': bob.id },
      player_turn: bob.id,
      orientation: 'East',
      transaction_time: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      status: 'playing',
      round: 1,
      score: [0, 0],
    })
    expect((await table.move(bob, 'LEFT/false')).body).toMatchObject({
      requester_position: [7, 4],
      orientation: 'South',
      player_turn: ann.id,
    })
    expect((await table.move(ann, 'Right/False')).body).toMatchObject({ orientation: 'South' })
  })

  test('boosts three cells for two turns, three times a round, and a boost too many is not a turn', async () => {
    await using table = await openTable({}, { width: 60, height: 60, starts: '1,1 1,50', edge: 'torus' })
    const [ann, bob] = table.players
    const boost = async (expected: number): Promise<void> => {
      const before = (await table.data(ann.id)).body['player_position'] as [number, number]
      const moved = await table.move(ann, 'None/True')
      expect(moved.body['requester_position']).toEqual([before[0] + 3, before[1]])
      expect((await table.data(ann.id)).body).toMatchObject({
        boosts_remaining: expected,
        boost_active: true,
      })
      expect((await table.move(bob, 'None/False')).status).toBe(200)
    }
    for (const left of [2, 1, 0]) await boost(left)
    const refused = await table.move(ann, 'None/True')
    expect(said(refused)).toEqual([400, 'no-boost-left'])
    expect((await table.data(ann.id)).body['time_for_move']).not.toBeNull()
    expect((await table.move(ann, 'None/False')).body['requester_position']).toEqual([13, 1])
    expect((await table.data(ann.id)).body).toMatchObject({ boost_active: false, boosts_remaining: 0 })
  })

  test('refuses with the code that fits, and nothing is used up by it', async () => {
    await using table = await openTable()
    const { arena, game } = table
    const [ann, bob] = table.players
    const post = (path: string) => arena.request(path, { method: 'POST' })
    const before = (await table.grid(ann)).body
    const key = `key=${ann.key}`
    const table1 = [
      [`/move/${game}/${ann.id}/Up/False/forward.json?${key}`, 400, 'bad-turn'],
      [`/move/${game}/${ann.id}/Left/Maybe/forward.json?${key}`, 400, 'bad-boost'],
      [`/move/${game}/${ann.id}/Left/False/forward.txt?${key}`, 400, 'bad-format'],
      [`/move/x/${ann.id}/Left/False/forward.json?${key}`, 400, 'bad-id'],
      [`/move/${game}/-1/Left/False/forward.json?${key}`, 400, 'bad-id'],
      [`/move/${game}/${ann.id}/Left/False/forward.json?${key}&full=perhaps`, 400, 'bad-full'],
      [`/move/${game}/${ann.id}/Left/False/forward.json`, 401, 'no-key'],
      [`/move/${game}/${ann.id}/Left/False/forward.json?key=gg_wrong`, 403, 'wrong-key'],
      [`/move/${game}/${ann.id}/Left/False/forward.json?key=${bob.key}`, 403, 'not-your-player'],
      [`/move/99/${ann.id}/Left/False/forward.json?${key}`, 404, 'unknown-game'],
      [`/move/${game}/77/Left/False/forward.json?${key}`, 404, 'unknown-player'],
      [`/move/${game}/${bob.id}/Left/False/forward.json?key=${bob.key}`, 409, 'not-your-turn'],
    ] as const
    for (const [path, status, error] of table1) expect(said(await post(path))).toEqual([status, error])
    const table2 = [
      [`/grid/${game}/${ann.id}.json?wait=26`, 400, 'bad-wait'],
      [`/grid/${game}/${ann.id}.json?wait=-1`, 400, 'bad-wait'],
      [`/grid/${game}/${ann.id}.json?wait=1&wait=1`, 400, 'bad-request'],
      [`/grid/${game}/${ann.id}.json?full=x`, 400, 'bad-full'],
      [`/grid/99/${ann.id}.json`, 404, 'unknown-game'],
      [`/grid/${game}/77.json`, 404, 'unknown-player'],
      [`/player/3/${game}/data.json`, 404, 'unknown-player'],
      [`/player/0/${game}/data.json`, 400, 'bad-id'],
      [`/player/x/${game}/data.json`, 400, 'bad-id'],
      [`/player/1/99999999999999999999/data.json`, 400, 'bad-id'],
      [`/grid/${game}/${ann.id}`, 404, 'unknown-address'],
    ] as const
    for (const [path, status, error] of table2)
      expect(said(await arena.request(path))).toEqual([status, error])
    expect((await table.grid(ann)).body).toEqual(before)
    expect((await table.move(ann, 'Left/False')).status).toBe(200)
  })

  test('is for games of this wire alone', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'quoridor', opponent: 'house:first' })
    expect(said(await arena.request(`/grid/${game}/${ann.id}.json`))).toEqual([404, 'unknown-game'])
  })

  test('holds an answer back until it is one’s turn, the opponent is there, or the game is over', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const game = await newGame(ann, { opponent: 'open', settings: SMALL })
    const data = (player: TestPlayer, wait: number) =>
      arena.request(`/player/${player.id}/${game}/data.json?wait=${wait}`)
    expect((await data(ann, 0)).body['status']).toBe('waiting')
    const begun = data(ann, 25)
    const grid = arena.request(`/grid/${game}/${ann.id}.json?wait=25`)
    await bob.request(`/api/v1/games/${game}/join`, { method: 'POST' })
    await data(bob, 0)
    expect((await begun).body).toMatchObject({ status: 'playing', time_for_move: expect.any(String) })
    expect((await grid).body).toMatchObject({ player_turn: ann.id, grid: { '7,3': bob.id } })
    const turn = data(bob, 25)
    await arena.request(`/move/${game}/${ann.id}/None/False/forward.json?key=${ann.key}`, { method: 'POST' })
    expect((await turn).body['time_for_move']).toEqual(expect.any(String))
    expect((await data(ann, 0.05)).body['time_for_move']).toBeNull()
  })

  test('a loop that polls without a pause is slowed down, never refused, and plays its match to the end', async () => {
    const [width, height] = [9, 9]
    const settings = { width, height, starts: '1,3 7,3' }
    const share = 120
    await using table = await openTable({ limits: { perPlayer: share } }, settings)
    const { arena, game, players } = table
    const client = join(import.meta.dirname, 'paper-client.py')
    const ends = await Promise.all(
      players.map(({ id, key }) =>
        run('python3', [client, arena.url, ...[game, id, key, width, height].map(String)]),
      ),
    )
    const endings = ends.map(({ stdout }) => /^over (\d+|None) after (\d+) polls\n$/.exec(stdout) ?? [])
    expect(endings[0]?.[1]).toEqual(expect.any(String))
    expect(endings[1]?.[1]).toBe(endings[0]?.[1])
    // Each client asked more often than its share, so its last answers were held back.
    for (const [, , polls] of endings) expect(Number(polls)).toBeGreaterThan(share)
    const { body } = await arena.request(`/api/v1/matches/${game}`)
    expect(JSON.stringify(body)).not.toMatch(/ran out of time|timeout/)
  })

  test('a hundred requests at once are too many, in the format that was asked for; moves are never counted', async () => {
    await using table = await openTable({ limits: { perPlayer: 10 } })
    const [ann, bob] = table.players
    const answers = await Promise.all(Array.from({ length: 40 }, () => table.data(ann.id, '.xml')))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map((answer) => said(answer).join()))).toEqual(new Set(['429,too-fast']))
    expect(refused[0]?.headers.get('content-type')).toContain('xml')
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    // It delays neither the other player nor a move.
    expect((await table.data(bob.id)).status).toBe(200)
    expect((await table.move(ann, 'Left/False')).status).toBe(200)
  })

  test('slows an address down as a whole, for any player', async () => {
    await using arena = await openTestArena({ limits: { perAddress: 15 } })
    const ask = (id: number) => arena.request(`/player/${2000 + id}/1/data.json`)
    await ask(0)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, id) => ask(id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
  })

  test.each([
    ['no body', {}, null],
    ['an empty form', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
    ['empty JSON', { 'content-type': 'application/json' }, ''],
    ['an empty body of another type', { 'content-type': 'application/octet-stream' }, ''],
    ['blank lines', { 'content-type': 'text/plain' }, '\r\n'],
    ['an empty body of an empty type', { 'content-type': '' }, ''],
    ['an empty body of a type that is none', { 'content-type': 'json' }, ''],
  ])('a move with %s is a move', async (_, headers, body) => {
    await using table = await openTable()
    const [{ id, key }] = table.players
    const path = `/move/${table.game}/${id}/Left/False/forward.json?key=${key}`
    const { status, text } = await table.arena.request(path, { method: 'POST', headers, body })
    expect(status, text).toBe(200)
  })

  test.each([
    ['a form', 'application/x-www-form-urlencoded', (key: string) => `key=${key}&full=true`],
    ['JSON', 'application/json; charset=utf-8', (key: string) => JSON.stringify({ key, full: 'true' })],
    ['JSON under another content type', 'text/plain', (key: string) => JSON.stringify({ key, full: 'true' })],
    [
      'JSON under a content type that is none',
      'json',
      (key: string) => JSON.stringify({ key, full: 'true' }),
    ],
  ])('fields may come in %s', async (_, contentType, write) => {
    await using table = await openTable()
    const [{ id, key }] = table.players
    const { status, body } = await table.arena.request(`/move/${table.game}/${id}/Left/False/forward.json`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: write(key),
    })
    expect(status).toBe(200)
    expect(Object.keys(body['grid'] as object)).toHaveLength(9 * 7)
  })

  test('a body that cannot be read is refused with the reason, and the move is not used up', async () => {
    await using table = await openTable()
    const [ann] = table.players
    const path = `/move/${table.game}/${ann.id}/Left/False/forward.json?key=${ann.key}`
    for (const [contentType, body] of [
      ['application/json', '{"key":'],
      ['application/json', '[]'],
      ['text/plain', 'forward'],
      ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
    ] as const) {
      const refused = await table.arena.request(path, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body,
      })
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({
        error: 'bad-request',
        message:
          'Cannot read the body: expected none, fields of a form like key=KEY, or a JSON object; a move needs no body',
      })
    }
    expect((await table.move(ann, 'Left/False')).status).toBe(200)
  })

  test('an opponent that has not joined has no id, and no cycle on the board', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { opponent: 'open', settings: SMALL, seed: 1 })
    const { body: data } = await arena.request(`/player/2/${game}/data.json`)
    expect(data).toMatchObject({ player_number: 2, player_id: null, player_position: [7, 3] })
    const { body: grid } = await arena.request(`/grid/${game}/${ann.id}.json`)
    expect(grid).toMatchObject({ grid: { '1,3': ann.id }, opponent_position: [7, 3], status: 'waiting' })
    expect(Object.keys(grid['grid'] as object)).toEqual(['1,3'])
    const { text } = await arena.request(`/player/2/${game}/data.xml`)
    expect(text).toContain('<player_id></player_id>')
    expect((await arena.request(`/player/999/${game}/data.json`)).status).toBe(404)
  })

  test('says what the page says it says, error for error', async () => {
    await using table = await openTable({}, {})
    const [ann, bob] = table.players
    const stranger = await table.arena.register('Carl')
    const names: readonly (readonly [string, string])[] = [
      ['/7/', `/${table.game}/`],
      ['1001', String(ann.id)],
      ['1002', String(bob.id)],
      ['1003', String(stranger.id)],
      ['ann-key', ann.key],
      ['bob-key', bob.key],
    ]
    const here = (text: string) => names.reduce((all, [page, own]) => all.replaceAll(page, own), text)
    const transcript = readFileSync(
      join(import.meta.dirname, '../../src/wires/polling/transcripts/errors.txt'),
      'utf8',
    )
    const exchanges = [...transcript.matchAll(/^< (\S+) (\S+)\n((?:>.*\n)+)/gm)]
    expect(exchanges.length).toBeGreaterThan(8)
    for (const [, method = '', address = '', answer = ''] of exchanges) {
      const { status, headers, text } = await table.arena.request(here(address), { method })
      const lines = [`${status} ${headers.get('content-type')}`, ...text.trimEnd().split('\n')]
      expect(lines.map((line) => `> ${line}\n`).join('')).toBe(here(answer))
    }
  })
})

describe('the clock of boost tron', () => {
  test('runs on through refused moves, and a move in time counts', async () => {
    const clock = fakeClock()
    await using table = await openTable({ clock })
    const [ann, bob] = table.players
    const left = async (who: TestPlayer) => (await table.data(who.id)).body['time_for_move']
    expect(await left(ann)).toBe('00:00:10')
    await clock.pass(4_001)
    expect(await left(ann)).toBe('00:00:06')
    expect(said(await table.move(ann, 'Up/False'))).toEqual([400, 'bad-turn'])
    await clock.pass(5_998)
    expect(await left(ann)).toBe('00:00:01')
    expect((await table.move(ann, 'None/False')).status).toBe(200)
    expect(await left(ann)).toBeNull()
    expect(await left(bob)).toBe('00:00:10')
  })

  test('stands still until a server that starts again can be reached', async () => {
    const time = fakeClock()
    let starts = 0
    const options = {
      /** A minute passes between the first look at the clock and the end of the start. */
      get clock(): Clock {
        let looks = starts++ === 0 ? Infinity : 0
        const now = (): number => {
          if (++looks === 2) time.stall(60_000)
          return time.now()
        }
        return { ...time, now }
      },
    }
    await using table = await openTable(options)
    const [ann] = table.players
    await table.arena.restart()
    await time.pass(0)
    expect((await table.data(ann.id)).body).toMatchObject({ round: 1, time_for_move: '00:00:10' })
    expect((await table.move(ann, 'None/False')).status).toBe(200)
  })

  test('is lost by a late player for one round; seats are swapped and the match goes on to two rounds won', async () => {
    const clock = fakeClock()
    await using table = await openTable({ clock })
    const { arena, game } = table
    const [ann, bob] = table.players
    const held = table.data(bob.id, '.json?wait=25')
    await clock.pass(10_001)
    // Seats are swapped: now it is the other's turn to begin, and the score goes by seat.
    expect((await held).body).toMatchObject({ round: 2, player_number: 1, score: [1, 0], status: 'playing' })
    expect(said(await table.move(ann, 'None/False'))).toEqual([409, 'not-your-turn'])
    expect((await table.data(2)).body['player_id']).toBe(ann.id)
    expect((await table.move(bob, 'None/False')).status).toBe(200)
    await clock.pass(10_001)
    expect((await table.data(bob.id)).body).toMatchObject({ status: 'over', winner: bob.id })
    expect(said(await table.move(ann, 'None/False'))).toEqual([410, 'game-over'])
    expect((await table.grid(ann)).body).toMatchObject({ status: 'over', player_turn: null, winner: bob.id })
    expect((await arena.request(`/api/v1/matches/${game}`)).body).toMatchObject({
      winner: 1,
      score: [0, 2],
      status: 'over',
    })
  })

  test('does not begin before both have shown up, and a player that never does loses', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const game = await newGame(ann, { opponent: 'open', settings: SMALL })
    await bob.request(`/api/v1/games/${game}/join`, { method: 'POST' })
    const data = (id: number) => arena.request(`/player/${id}/${game}/data.json`)
    await clock.pass(60_000)
    expect((await data(bob.id)).body).toMatchObject({ status: 'waiting', time_for_move: null })
    const early = await arena.request(`/move/${game}/${bob.id}/None/False/forward.json?key=${bob.key}`, {
      method: 'POST',
    })
    expect(said(early)).toEqual([409, 'not-your-turn'])
    // A request by seat number does not count: any client may send it.
    expect((await data(1)).body['status']).toBe('waiting')
    await clock.pass(120_001)
    const row = await until(async () => {
      await clock.pass(120_001)
      const { body } = await arena.request(`/api/v1/matches/${game}`)
      return body['status'] === 'over' ? body : undefined
    })
    expect(row).toMatchObject({ winner: 1, void: false })
  })
})

describe('rounds of boost tron', () => {
  /** Both drive at each other until they meet: a drawn round. */
  async function collide(table: Table): Promise<JsonObject> {
    for (;;) {
      const { body } = await table.data(1)
      const mover = body['time_for_move'] === null ? await table.data(2) : { body }
      const player = table.players.find(({ id }) => id === mover.body['player_id'])
      if (!player) throw new Error('nobody is to move')
      const moved = await table.move(player, 'None/False')
      expect(moved.status).toBe(200)
      if (Object.values(moved.body['grid'] as object).includes('collision')) return moved.body
    }
  }

  test('that are drawn are replayed with the seats swapped, ten times at most', async () => {
    await using table = await openTable()
    for (let round = 1; round <= 11; round++) {
      const { body } = await table.data(1)
      expect([body['round'], body['player_id']]).toEqual([round, table.players[(round - 1) % 2]?.id])
      const last = await collide(table)
      expect(last).toMatchObject({ round, score: [0, 0] })
    }
    // The round is drawn for good and counts as one of three; the next one goes on.
    const { body } = await table.data(1)
    expect(body).toMatchObject({ round: 12, score: [0, 0], status: 'playing' })
  })

  test('that are all drawn end the match after three times eleven: each of the three is replayed ten times', async () => {
    await using table = await openTable({}, { width: 12, height: 10, starts: '4,5 6,5' })
    for (let round = 1; round <= 33; round++) {
      expect((await table.data(1)).body).toMatchObject({ round, status: 'playing' })
      await collide(table)
    }
    expect((await table.data(1)).body).toMatchObject({ status: 'over', score: [0, 0], winner: null })
  })

  test('are shown to their end by the move that ended them', async () => {
    await using table = await openTable()
    const [ann, bob] = table.players
    await table.move(ann, 'Left/False')
    await table.move(bob, 'Right/False')
    await table.move(ann, 'None/False')
    await table.move(bob, 'None/False')
    await table.move(ann, 'None/False')
    await table.move(bob, 'None/False')
    const fatal = await table.move(ann, 'None/False')
    expect(fatal.body).toMatchObject({ round: 1, score: [0, 1], player_turn: null, orientation: 'North' })
    expect(Object.values(fatal.body['grid'] as object)).toContain(`${ann.id}_dead`)
    expect((await table.data(bob.id)).body).toMatchObject({ round: 2, player_number: 1, score: [1, 0] })
  })
})

describe('a whole match of boost tron', () => {
  const house = (name: string): Contestant =>
    threadContestant({ name, bot: `house:${name}`, source: { kind: 'house', name }, nodeBudget: 300 })

  test.each(FORMATS)('is played by two bots over an open challenge, in %s', async (format) => {
    await using table = await openTable({}, { width: 12, height: 10, starts: '2,5 9,5' })
    const { arena, game, players } = table
    const results = await Promise.all(
      players.map(({ id, key }, index) =>
        playOverPolling(house(index === 0 ? 'voronoi' : 'wanderer'), {
          url: arena.url,
          game,
          playerId: id,
          key,
          seed: index,
          format,
        }),
      ),
    )
    const [first, second] = results.map((result) => (result.ok ? result.value : result.problem))
    const row = (await arena.request(`/api/v1/matches/${game}`)).body
    expect(row).toMatchObject({ status: 'over', void: false })
    expect([first, second]).toMatchObject([
      { score: row['score'] },
      { winner: (first as { winner?: unknown }).winner },
    ])
    expect((await arena.request(`/api/v1/matches/${game}/verification`)).body).toMatchObject({
      verified: true,
    })
  })

  test('is played against a house brain, which shows itself as 999', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const { body } = await ann.request('/api/v1/games', {
      method: 'POST',
      json: { opponent: 'house:wanderer', settings: { width: 20, height: 16, starts: '3,8 15,8' } },
    })
    const game = numberIn(body, 'id')
    const result = await playOverPolling(house('voronoi'), {
      url: arena.url,
      game,
      playerId: ann.id,
      key: ann.key,
      seed: 5,
    })
    expect(result).toMatchObject({ ok: true })
    const over = await arena.request(`/player/999/${game}/data.json`)
    expect(over.body).toMatchObject({ status: 'over', player_id: 999 })
  })
})

import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { fakeClock } from '../../src/runner/fake-clock.fixture.ts'
import { listIn, openTestArena, textIn, until, type TestArena } from '../server/arena.fixture.ts'
import { listen } from './listen.fixture.ts'
import { practise } from './practise.fixture.ts'
import { FLIP, openTeam, send } from './team.fixture.ts'
import { openBattle } from './two-teams.fixture.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const put = (position: unknown): object => ({ action: 'putSymbol', position })

/** For tests that may run side by side. */
let shared: TestArena
beforeAll(async () => {
  shared = await openTestArena()
})
afterAll(() => shared[Symbol.asyncDispose]())

describe('a battle', () => {
  test('tells a team its side, every command and the winner, and then the stream ends', async () => {
    const arena = shared
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_X')
    const { events, over, has } = listen(arena, 'tic-tac-toe', id)
    for (const [index, square] of ['C', 'S', 'NE', 'SW'].entries()) {
      await has(1 + 2 * index)
      const answer = await send(arena.url, 'tic-tac-toe', id, put(square))
      expect(answer.status).toBe(200)
      const body = (await answer.json()) as JsonObject
      expect(Object.keys(body)).toEqual(['message', 'moveId', 'clock'])
      expect(body).toEqual({
        message: 'received your command',
        moveId: expect.stringMatching(UUID),
        clock: expect.any(Number),
      })
    }
    await over
    expect(events).toEqual([
      { youAre: 'O', id },
      { player: 'O', ...put('C') },
      { player: 'X', ...put('NW') },
      { player: 'O', ...put('S') },
      { player: 'X', ...put('N') },
      { player: 'O', ...put('NE') },
      { player: 'X', ...put('W') },
      { player: 'O', ...put('SW') },
      { winner: 'O' },
    ])
    for (const path of [`start/${id}`, `play/${id}`]) {
      const answer = await fetch(`${arena.url}/tic-tac-toe/${path}`, {
        method: path.startsWith('start') ? 'GET' : 'POST',
      })
      expect([answer.status, await answer.text()]).toEqual([423, '{"error":"Battle already ended"}'])
    }
  })

  test('is a match like all others: its record can be seen and checked', async () => {
    const arena = shared
    const id = await practise(arena, 'tic-tac-toe', 'C_AI_X_FIRST')
    const { over, has } = listen(arena, 'tic-tac-toe', id)
    await has(2)
    await send(arena.url, 'tic-tac-toe', id, { action: FLIP })
    await over
    const { body } = await arena.request(`/api/v1/battles/${id}`)
    expect(body).toMatchObject({ side: 'O', status: 'over', winner: 'O', case: null })
    expect(body['reason']).toBe('Team won: house:cheat-x-first sent "NW" when it was not its turn')
    const match = Number(body['match'])
    expect((await arena.request(`/api/v1/matches/${match}`)).body['end']).toBe(body['reason'])
    expect((await arena.request(`/api/v1/matches/${match}/verification`)).body['verified']).toBe(true)
    expect((await arena.request(`/api/v1/matches/${match}/record`)).text).not.toContain(id)
    expect((await arena.request('/api/v1/matches')).text).not.toContain(id)
    const transcript = await arena.request(`/api/v1/battles/${id}/transcript`)
    const lines = (transcript.body['lines'] as JsonObject[]).map(
      ({ from, text }) => `${String(from)}: ${String(text)}`,
    )
    expect(lines).toEqual([
      `team: GET /tic-tac-toe/start/${id}`,
      `arena: data: {"youAre":"O","id":"${id}"}`,
      'arena: data: {"player":"X","action":"putSymbol","position":"NW"}',
      `team: POST /tic-tac-toe/play/${id} {"action":"${FLIP}"}`,
      'arena: 200',
      `arena: data: {"player":"O","action":"${FLIP}"}`,
      'arena: data: {"winner":"O"}',
    ])
  })

  test.each([
    ['GET', 'tic-tac-toe/start/0d9a1c6b-9c5b-4f3a-8a53-0d9a1c6b2e44', 404, 'battle not found'],
    ['GET', 'quoridor/start/BATTLE', 404, 'battle not found'],
    ['GET', 'chess/start/BATTLE', 404, 'battle not found'],
    ['POST', 'tic-tac-toe/play/x', 404, 'Battle not found'],
    ['POST', 'quoridor/play/BATTLE', 404, 'Battle not found'],
    ['POST', 'tic-tac-toe/play/BATTLE', 400, 'malformed JSON'],
  ])('%s /%s: %i %s', async (method, path, status, error) => {
    const arena = shared
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_X')
    const answer = await fetch(`${arena.url}/${path.replace('BATTLE', id)}`, {
      method,
      ...(method === 'POST' && { body: '{"action":' }),
    })
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      status,
      'application/json; charset=utf-8',
      JSON.stringify({ error }),
    ])
  })

  test.each([
    ['application/json', JSON.stringify(put('C'))],
    ['text/plain', JSON.stringify(put('C'))],
    ['application/x-www-form-urlencoded', JSON.stringify(put('C'))],
    ['multipart/form-data', JSON.stringify(put('C'))],
    ['nonsense', JSON.stringify(put('C'))],
    ['application/x-www-form-urlencoded', 'action=putSymbol&position=C'],
  ])('takes a command that says it is %s: %s', async (type, body) => {
    const arena = shared
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_X')
    const { events, has } = listen(arena, 'tic-tac-toe', id)
    await has(1)
    const answer = await fetch(`${arena.url}/tic-tac-toe/play/${id}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(answer.status).toBe(200)
    await has(3)
    expect(events[1]).toEqual({ player: 'O', ...put('C') })
  })

  test('takes a command without a content type, and before the stream is opened', async () => {
    const arena = shared
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_X')
    const body = JSON.stringify(put('C'))
    const head = `POST /tic-tac-toe/play/${id} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${body.length}`
    expect(await raw(arena.port, `${head}\r\n\r\n${body}`)).toContain('received your command')
    const { events, has } = listen(arena, 'tic-tac-toe', id)
    await has(3)
    expect(events).toEqual([
      { youAre: 'O', id },
      { player: 'O', ...put('C') },
      { player: 'X', ...put('NW') },
    ])
  })

  test.each([
    ['occupied', put('NW'), 'Team played "NW" on turn 2, which is illegal there'],
    ['no square', put('middle'), 'Team sent something unreadable on turn 2'],
    ['empty', put(''), 'Team sent something unreadable on turn 2'],
    ['no action', { position: 'C' }, 'Team sent something unreadable on turn 2'],
    ['unknown action', { action: 'dance', position: 'C' }, 'Team sent something unreadable on turn 2'],
    ['nothing', {}, 'Team sent something unreadable on turn 2'],
  ])('is lost by a command that is invalid (%s), once that was echoed', async (_what, command, reason) => {
    const arena = shared
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_O')
    const { events, over, has } = listen(arena, 'tic-tac-toe', id)
    await has(2)
    expect((await send(arena.url, 'tic-tac-toe', id, command)).status).toBe(200)
    await over
    expect(events.slice(2)).toEqual([
      { player: 'X', ...command },
      { player: 'O', action: FLIP },
      { winner: 'O' },
    ])
    const { body } = await arena.request(`/api/v1/battles/${id}`)
    expect(textIn(body, 'reason')).toContain(reason)
  })

  test('is lost by a team that has not joined it after 300 seconds', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    const id = await practise(arena, 'quoridor', 'BASE_AI_FIRST')
    await clock.pass(299_999)
    expect((await arena.request(`/api/v1/battles/${id}`)).body['status']).toBe('playing')
    await clock.pass(2)
    const { body } = await arena.request(`/api/v1/battles/${id}`)
    expect(body).toMatchObject({ status: 'over', winner: 'first' })
    expect(body['reason']).toBe('house:baseline won: Team was not ready within 300 s')
    expect((await fetch(`${arena.url}/quoridor/start/${id}`)).status).toBe(423)
  })

  test('starts the clock of the first player with its first event, and not before', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_X')
    await clock.pass(100_000)
    const { has } = listen(arena, 'tic-tac-toe', id)
    await has(1)
    await clock.pass(5_000)
    const answer = await send(arena.url, 'tic-tac-toe', id, put('C'))
    expect(((await answer.json()) as JsonObject)['clock']).toBe(15_000)
  })

  test('tells a demo with every kind of event', async () => {
    const arena = shared
    const answer = await fetch(`${arena.url}/quoridor/demo`)
    const events = (await answer.text()).split('\n\n').slice(0, -1)
    expect(events.map((event) => Object.keys(JSON.parse(event.slice(6)) as object).join())).toEqual([
      'youAre,id',
      'player,action,position',
      'player,action,position',
      'player,action,position',
      'player,action,position',
      'player,action',
      'winner',
    ])
  })
})

/** Sends bytes and returns all that comes back. */
function raw(port: number, text: string, onPiece: (piece: string) => void = () => {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let all = ''
    const socket = connect(port, '127.0.0.1', () => void socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (piece: string) => {
      all += piece
      onPiece(piece)
    })
    socket.on('end', () => resolve(all))
    socket.on('error', reject)
  })
}

describe('the bytes of a stream', () => {
  test('are events and nothing else, each in a chunk of its own', async () => {
    const arena = shared
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_X')
    const pieces: string[] = []
    const over = raw(
      arena.port,
      `GET /tic-tac-toe/start/${id} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      (piece) => {
        pieces.push(piece)
      },
    )
    for (const [index, square] of ['C', 'S', 'NE', 'SW'].entries()) {
      await until(() => (pieces.join('').split('data: ').length > 1 + 2 * index ? true : undefined))
      await send(arena.url, 'tic-tac-toe', id, put(square))
    }
    const text = await over
    const [head = '', ...rest] = text.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(head).toMatch(/\r\ncontent-type: text\/event-stream\r\n/i)
    const chunks = rest.join('\r\n\r\n').split(/(?:^|\r\n)[0-9a-f]+\r\n/)
    expect(chunks).toEqual(['', ...Array(9).fill(expect.stringMatching(/^data: \{[^\n]*\}\n\n$/)), '\r\n'])
  })

  test('cross a command with a cheat that races: the flip that follows counts, and the transcript says so', async () => {
    const arena = shared
    const id = await practise(arena, 'tic-tac-toe', 'C_AI_X_FIRST')
    const { events, over, has } = listen(arena, 'tic-tac-toe', id)
    await has(2)
    expect((await send(arena.url, 'tic-tac-toe', id, put('C'))).status).toBe(200)
    expect((await send(arena.url, 'tic-tac-toe', id, { action: FLIP })).status).toBe(200)
    await over
    expect(events.slice(2)).toEqual([{ player: 'O', action: FLIP }, { winner: 'O' }])
    const { body } = await arena.request(`/api/v1/battles/${id}/transcript`)
    expect((body['lines'] as JsonObject[]).map(({ text }) => text)).toContain(
      `POST /tic-tac-toe/play/${id} {"action":"putSymbol","position":"C"}, answered 200 and not played: it may have crossed the cheat`,
    )
  })

  test('cross a command with a cheat that races: its answer tells the clock without two seconds more', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    const id = await practise(arena, 'tic-tac-toe', 'C_AI_X_FIRST')
    await listen(arena, 'tic-tac-toe', id).has(2)
    const clocks: unknown[] = []
    for (const command of [put('C'), { action: FLIP }]) {
      await clock.pass(3_000)
      const answer = await send(arena.url, 'tic-tac-toe', id, command)
      clocks.push(((await answer.json()) as JsonObject)['clock'])
    }
    expect(clocks).toEqual([15_000, 14_000])
  })

  test('show in the transcript what was refused, with the answer, and streams that were left', async () => {
    const arena = shared
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_X')
    const playPath = `/tic-tac-toe/play/${id}`
    const startPath = `/tic-tac-toe/start/${id}`
    const transcript = async (): Promise<readonly string[]> => {
      const { body } = await arena.request(`/api/v1/battles/${id}/transcript`)
      return listIn(body, 'lines').map(({ from, text }) => `${String(from)}: ${String(text)}`)
    }
    const leaving = new AbortController()
    await fetch(`${arena.url}${startPath}`, { signal: leaving.signal })
    leaving.abort()
    await expect.poll(transcript, { timeout: 60_000 }).toContain('team: left the stream')
    const { over, has } = listen(arena, 'tic-tac-toe', id)
    await has(1)
    await fetch(`${arena.url}${playPath}`, { method: 'POST', body: '{"action":' })
    await send(arena.url, 'tic-tac-toe', id, { action: FLIP })
    await over
    const refused = (request: string, answer: string): readonly string[] => [
      `team: ${request}`,
      `arena: ${answer}`,
    ]
    const late = refused(`POST ${playPath} {"action":"late"}`, '423 {"error":"Battle already ended"}')
    await expect
      .poll(
        async () => {
          expect((await send(arena.url, 'tic-tac-toe', id, { action: 'late' })).status).toBe(423)
          return (await transcript()).slice(-2)
        },
        { timeout: 60_000 },
      )
      .toEqual(late)
    expect((await fetch(`${arena.url}${startPath}`)).status).toBe(423)
    const lines = await transcript()
    expect(lines.slice(-2)).toEqual(refused(`GET ${startPath}`, '423 {"error":"Battle already ended"}'))
    const at = lines.indexOf(`team: POST ${playPath} {"action":`)
    expect(lines.slice(at, at + 2)).toEqual(
      refused(`POST ${playPath} {"action":`, '400 {"error":"malformed JSON"}'),
    )
    // A client that goes on for ever fills no log.
    for (let count = 0; count < 20; count++) await fetch(`${arena.url}${startPath}`)
    expect((await transcript()).filter((line) => line.includes('423'))).toHaveLength(10)
  })

  test('hold a cheat that races right behind the event before it', async () => {
    const arena = shared
    const id = await practise(arena, 'quoridor', 'C_AI_SECOND_FIRST')
    const { events, has } = listen(arena, 'quoridor', id)
    await has(2)
    expect(events).toEqual([
      { youAre: 'first', id },
      { player: 'second', action: 'move', position: 'e8' },
    ])
  })
})

describe('a battle between two teams', () => {
  const endOf = async (arena: TestArena, match: number) =>
    textIn((await arena.request(`/api/v1/matches/${match}`)).body, 'end').replaceAll(/ \d+/g, '')

  test('sends no event until both have joined', async () => {
    const arena = shared
    const { first, second } = await openBattle(arena)
    const one = listen(arena, 'tic-tac-toe', first)
    expect((await send(arena.url, 'tic-tac-toe', first, put('C'))).status).toBe(200)
    expect(one.events).toEqual([])
    const two = listen(arena, 'tic-tac-toe', second)
    await Promise.all([one.has(2), two.has(2)])
    expect(one.events[0]).toEqual({ youAre: 'O', id: first })
    expect(two.events[0]).toEqual({ youAre: 'X', id: second })
    expect(one.events.slice(1)).toEqual(two.events.slice(1))
  })

  test.each([
    ['flips the table', { action: FLIP }, 'Bob won: Ann sent "N" when it was not its turn'],
    ['plays on', put('SE'), 'Bob won: Ann sent "N" when it was not its turn, which went unnoticed'],
  ])('is won by the team that was cheated and %s', async (_what, command, end) => {
    const arena = shared
    const { first, second, match } = await openBattle(arena)
    const one = listen(arena, 'tic-tac-toe', first)
    const two = listen(arena, 'tic-tac-toe', second)
    await Promise.all([one.has(1), two.has(1)])
    await send(arena.url, 'tic-tac-toe', first, put('C'))
    expect((await send(arena.url, 'tic-tac-toe', first, put('N'))).status).toBe(200)
    await two.has(3)
    await send(arena.url, 'tic-tac-toe', second, command)
    await Promise.all([one.over, two.over])
    expect(two.events.slice(1)).toEqual([
      { player: 'O', ...put('C') },
      { player: 'O', ...put('N') },
      ...('position' in command ? [{ player: 'X', ...command }] : []),
      { player: 'X', action: FLIP },
      { winner: 'X' },
    ])
    expect(one.events.slice(1)).toEqual(two.events.slice(1))
    expect(await endOf(arena, match)).toBe(end)
  })

  test('is won by a team that was cheated and does nothing, when its clock has run out', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    const { first, second, match } = await openBattle(arena)
    const [one, two] = [listen(arena, 'tic-tac-toe', first), listen(arena, 'tic-tac-toe', second)]
    await Promise.all([one.has(1), two.has(1)])
    await send(arena.url, 'tic-tac-toe', second, put('C'))
    await one.has(2)
    await clock.pass(18_001)
    await Promise.all([one.over, two.over])
    expect(one.events.slice(1)).toEqual([
      { player: 'X', ...put('C') },
      { player: 'O', action: FLIP },
      { winner: 'O' },
    ])
    expect(await endOf(arena, match)).toBe(
      'Ann won: Bob sent "C" when it was not its turn, which went unnoticed',
    )
  })

  const standings = async (arena: TestArena) =>
    listIn((await arena.request('/api/v1/challenges/tic-tac-toe/standings')).body, 'standings')

  test('with a team whose server is down does not count, and cannot be started again at once', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const { url } = await openTeam().then(async (address) => {
      await address[Symbol.asyncDispose]()
      return address
    })
    await bob.request('/api/v1/me/team-urls', { method: 'PUT', json: { challenge: 'tic-tac-toe', url } })
    const challenge = () =>
      ann.request('/api/v1/battles', {
        method: 'POST',
        json: { challenge: 'tic-tac-toe', opponent: `player:${bob.id}` },
      })
    const made = await challenge()
    const { events, over } = listen(arena, 'tic-tac-toe', textIn(made.body, 'battle'))
    expect(await challenge()).toMatchObject({
      status: 409,
      body: {
        message: 'Cannot begin another battle of Ann and Bob: Bob has not come for the last one',
      },
    })
    await over
    expect(events).toEqual([{ winner: 'draw' }])
    expect((await arena.request(`/api/v1/matches/${Number(made.body['match'])}`)).body).toMatchObject({
      status: 'over',
      void: true,
      winner: null,
      end: 'not counted: Bob could not be reached: nothing listens there',
    })
    expect(await standings(arena)).toEqual([])
    expect(await challenge()).toMatchObject({ status: 429, body: { error: 'unanswered' } })
  })

  test('that one of them does not come for is called off after 300 seconds, also after a restart', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    const { first, match } = await openBattle(arena)
    const before = listen(arena, 'tic-tac-toe', first)
    await until(() => (arena.server.spectators() === 1 ? true : undefined))
    await clock.pass(200_000)
    await arena.restart()
    await clock.pass(299_999)
    expect(arena.server.arena.live(match)?.match.phase).toBe('starting')
    const after = listen(arena, 'tic-tac-toe', first)
    await until(() => (arena.server.spectators() === 1 ? true : undefined))
    await clock.pass(1)
    await after.over
    expect([before.events, after.events]).toEqual([[], [{ winner: 'draw' }]])
    expect(await endOf(arena, match)).toBe('not counted: Bob did not come for the battle')
    expect(await standings(arena)).toEqual([])
  })

  test('counts when both have come, however late', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    const { ann, first, second } = await openBattle(arena)
    const one = listen(arena, 'tic-tac-toe', first)
    await clock.pass(299_000)
    const two = listen(arena, 'tic-tac-toe', second)
    await Promise.all([one.has(1), two.has(1)])
    await clock.pass(2_000)
    await send(arena.url, 'tic-tac-toe', second, put('C'))
    await one.has(2)
    await send(arena.url, 'tic-tac-toe', first, { action: FLIP })
    await Promise.all([one.over, two.over])
    expect(await standings(arena)).toMatchObject([{ player: ann.id, won: 1 }, { lost: 1 }])
  })

  test('is seen by its own team and the organiser only', async () => {
    const arena = shared
    const { ann, bob, first, second } = await openBattle(arena)
    const organiser = await arena.organiser()
    for (const [player, battle, status] of [
      [ann, first, 200],
      [ann, second, 403],
      [bob, first, 403],
      [organiser, first, 200],
    ] as const)
      expect((await player.request(`/api/v1/battles/${battle}/transcript`)).status).toBe(status)
    expect((await arena.request(`/api/v1/battles/${first}/transcript`)).status).toBe(401)
  })
})

describe('a page of another site', () => {
  const FOREIGN = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
  ]

  test.each(FOREIGN)('%j starts no evaluation, no practice and no move', async (headers) => {
    const arena = shared
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_X')
    const { length } = arena.server.arena.store.openRuns()
    // A form or a cross-site script may send plain text without a preflight request.
    const simple = (path: string, body: object) =>
      arena.request(`/tic-tac-toe/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'text/plain', ...headers },
      })
    const run = { runId: 'r', teamUrl: 'http://127.0.0.1:9999', callbackUrl: 'http://127.0.0.1:9998' }
    for (const [path, body] of [
      ['evaluate', run],
      ['practice', { caseType: 'BASE_AI_X' }],
      [`play/${id}`, put('C')],
    ] as const)
      expect(await simple(path, body)).toMatchObject({
        status: 403,
        body: {
          error: 'A request from another site may not act for you: open the page of the server itself',
        },
      })
    expect((await arena.request(`/tic-tac-toe/start/${id}`, { headers })).status).toBe(403)
    expect(arena.server.arena.store.openRuns()).toHaveLength(length)
    const { events, has } = listen(arena, 'tic-tac-toe', id)
    await has(1)
    expect(events).toEqual([{ youAre: 'O', id }])
  })

  test('of the arena itself may', async () => {
    const { status } = await shared.request('/tic-tac-toe/practice', {
      method: 'POST',
      body: JSON.stringify({ caseType: 'BASE_AI_X' }),
      headers: { origin: shared.url },
    })
    expect(status).toBe(200)
  })
})

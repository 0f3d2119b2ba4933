import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { keepEnds } from '../../src/runner/keep-ends.ts'
import type { JsonObject } from '../../src/base/json.ts'
import { must } from '../../src/base/result.ts'
import { openLobby } from '../../src/server/open-lobby.ts'
import { backupStore } from '../../src/store/backup.ts'
import { checkStore } from '../../src/store/check.ts'
import { openStore } from '../../src/store/open-store.ts'
import { rebuildStore } from '../../src/store/rebuild.ts'
import { server as torus } from '../../src/wires/torus-tcp/server.ts'
import { openTeam } from '../sse/team.fixture.ts'
import { listIn, numberIn, openTestArena, until, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { talkingBot } from './bot.fixture.ts'
import { completeLogs, newGame, playToEnd, turnOf } from './play.fixture.ts'

const HELLO = 'I think it is over there → €\n'

/** Uploads a bot and waits until it may play. */
async function addBot(owner: TestPlayer, archive: Uint8Array<ArrayBuffer>): Promise<number> {
  const json = { challenge: 'longest-group', name: 'talker' }
  const bot = numberIn((await owner.request('/api/v1/bots', { method: 'POST', json })).body, 'id')
  const headers = { 'content-type': 'application/zip' }
  await owner.request(`/api/v1/bots/${bot}/versions`, { method: 'POST', body: archive, headers })
  const version = await until(async () => {
    const { body } = await owner.request(`/api/v1/bots/${bot}/versions`)
    return listIn(body, 'versions').find(({ status }) => status !== 'waiting')
  })
  expect(version).toMatchObject({ status: 'passed' })
  return bot
}

const logsOf = (who: TestPlayer | TestArena, match: number) => who.request(`/api/v1/matches/${match}/logs`)

const callMatch = async (organiser: TestPlayer, challenge: string, players: readonly string[]) => {
  const { status, body } = await organiser.request('/api/v1/matches', {
    method: 'POST',
    json: { challenge, players },
  })
  expect(status).toBe(201)
  return numberIn(body, 'id')
}

const overAt = (arena: TestArena, match: number): Promise<JsonObject> =>
  until(async () => {
    const { body } = await arena.request(`/api/v1/matches/${match}`)
    return body['status'] === 'over' ? body : undefined
  })

describe('the log of a bot', () => {
  test('is for its owner and the organiser, has both directions, and outlives the server', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const bot = await addBot(ann, talkingBot(HELLO))
    const match = await newGame(bob, { challenge: 'longest-group', opponent: `bot:${bot}` })
    await playToEnd(bob, match)

    const [log, ...more] = await completeLogs(ann, match)
    expect(more).toEqual([])
    expect(log).toMatchObject({ player: 1, name: 'Ann · talker', wire: 'program', stderr: HELLO, note: null })
    const lines = listIn(log ?? {}, 'lines')
    expect(lines[0]).toMatchObject({ from: 'arena', round: 0, turn: 0 })
    const own = lines.filter(({ from }) => from === 'team')
    expect(own[0]).toMatchObject({ text: expect.stringMatching(/^\d+ \d+$/), turn: 1 })
    expect(own.at(-1)?.['turn']).toBeGreaterThan(50)

    expect(await completeLogs(organiser, match)).toEqual([log])
    // The opponent uses HTTP, and sees only its own seat.
    const others = await completeLogs(bob, match)
    expect(others).toMatchObject([{ player: 0, wire: 'http', stderr: null, note: null }])
    expect(JSON.stringify(others)).not.toContain('over there')
    const carol = await arena.register('Carol')
    expect((await logsOf(carol, match)).status).toBe(403)
    expect((await logsOf(arena, match)).status).toBe(401)

    const record = (await arena.request(`/api/v1/matches/${match}/record`)).text
    expect(record).not.toContain('over there')
    const verified = await arena.request(`/api/v1/matches/${match}/verification`)
    expect(verified.body['verified']).toBe(true)

    await arena.restart()
    expect(await completeLogs(ann, match)).toEqual([log])
    expect((await arena.request(`/api/v1/matches/${match}/record`)).text).toBe(record)

    const copy = join(arena.folder, 'copy')
    mkdirSync(copy)
    must(await backupStore(arena.folder, join(copy, 'arena.db')))
    expect(must(checkStore(copy)).problems).toEqual([])
    expect(must(rebuildStore(copy)).same).toBe(true)
    using kept = must(openStore(copy))
    const ofBot = kept.botLogs(match).filter(({ player }) => player === 1)
    expect(ofBot).toMatchObject([{ player: 1, log: { round: 0, stderr: HELLO } }])
  })

  test('shows both bots of one owner, and never the one of the opponent', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const bots = [
      await addBot(ann, talkingBot('Ann was here')),
      await addBot(bob, talkingBot('Bob was here')),
    ]
    const match = await callMatch(organiser, 'longest-group', [`bot:${bots[0]}`, `bot:${bots[1]}`])
    await overAt(arena, match)
    const errors = async (who: TestPlayer) =>
      (await completeLogs(who, match)).map(({ player, stderr }) => [player, stderr])
    expect(await errors(ann)).toEqual([[0, 'Ann was here']])
    expect(await errors(bob)).toEqual([[1, 'Bob was here']])
    expect(await errors(organiser)).toEqual([
      [0, 'Ann was here'],
      [1, 'Bob was here'],
    ])
  })

  test('of a round that the server was stopped in is kept beside that of the round played again', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const bot = await addBot(ann, talkingBot(HELLO))
    const match = await newGame(bob, { challenge: 'longest-group', opponent: `bot:${bot}`, side: 'second' })
    // The bot has moved, and waits.
    await until(async () => ((await turnOf(bob, match))['asked'] === true ? true : undefined))
    const early = (await logsOf(ann, match)).body
    expect(early).toMatchObject({ complete: false, logs: [{ wire: 'program' }] })
    await arena.restart()
    await playToEnd(bob, match)
    const [log] = await completeLogs(ann, match)
    expect(log?.['stderr']).toBe(`--- round 1 ---\n${HELLO}--- round 1 ---\n${HELLO}`)
  })

  test('is cut in the middle when a bot writes without end', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const ann = await arena.register('Ann')
    const bot = await addBot(ann, talkingBot(`first${'€'.repeat(100_000)}last`))
    const match = await callMatch(organiser, 'longest-group', [`bot:${bot}`, 'house:random'])
    await overAt(arena, match)
    const [log] = await completeLogs(ann, match)
    const stderr = String(log?.['stderr'])
    expect(Buffer.byteLength(stderr)).toBeLessThanOrEqual(64 * 1024)
    expect(stderr).toMatch(/^first€+\n\[\d+ bytes left out\]\n€+last$/)
  })

  test('is not there for a match of the house, nor for one that is not', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const ann = await arena.register('Ann')
    const match = await callMatch(organiser, 'tic-tac-toe', ['house:random', 'house:random'])
    for (const who of [ann, organiser])
      expect([(await logsOf(who, match)).status, (await logsOf(who, match)).body['message']]).toEqual([
        404,
        `There is no log of match ${match}: no bot of a team played in it`,
      ])
    expect((await logsOf(ann, 99)).status).toBe(404)
    expect((await logsOf(arena, match)).status).toBe(401)
  })
})

/** The lines of the only log that a team may read, as `<`, `>` or `!` and the text. */
const linesOf = async (who: TestPlayer, match: number): Promise<readonly string[]> => {
  const [log, ...more] = listIn((await logsOf(who, match)).body, 'logs')
  expect(more).toEqual([])
  return listIn(log ?? {}, 'lines').map(
    ({ from, text }) => `${from === 'team' ? '<' : from === 'arena' ? '>' : '!'} ${String(text)}`,
  )
}

/** Without the times, which differ from run to run. */
const untimed = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/ in \d+ ms/, '').replace(/ in [\d.]+ s/, ''))

describe('the log of a player over HTTP', () => {
  test('has its requests on the turns wire and our answers, refusals included, and never a key', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const match = await newGame(ann, { challenge: 'boost-tron', opponent: 'open' })
    const moves = `/api/v1/games/${match}/moves`
    const early = await ann.request(`/api/v1/games/${match}/turn`)
    expect(early.status).toBe(409)
    await bob.request(`/api/v1/games/${match}/join`, { method: 'POST' })
    await turnOf(bob, match, 0)
    await turnOf(ann, match)
    const before = (await linesOf(ann, match)).length
    const headers = { 'content-type': 'application/json' }
    for (const { body, status } of [
      { body: '{"move":"forw', status: 400 },
      { body: `{"move":"${ann.key}"}`, status: 400 },
      { body: `{"move":"forward","key":"${ann.key}"}`, status: 400 },
      { body: '{"move":"forward","turn":7}', status: 409 },
      { body: '{"move":"forward"}', status: 200 },
      { body: '{"move":"left"}', status: 409 },
    ])
      expect([body, (await ann.request(moves, { method: 'POST', body, headers })).status]).toEqual([
        body,
        status,
      ])
    const lines = untimed(await linesOf(ann, match))
    expect(lines.slice(0, 2)).toEqual([
      `< GET /api/v1/games/${match}/turn`,
      `> 409 {"error":"not-started","message":"Match ${match} has not begun yet"}`,
    ])
    expect(lines.slice(before)).toEqual([
      `< POST ${moves} {"move":"forw`,
      expect.stringMatching(/^> 400 \{"error":"bad-request","message":"Cannot read the request: /),
      `< POST ${moves} {"move":"[key]"}`,
      expect.stringMatching(/^> 400 \{"error":"illegal","message":"Cannot play this: /),
      `< POST ${moves} {"move":"forward","key":"[key]"}`,
      expect.stringMatching(/^> 400 \{"error":"bad-request"/),
      `< POST ${moves} {"move":"forward","turn":7}`,
      '> 409 {"error":"not-your-turn","message":"This turn has passed"}',
      `< POST ${moves} {"move":"forward"}`,
      expect.stringMatching(/^> 200 \{"status":"playing","round":1,"turn":1,.*"winner":null,"fault":null\}$/),
      `< POST ${moves} {"move":"left"}`,
      '> 409 {"error":"not-your-turn","message":"It is not your turn"}',
    ])
    // Each its own, and neither the organiser's.
    expect(await linesOf(bob, match)).not.toContain(`< POST ${moves} {"move":"forward"}`)
    expect(listIn((await logsOf(ann, match)).body, 'logs')).toMatchObject([
      { player: 0, wire: 'http', name: 'Ann' },
    ])
    expect((await logsOf(organiser, match)).status).toBe(404)
    const [first] = listIn(listIn((await logsOf(ann, match)).body, 'logs')[0] ?? {}, 'lines')
    expect(first).toMatchObject({ from: 'team', round: 0, turn: 0 })
    expect(Date.now() - Date.parse(String(first?.['at']))).toBeGreaterThanOrEqual(0)
  })

  test('counts polls with nothing new, says where the match stood, and is whole after a restart', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const match = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:random', side: 'first' })
    await turnOf(ann, match)
    for (let count = 0; count < 20; count++) await turnOf(ann, match, 0)
    const polled = `< GET /api/v1/games/${match}/turn?wait=0`
    expect(untimed(await linesOf(ann, match)).slice(-1)).toEqual([`${polled} ×19, nothing new`])
    await arena.restart()
    expect(untimed(await linesOf(ann, match)).slice(-1)).toEqual([`${polled} ×19, nothing new`])
    await playToEnd(ann, match)
    const [log] = await completeLogs(ann, match)
    const told = listIn(log ?? {}, 'lines')
    expect(told.filter(({ text }) => String(text).startsWith('POST ')).map(({ turn }) => turn)).toEqual(
      [0, 2, 4, 6, 8].slice(0, told.filter(({ text }) => String(text).startsWith('POST ')).length),
    )
    // The last answer says how it ended, and is in the log although the match was over by then.
    expect(told.at(-1)?.['text']).toMatch(/^200 in \d+ ms \{"status":"over"/)
    await arena.restart()
    expect(await completeLogs(ann, match)).toEqual([log])
  })

  test.each(['json', 'xml', 'msgpack'])('has its requests on the polling wire in %s', async (format) => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const settings = { width: 9, height: 7, starts: '1,3 7,3' }
    const match = await newGame(ann, { opponent: 'open', settings, seed: 1 })
    await bob.request(`/api/v1/games/${match}/join`, { method: 'POST' })
    await bob.request(`/player/${bob.id}/${match}/data.json`)
    const data = `/player/${ann.id}/${match}/data.${format}`
    await arena.request(`${data}?wait=20&key=${ann.key}`)
    // Without a key anyone may look: it is not Ann that is known to ask.
    await arena.request(`/grid/${match}/${ann.id}.${format}`)
    const move = (words: string): string => `/move/${match}/${ann.id}/${words}/forward.${format}`
    const post = (words: string, rest: string, wanted: object = {}) =>
      arena.request(`${move(words)}${rest}`, { method: 'POST', ...wanted })
    expect((await post('Up/False', `?key=${ann.key}`)).status).toBe(400)
    const headers = { authorization: `Bearer ${ann.key}`, 'content-type': 'application/json' }
    expect((await post('None/False', '', { headers, body: `{"key":"${ann.key}` })).status).toBe(400)
    expect((await post('None/False', `?remark=hi&key=${ann.key}`)).status).toBe(200)
    expect((await post('None/False', `?key=${ann.key}`)).status).toBe(409)
    expect((await post('None/False', '?key=wrong')).status).toBe(403)
    const lines = untimed(await linesOf(ann, match))
    const refused = (code: string, status: number) =>
      format === 'msgpack'
        ? expect.stringMatching(new RegExp(`^> ${status} \\(\\d+ bytes\\)$`))
        : expect.stringMatching(new RegExp(`^> ${status} .*${code}`))
    expect(lines).toEqual([
      `< GET ${data}?wait=20`,
      expect.stringMatching(/^> 200 /),
      `< POST ${move('Up/False')}`,
      refused('bad-turn', 400),
      `< POST ${move('None/False')} {"key":"[key]`,
      refused('bad-request', 400),
      `< POST ${move('None/False')}?remark=hi`,
      expect.stringMatching(/^> 200 /),
      `< POST ${move('None/False')}`,
      refused('not-your-turn', 409),
    ])
    expect(await linesOf(bob, match)).toHaveLength(2)
  })
})

/** The TCP port of an arena, on a board where driving north goes round and round until the other hits its own trail. */
async function openTcp(arena: TestArena, fillAfter?: number) {
  if (!torus.listener) throw new Error('torus tron has no port')
  const printed: string[] = []
  const options = {
    port: 0,
    seed: 1,
    maps: [{ width: 5, height: 5, walls: 'none', starts: '1,1 3,3' }],
    ...(fillAfter !== undefined && { fillAfter, fillWith: 'first' }),
  }
  const lobby = must(
    await openLobby(arena.server, torus.listener, options, (line) => void printed.push(line)),
  )
  return { ...lobby, printed, [Symbol.asyncDispose]: () => lobby[Symbol.asyncDispose]() }
}

/** Says all of this at once, and gives what the server says until it closes. */
async function sayOverTcp(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let heard = ''
  socket.setEncoding('utf8').on('data', (part: string) => (heard += part))
  socket.write(text)
  await once(socket, 'end')
  socket.destroy()
  return heard
}

test('a team that waits in the TCP lobby is connected on the readiness board, until it hangs up', async () => {
  await using arena = await openTestArena()
  const organiser = await arena.organiser()
  const ann = await arena.register('Ann')
  const made = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: {
      name: 'Cup',
      challenge: 'torus-tron',
      format: 'round-robin',
      entrants: ['house:random', `player:${ann.id}`],
    },
  })
  const board = `/api/v1/tournaments/${String(made.body['id'])}/readiness`
  const wire = async () => listIn((await arena.request(board)).body, 'teams')[1]?.['wire']
  await using tcp = await openTcp(arena)
  expect(await wire()).toBeNull()
  const socket = connect({ port: tcp.port, host: '127.0.0.1' })
  socket.write(`${ann.key}\n`)
  await expect.poll(wire, { timeout: 60_000 }).toBe('tcp')
  socket.destroy()
  await expect.poll(wire, { timeout: 60_000 }).toBeNull()
})

test('a team that sends its key over TCP plays under its name, and reads its lines with their times', async () => {
  await using arena = await openTestArena()
  const organiser = await arena.organiser()
  const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
  await using tcp = await openTcp(arena)
  const [heard, guest] = await Promise.all([
    sayOverTcp(tcp.port, `${ann.key}\nn\nn\nn\nn\nn\n`),
    sayOverTcp(tcp.port, 'BOB\nn\nx\n'),
  ])
  expect([heard.split('\n').at(-2), guest.split('\n').at(-2)]).toEqual(['win', 'loss'])

  const { body } = await arena.request(`/api/v1/matches?player=${ann.id}`)
  const [played] = listIn(body, 'matches')
  const match = numberIn(played ?? {}, 'id')
  const [log] = await completeLogs(ann, match)
  expect(log).toMatchObject({ name: 'Ann', wire: 'tcp', stderr: null, note: null })
  const lines = listIn(log ?? {}, 'lines')
  expect(lines.map(({ from, text }) => `${from === 'team' ? '<' : '>'} ${String(text)}`)).toEqual([
    '< [key]',
    ...Array.from({ length: 5 }, () => '< n'),
    ...heard
      .trimEnd()
      .split('\n')
      .map((line) => `> ${line}`),
  ])
  expect(lines[0]).toMatchObject({ round: 0, turn: 0 })
  expect(lines.at(-1)).toMatchObject({ turn: 1 })
  // A guest without a key has no log, and the organiser reads none of those that play from elsewhere.
  expect((await logsOf(bob, match)).status).toBe(403)
  expect((await logsOf(organiser, match)).status).toBe(404)
  const names = listIn((await arena.request(`/api/v1/matches/${match}`)).body, 'players')
  expect(names.map(({ name, id }) => [name, id]).sort()).toEqual([
    ['Ann', ann.id],
    ['BOB (guest)', null],
  ])
  await vi.waitFor(() => expect(tcp.printed[0]).toMatch(/^Game 1, .*Ann/), 60_000)
})

test('no key and no session is in the data of an arena, whatever its players send', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  const session = await arena.request('/api/v1/session', { method: 'POST', json: { key: ann.key } })
  const [cookie = ''] = (session.headers.get('set-cookie') ?? '').split(';')
  const wrong = `gg_0123456789ab_${'w'.repeat(43)}`
  const match = await newGame(ann, {
    opponent: 'house:random',
    settings: { width: 9, height: 7, starts: '1,3 7,3' },
    side: 'first',
  })
  const turns = `/api/v1/games/${match}`
  const { key, id } = ann
  const origin = arena.url
  const headers = { authorization: `Bearer ${key}`, cookie, origin, 'content-type': 'application/json' }
  const encoded = key.replaceAll('_', '%5F')
  await arena.request(`/player/${id}/${match}/data.json?wait=20&key=${key}`)
  for (const request of [
    `GET ${turns}/turn?wait=20`,
    `GET ${turns}/turn?key=${key}`,
    `GET ${turns}/opening?key=${encoded}`,
    `GET /player/${id}/${match}/data.xml?key=${key}`,
    `GET /grid/${match}/${encoded}.json`,
    `GET /grid/${match}/${key}.json`,
    `POST ${turns}/moves {"move":"${key}"}`,
    `POST ${turns}/moves {"move":"left","remark":"${wrong}`,
    `POST ${turns}/moves {"key":"${key}"}`,
    `POST /move/${match}/${id}/${key}/False/forward.json`,
    `POST /move/${match}/${id}/None/False/forward.xml key=${key}&x=${encoded}`,
  ]) {
    const [method = '', path = '', body] = request.split(' ')
    const wanted = { method, headers, ...(body !== undefined && { body }) }
    // The published contract knows no keys in such places.
    const { status } = await fetch(`${arena.url}${path}`, wanted)
    expect([request, status]).toEqual([request, expect.any(Number)])
    // With the cookie alone.
    const { authorization: _, ...byCookie } = headers
    await fetch(`${arena.url}${path}`, { ...wanted, headers: byCookie })
  }
  await using tcp = await openTcp(arena, 0)
  expect(await sayOverTcp(tcp.port, `${wrong}\n`)).toMatch(/^\(error "Cannot play with this key: /)
  expect(await sayOverTcp(tcp.port, `${cookie.split('=')[1]}\n`)).toMatch(/^\(error "/)
  expect(await sayOverTcp(tcp.port, `${key}\n${key}\n`)).toMatch(/\nloss\n$/)
  expect((await linesOf(ann, match)).length).toBeGreaterThan(20)
  await arena.restart()
  expect((await linesOf(ann, match)).join('\n')).toContain('[key]')

  // The longest part of each secret that has one spelling only: `_` may be written `%5F`.
  const secrets = [key, cookie.split('=')[1] ?? '', wrong].map((text) => {
    const [longest = ''] = text
      .slice(-43)
      .split('_')
      .sort((a, b) => b.length - a.length)
    return longest
  })
  const files = readdirSync(arena.folder, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  )
  expect(files.map(({ name }) => name)).toContain('arena.db')
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name))
    for (const secret of secrets) expect([name, bytes.includes(secret)]).toEqual([name, false])
    expect([name, bytes.includes('Bearer ')]).toEqual([name, false])
  }
})

test('a team of the SSE arena finds its own half of a battle with its match', async () => {
  await using arena = await openTestArena()
  const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
  await using team = await openTeam()
  team.arena = arena.url
  for (const player of [ann, bob])
    await player.request('/api/v1/me/team-urls', {
      method: 'PUT',
      json: { challenge: 'tic-tac-toe', url: team.url },
    })
  const begun = await ann.request('/api/v1/battles', {
    method: 'POST',
    json: { challenge: 'tic-tac-toe', opponent: `player:${bob.id}` },
  })
  const match = numberIn(begun.body, 'match')
  const [own] = await completeLogs(ann, match)
  const battle = String(begun.body['battle'])
  const texts = listIn(own ?? {}, 'lines').map(({ text }) => String(text))
  expect(own).toMatchObject({ wire: 'sse', stderr: null })
  expect(texts).toContain(`data: {"youAre":"O","id":"${battle}"}`)
  expect(texts.filter((text) => text.startsWith('GET '))).toEqual([`GET /tic-tac-toe/start/${battle}`])
  const transcript = await ann.request(`/api/v1/battles/${battle}/transcript`)
  expect(listIn(own ?? {}, 'lines')).toEqual(listIn(transcript.body, 'lines'))
  const [other] = await completeLogs(bob, match)
  expect(JSON.stringify(other)).not.toContain(battle)
})

test('of many lines the first and the last are kept, as many as there is room for', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30)), fc.nat(200), (sizes, cap) => {
      const items = sizes.map((size, index) => ({ size, index }))
      const ends = keepEnds<(typeof items)[number]>(cap, ({ size }) => size)
      for (const item of items) ends.add(item)
      const { head, tail, leftOut } = ends
      const sum = [...head, ...tail].reduce((total, { size }) => total + size, 0)
      expect(sum).toBeLessThanOrEqual(cap)
      expect(head.length + leftOut + tail.length).toBe(items.length)
      expect(head).toEqual(items.slice(0, head.length))
      expect(tail).toEqual(items.slice(items.length - tail.length))
      if (sizes.reduce((total, size) => total + size, 0) <= cap / 2) expect(leftOut).toBe(0)
    }),
  )
})

import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { fakeClock } from '../../src/runner/fake-clock.fixture.ts'
import { listIn, numberIn, openTestArena, textIn, until, type TestPlayer } from '../server/arena.fixture.ts'
import { openTeam, playBattle, type TeamOptions } from './team.fixture.ts'

/** Evaluates a team through the coordinator; returns the number of the run. */
async function begin(player: TestPlayer, url: string, json: { challenge: string; caseType?: string }) {
  const set = await player.request('/api/v1/me/team-urls', {
    method: 'PUT',
    json: { challenge: json.challenge, url },
  })
  expect(set.body['urls']).toContainEqual({ challenge: json.challenge, url })
  const begun = await player.request('/api/v1/evaluations', { method: 'POST', json })
  expect([begun.status, begun.text]).toEqual([201, expect.anything()])
  return numberIn(begun.body, 'id')
}

const overOf = (player: TestPlayer, run: number): Promise<JsonObject> =>
  until(async () => {
    const { body } = await player.request(`/api/v1/evaluations/${run}`)
    return body['status'] === 'over' ? body : undefined
  })

async function evaluate(options: TeamOptions, json: { challenge: string; caseType?: string }) {
  await using arena = await openTestArena()
  await using team = await openTeam(options)
  team.arena = arena.url
  const ann = await arena.register('Ann')
  return await overOf(ann, await begin(ann, team.url, json))
}

const linesOf = (run: JsonObject): readonly string[] => textIn(run, 'message').split('\n')

describe('an evaluation', () => {
  test('gives a team that referees all points of tic-tac-toe', async () => {
    const run = await evaluate({}, { challenge: 'tic-tac-toe' })
    expect([run['score'], run['possible'], linesOf(run)[0]]).toEqual([100, 100, '100 of 100 points'])
    expect(listIn(run, 'cases')).toHaveLength(9)
  })

  test('gives a team that referees the points of all cheats of quoridor, and of the baseline', async () => {
    const run = await evaluate({ answers: 'at the end', as: 'form' }, { challenge: 'quoridor' })
    const points = listIn(run, 'cases').map((one) => [one['case'], one['points'], one['possible']])
    const others = points.filter(([id]) => !String(id).startsWith('AB_AI'))
    expect(others).toHaveLength(11)
    expect(others.filter(([, earned, possible]) => earned !== possible)).toEqual([])
    expect(linesOf(run)).toHaveLength(14)
  })

  test('gives a team that trusts its opponent nothing for the cheats, and says why', async () => {
    const run = await evaluate({ isTrusting: true }, { challenge: 'tic-tac-toe' })
    expect(run['score']).toBe(80)
    const cheats = linesOf(run).filter((line) => line.startsWith('C_AI'))
    expect(cheats).toHaveLength(5)
    for (const line of cheats) expect(line).toMatch(/ 0 of 4: You should have flipped the table: the house /)
  })

  test('gives a team that is not there nothing, and says so', async () => {
    const team = await openTeam()
    await team[Symbol.asyncDispose]()
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const run = await overOf(
      ann,
      await begin(ann, team.url, { challenge: 'tic-tac-toe', caseType: 'BASE_AI_O' }),
    )
    expect(run['message']).toBe(
      '0 of 20 points\nBASE_AI_O 0 of 20: Your team could not be reached: nothing listens there',
    )
  })

  test('gives a team whose address fails nothing, unless it comes all the same', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    for (const status of [404, 500]) {
      await using failing = await openTeam({
        answer: (_, response) => void response.writeHead(status).end(),
      })
      const failed = await begin(ann, failing.url, { challenge: 'tic-tac-toe', caseType: 'BASE_AI_O' })
      expect((await overOf(ann, failed))['message']).toContain(`its address answered ${status}`)
    }
    let playing: Promise<void> | undefined
    await using rude = await openTeam({
      answer(_, response) {
        response.writeHead(500).end()
        playing = playBattle(arena.url, 'tic-tac-toe', String(rude.invitations.at(-1)?.body['battleId']))
      },
    })
    const came = await begin(ann, rude.url, { challenge: 'tic-tac-toe', caseType: 'BASE_AI_O' })
    expect((await overOf(ann, came))['score']).toBe(20)
    await playing
  })

  test('calls a team to all its battles, though it answers none, and waits 300 seconds for each', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    await using silent = await openTeam({ answer() {} })
    const ann = await arena.register('Ann')
    const id = await begin(ann, `${silent.url}/`, { challenge: 'tic-tac-toe' })
    for (let calls = 1; calls <= 9; calls++) {
      await until(() => (silent.invitations.length === calls ? true : undefined))
      if (calls < 9) await clock.pass(10_000)
    }
    expect(new Set(silent.invitations.map(({ path }) => path))).toEqual(new Set(['/tic-tac-toe']))
    expect(new Set(silent.invitations.map(({ body }) => body['battleId'])).size).toBe(9)
    expect(Object.keys(silent.invitations[0]?.body ?? {})).toEqual(['battleId'])
    await clock.pass(300_001)
    const run = await overOf(ann, id)
    expect(run['score']).toBe(0)
    expect(linesOf(run)[1]).toBe('BASE_AI_O 0 of 20: The house won: your team was not ready within 300 s')
  })

  test('can be watched: the run, and every line that is said', async () => {
    await using arena = await openTestArena()
    await using team = await openTeam()
    team.arena = arena.url
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const id = await begin(ann, team.url, { challenge: 'tic-tac-toe', caseType: 'C_AI_DUP' })
    expect((await bob.request(`/api/v1/evaluations/${id}/events`)).status).toBe(403)
    const { text } = await ann.request(`/api/v1/evaluations/${id}/events`)
    const events = text.split('\n\n').map((event) => /^event: (.*)\ndata: (.*)$/.exec(event) ?? [])
    const lines = events.flatMap(([, kind, data = '']) =>
      kind === 'line' ? [(JSON.parse(data) as JsonObject)['text']] : [],
    )
    const [battle] = [...team.heard.keys()]
    expect(lines).toContain(`POST ${team.url}/tic-tac-toe {"battleId":"${battle}"}`)
    expect(lines).toContain(`data: {"youAre":"O","id":"${battle}"}`)
    expect(lines.at(-1)).toBe('data: {"winner":"O"}')
    const last = events.findLast(([, kind]) => kind === 'run')?.[2] ?? '{}'
    expect(JSON.parse(last)).toMatchObject({ status: 'over', score: 4 })
    expect(events.at(-2)?.[1]).toBe('end')
    const history = await ann.request('/api/v1/evaluations')
    expect(listIn(history.body, 'evaluations')).toMatchObject([{ id, score: 4, possible: 4 }])
    expect(listIn((await bob.request('/api/v1/evaluations')).body, 'evaluations')).toEqual([])
  })

  test('tells its watchers when a battle begins, and when it is over', async () => {
    await using arena = await openTestArena()
    await using silent = await openTeam({ answer() {} })
    const ann = await arena.register('Ann')
    const id = await begin(ann, silent.url, { challenge: 'tic-tac-toe', caseType: 'BASE_AI_X' })
    await until(() => silent.invitations[0])
    const watching = ann.request(`/api/v1/evaluations/${id}/events`)
    await until(async () =>
      (await arena.request('/metrics')).text.includes('/api/v1/evaluations') ? true : undefined,
    )
    await playBattle(arena.url, 'tic-tac-toe', String(silent.invitations[0]?.body['battleId']))
    const stands = (await watching).text.split('\n\n').flatMap((event) => {
      const [, data] = /^event: run\ndata: (.*)$/.exec(event) ?? []
      const run = data === undefined ? {} : (JSON.parse(data) as JsonObject)
      return data === undefined
        ? []
        : listIn(run, 'cases').map((one) => [run['status'], one['status'], one['side']])
    })
    expect(stands).toEqual([
      ['running', 'waiting', 'O'],
      ['running', 'playing', 'O'],
      ['over', 'over', 'O'],
    ])
  })

  test('may be asked for, and is seen, by the organiser in place of the team', async () => {
    await using arena = await openTestArena()
    await using team = await openTeam()
    team.arena = arena.url
    const organiser = await arena.organiser()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const urls = `/api/v1/players/${ann.id}/team-urls`
    const json = { challenge: 'tic-tac-toe', url: team.url }
    expect((await bob.request(urls, { method: 'PUT', json })).status).toBe(403)
    expect((await organiser.request(urls, { method: 'PUT', json })).status).toBe(200)
    expect((await ann.request(urls)).body).toEqual((await ann.request('/api/v1/me/team-urls')).body)
    expect((await bob.request(urls)).status).toBe(403)
    expect((await arena.request(urls)).status).toBe(401)
    expect((await organiser.request('/api/v1/players/99/team-urls')).status).toBe(404)
    const wanted = { challenge: 'tic-tac-toe', caseType: 'BASE_AI_O', player: ann.id }
    const ask = (who: TestPlayer) => who.request('/api/v1/evaluations', { method: 'POST', json: wanted })
    expect((await ask(bob)).status).toBe(403)
    const begun = await ask(organiser)
    expect([begun.status, begun.body['player']]).toEqual([201, ann.id])
    expect(await overOf(ann, numberIn(begun.body, 'id'))).toMatchObject({ score: 20 })
    const list = async (who: TestPlayer, player: number) =>
      who.request(`/api/v1/evaluations?player=${player}`)
    expect(listIn((await list(organiser, ann.id)).body, 'evaluations')).toHaveLength(1)
    expect(listIn((await list(organiser, bob.id)).body, 'evaluations')).toEqual([])
    expect((await list(bob, ann.id)).status).toBe(403)
  })

  test('is refused without an address, for another game, and while one is going on', async () => {
    await using arena = await openTestArena()
    await using silent = await openTeam({ answer() {} })
    const ann = await arena.register('Ann')
    const ask = (json: object) => ann.request('/api/v1/evaluations', { method: 'POST', json })
    expect((await ask({ challenge: 'tic-tac-toe' })).body['error']).toBe('no-team-url')
    expect((await ask({ challenge: 'boost-tron' })).body['error']).toBe('bad-challenge')
    await begin(ann, silent.url, { challenge: 'tic-tac-toe', caseType: 'AB_AI_X' })
    expect((await ask({ challenge: 'tic-tac-toe' })).body['error']).toBe('run-open')
    expect((await ask({ challenge: 'tic-tac-toe', caseType: 'NONE' })).body['error']).toBe('unknown-case')
    const bad = await ann.request('/api/v1/me/team-urls', {
      method: 'PUT',
      json: { challenge: 'quoridor', url: 'http://a:b@example.org' },
    })
    expect(bad.status).toBe(400)
    const cases = await arena.request('/api/v1/evaluations/cases?challenge=quoridor')
    expect(listIn(cases.body, 'cases')).toHaveLength(13)
  })
})

/** Clients as real teams wrote them, each with its own way to read a stream. */
const NAIVE: Readonly<Record<string, (url: string, onEvent: (data: JsonObject) => void) => Promise<void>>> = {
  /** Reads lines and cuts off the first six characters of each that is not empty. */
  async 'line[6:]'(url, onEvent) {
    const response = await fetch(url)
    let rest = ''
    for await (const chunk of response.body ?? []) {
      const lines = (rest + new TextDecoder().decode(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') onEvent(JSON.parse(line.slice(6)) as JsonObject)
    }
  },
  /** Takes the result of one read for one event. */
  async 'one chunk, one event'(url, onEvent) {
    const response = await fetch(url)
    for await (const chunk of response.body ?? [])
      onEvent(JSON.parse(new TextDecoder().decode(chunk).trim().slice(6)) as JsonObject)
  },
  /** Speaks HTTP/1.0 over a bare socket and reads to the end of the connection. */
  'a bare socket': (url, onEvent) =>
    new Promise((resolve, reject) => {
      const { hostname, port, pathname } = new URL(url)
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET ${pathname} HTTP/1.0\r\n\r\n`)
      })
      let text = ''
      socket.setEncoding('utf8')
      socket.on('data', (piece: string) => {
        const lines = (text + piece).split('\n')
        text = lines.pop() ?? ''
        for (const line of lines)
          if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice(6)) as JsonObject)
      })
      socket.on('end', resolve)
      socket.on('error', reject)
    }),
  /** Disconnects after every event, and reads the stream again from its beginning. */
  async 'a loop of reconnects'(url, onEvent) {
    for (let known = 0; ;) {
      const stop = new AbortController()
      const response = await fetch(url, { signal: stop.signal })
      if (response.status === 423) return onEvent({ winner: 'over' })
      let seen = 0
      try {
        for await (const chunk of response.body ?? [])
          for (const line of new TextDecoder().decode(chunk).split('\n')) {
            if (line === '' || ++seen <= known) continue
            known++
            const event = JSON.parse(line.slice(6)) as JsonObject
            onEvent(event)
            if ('winner' in event) return
            stop.abort()
          }
      } catch {
        // The client itself disconnected.
      }
    }
  },
}

describe('clients as they are', () => {
  test.each(Object.keys(NAIVE))('%s: wins against the baseline', async (name) => {
    await using arena = await openTestArena()
    const answer = await fetch(`${arena.url}/tic-tac-toe/practice`, {
      method: 'POST',
      body: new URLSearchParams({ caseType: 'BASE_AI_X' }),
    })
    const { battleId } = (await answer.json()) as { battleId: string }
    const events: JsonObject[] = []
    const squares = ['C', 'S', 'NE', 'SW']
    await NAIVE[name]?.(`${arena.url}/tic-tac-toe/start/${battleId}`, (event) => {
      events.push(event)
      if (event['youAre'] === undefined && event['player'] !== 'X') return
      const body = JSON.stringify({ action: 'putSymbol', position: squares.shift() })
      void fetch(`${arena.url}/tic-tac-toe/play/${battleId}`, { method: 'POST', body })
    })
    const { body } = await arena.request(`/api/v1/battles/${battleId}`)
    expect([events.length, body['winner']]).toEqual([9, 'O'])
  })

  test('one that plays its battles one after the other and answers each when it is over', async () => {
    await using arena = await openTestArena()
    let line: Promise<void> = Promise.resolve()
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => (text += String(chunk)))
      request.on('end', () => {
        line = line
          .then(() =>
            playBattle(arena.url, 'tic-tac-toe', String((JSON.parse(text) as JsonObject)['battleId'])),
          )
          .then(() => void response.end('"done"'))
      })
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    try {
      const ann = await arena.register('Ann')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const run = await overOf(ann, await begin(ann, url, { challenge: 'tic-tac-toe' }))
      expect(run['score']).toBe(100)
      await line
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { openTestArena, textIn } from './arena.fixture.ts'
import { newGame } from './play.fixture.ts'
import { openTestReplica } from './replica.fixture.ts'

/** What `java.net.http.HttpClient` sends with every request to an `http:` address. */
const JAVA = {
  connection: 'Upgrade, HTTP2-Settings',
  upgrade: 'h2c',
  'http2-settings': 'AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAABgAGAAA',
}

describe('a client that offers HTTP/2 with every request, like the one of Java', () => {
  test('plays boost tron', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { opponent: 'house:first', side: 'first', seed: 1 })
    const data = await ask(`${arena.url}/player/${ann.id}/${game}/data.json?wait=20&key=${ann.key}`)
    expect(data).toMatchObject({ status: 200, body: { player_id: ann.id, time_for_move: '00:00:10' } })
    const move = `${arena.url}/move/${game}/${ann.id}/Left/False/forward.json?key=${ann.key}`
    expect(await ask(move, '')).toMatchObject({ status: 200, body: { requester_position: [33, 49] } })
  })

  test('plays tic-tac-toe, and its body is read', async () => {
    await using arena = await openTestArena()
    const practice = await ask(`${arena.url}/tic-tac-toe/practice`, '{"caseType":"BASE_AI_X"}')
    const play = `${arena.url}/tic-tac-toe/play/${textIn(practice.body, 'battleId')}`
    const command = await ask(play, '{"action":"putSymbol","position":"C"}')
    expect(command).toMatchObject({ status: 200, body: { message: 'received your command' } })
  })

  test('is not limited like one that opens WebSockets', async () => {
    await using arena = await openTestArena()
    const answers = await Promise.all(Array.from({ length: 600 }, () => ask(`${arena.url}/api/v1/matches`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('reads matches from a replica', async () => {
    await using arena = await openTestArena()
    await using replica = await openTestReplica(arena.url)
    const { status, body } = await ask(`${replica.url}/api/v1/matches`)
    expect(status).toBe(200)
    expect(body).toHaveProperty('matches')
  })
})

/** A `GET`, or a `POST` with a body. */
const ask = (url: string, body?: string): Promise<{ status: number | undefined; body: JsonObject }> =>
  new Promise((resolve, reject) => {
    request(url, { method: body === undefined ? 'GET' : 'POST', headers: JAVA, agent: false }, (response) => {
      const { statusCode } = response
      text(response)
        .then((said) => resolve({ status: statusCode, body: said.startsWith('{') ? JSON.parse(said) : {} }))
        .catch(reject)
    })
      .on('error', reject)
      .end(body)
  })

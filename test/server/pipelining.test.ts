import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { dial, statusesIn } from './abuse.fixture.ts'
import { openTestArena, until, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { newGame } from './play.fixture.ts'

const FLOOD = 600

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`

const post = (path: string): string => `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n`

/** A game of boost tron between two players that are there. The first is to move. */
async function openGame(arena: TestArena) {
  const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
  const game = await newGame(ann, { opponent: 'open', challenge: 'boost-tron', seed: 1 })
  await bob.request(`/api/v1/games/${game}/join`, { method: 'POST' })
  const dataOf = ({ id }: TestPlayer): string => `/player/${id}/${game}/data.json`
  await arena.request(dataOf(bob))
  await arena.request(`${dataOf(ann)}?wait=20`)
  return { ann, bob, game, dataOf }
}

function listen(socket: Socket) {
  let heard = ''
  socket.setEncoding('latin1').on('data', (text) => void (heard += String(text)))
  return {
    get heard() {
      return heard
    },
    get statuses() {
      return statusesIn(heard)
    },
  }
}

describe('many requests at once on one connection', () => {
  test.each([
    ['data', (id: number, game: number) => `/player/${id}/${game}/data.json`],
    ['full boards', (id: number, game: number) => `/grid/${game}/${id}.json?full=true`],
    ['a page', () => '/api/v1/matches'],
    ['nothing', () => '/api/v1/nothing'],
  ])('of %s do not delay the requests of others', async (_, pathOf) => {
    await using arena = await openTestArena()
    const { ann, game } = await openGame(arena)
    const [flood, other] = [await dial(arena.port), await dial(arena.port)]
    const [floodTold, otherTold] = [listen(flood), listen(other)]
    flood.write(get(pathOf(ann.id, game)).repeat(FLOOD))
    await until(() => (floodTold.statuses.length > 0 ? true : undefined))
    const before = floodTold.statuses.length
    other.write(get('/healthz'))
    await new Promise((resolve) => void other.once('data', resolve))
    expect(otherTold.statuses).toEqual([200])
    expect(floodTold.statuses.length - before).toBeLessThan(50)
    expect(floodTold.statuses.length).toBeLessThan(FLOOD / 2)
    for (const socket of [flood, other]) socket.destroy()
  })

  test('are all answered, in their order', async () => {
    await using arena = await openTestArena()
    const { ann, bob, dataOf } = await openGame(arena)
    const socket = await dial(arena.port)
    const told = listen(socket)
    const paths = Array.from({ length: FLOOD }, (_, index) => dataOf(index % 3 === 0 ? ann : bob))
    socket.write(paths.map(get).join(''))
    await until(() => (told.statuses.length === FLOOD ? true : undefined))
    socket.destroy()
    expect(new Set(told.statuses)).toEqual(new Set([200]))
    const ids = [...told.heard.matchAll(/"player_id":(\d+)/g)].map(([, id]) => Number(id))
    expect(ids).toEqual(paths.map((_, index) => (index % 3 === 0 ? ann.id : bob.id)))
  })

  test('wait for the one before: a move behind a GET that is held back is played after it', async () => {
    await using arena = await openTestArena()
    const { ann, bob, game, dataOf } = await openGame(arena)
    const socket = await dial(arena.port)
    const told = listen(socket)
    const turn = (key: string): string => `/move/${game}/${bob.id}/Left/False/forward.json?key=${key}`
    socket.write(get(`${dataOf(bob)}?wait=25`) + post(turn(bob.key)))
    await arena.request(`/move/${game}/${ann.id}/Left/False/forward.json?key=${ann.key}`, { method: 'POST' })
    await until(() => (told.statuses.length === 2 ? true : undefined))
    socket.destroy()
    expect(told.statuses).toEqual([200, 200])
  })

  test('are dropped when the connection closes', async () => {
    await using arena = await openTestArena()
    const { ann, bob, game, dataOf } = await openGame(arena)
    const moveOf = (turn: string): string =>
      `/move/${game}/${ann.id}/${turn}/False/forward.json?key=${ann.key}`
    const socket = await dial(arena.port)
    // It is not the turn of Bob, so the first is held back. The second would play for Ann.
    socket.write(get(`${dataOf(bob)}?wait=25`) + post(moveOf('Left')))
    expect((await arena.request('/healthz')).status).toBe(200)
    socket.destroy()
    expect((await arena.request('/healthz')).status).toBe(200)
    const { status, body } = await arena.request(moveOf('Right'), { method: 'POST' })
    expect([status, body['orientation']]).toEqual([200, 'South'])
  })
})

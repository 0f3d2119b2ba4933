import { randomBytes } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { checkStore } from '../../src/store/check.ts'
import { serveArena, type Answered, type Served } from './served.fixture.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.fixture.ts'

const MB = 1024 * 1024

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await sleep(20)
}

function onSmallDisk(megabytes: number): SmallDisk {
  const disk = openSmallDisk(megabytes)
  onTestFinished(() => disk[Symbol.dispose]())
  return disk
}

async function start(folder: string, ...args: readonly string[]): Promise<Served> {
  const server = await serveArena(folder, args)
  onTestFinished(() => server.kill())
  await server.ready
  return server
}

const register = async (server: Served, name: string): Promise<string> => {
  const { status, body } = await server.call('POST', '/api/v1/players', { json: { name } })
  expect(status).toBe(201)
  return String(body['key'])
}

const levelOf = async (server: Served): Promise<unknown> =>
  (await server.call('GET', '/api/v1/server')).body['disk']

/** A game of two over plain HTTP, played move by move. */
async function openGame(server: Served): Promise<Game> {
  const keys = [await register(server, 'Ada'), await register(server, 'Bob')] as const
  const begun = await server.call('POST', '/api/v1/games', {
    key: keys[0],
    json: { challenge: 'tic-tac-toe', opponent: 'open' },
  })
  const id = Number(begun.body['id'])
  expect(begun.status, JSON.stringify(begun.body)).toBe(201)
  await server.call('POST', `/api/v1/games/${id}/join`, { key: keys[1] })
  return { id, keys }
}

interface Game {
  readonly id: number
  readonly keys: readonly [string, string]
}

/**
 * The player to move plays a move. While the disk is full it tries again, as it is told to: another write of the server may have
 * noticed that before the move.
 */
async function playTurn(server: Served, game: Game): Promise<void> {
  for (let look = 0; ; look++) {
    const player = look % 2 === 0 ? 0 : 1
    const { legal } = (await turnOf(server, game, player)).body as { readonly legal?: readonly string[] }
    if (legal?.[0] === undefined) {
      await sleep(10)
      continue
    }
    const { status, body } = await move(server, game, player, legal[0])
    if (body['error'] === 'disk-full') continue
    expect(status, JSON.stringify(body)).toBe(200)
    return
  }
}

const turnOf = (server: Served, { id, keys }: Game, player: 0 | 1): Promise<Answered> =>
  server.call('GET', `/api/v1/games/${id}/turn`, { key: keys[player] })

const move = (server: Served, { id, keys }: Game, player: 0 | 1, word: string): Promise<Answered> =>
  server.call('POST', `/api/v1/games/${id}/moves`, { key: keys[player], json: { move: word } })

test('with little room nothing new is begun, and what is being played goes on', async () => {
  const disk = onSmallDisk(96)
  const folder = join(disk.folder, 'data')
  const server = await start(folder, '--reserve', '16')
  const game = await openGame(server)
  const bot = await server.call('POST', '/api/v1/bots', {
    key: game.keys[0],
    json: { challenge: 'longest-group', name: 'big' },
  })
  const upload = (bytes: number): Promise<Answered> =>
    server.call('POST', `/api/v1/bots/${String(bot.body['id'])}/versions`, {
      key: game.keys[0],
      body: randomBytes(bytes),
    })
  await playTurn(server, game)
  // There is more room than the reserve, but not for such an archive.
  disk.fill(24 * MB)
  expect(await upload(23 * MB)).toMatchObject({ status: 507, body: { error: 'no-room' } })
  disk.fill(12 * MB)
  await until(async () => (await levelOf(server)) === 'short')
  expect(await upload(1000)).toMatchObject({ status: 507, body: { error: 'no-room' } })
  const another = { key: game.keys[0], json: { challenge: 'tic-tac-toe', opponent: 'open' } }
  expect(await server.call('POST', '/api/v1/games', another)).toMatchObject({
    status: 507,
    body: {
      error: 'no-room',
      message:
        'Cannot begin anything new: the disk of the server is nearly full: it goes on by itself when the organiser has made room',
    },
  })
  await playTurn(server, game)
  await until(() => server.out().includes('nearly full: uploads, builds and new matches wait'))
  disk.release()
  await until(async () => (await levelOf(server)) === 'ample')
  expect((await server.call('POST', '/api/v1/games', another)).status).toBe(201)
  expect((await upload(1000)).status).toBe(202)
  await until(() => server.out().includes('has room again: everything goes on'))
  expect(readdirSync(join(folder, 'bots', 'archives'))).toHaveLength(1)
})

test('a full disk keeps what was acknowledged, stops the clocks, and goes on by itself', async () => {
  const disk = onSmallDisk(48)
  const folder = join(disk.folder, 'data')
  // Without a reserve only the database itself notices the full disk.
  const server = await start(folder, '--reserve', '0')
  const game = await openGame(server)
  await playTurn(server, game)
  const before = await turnOf(server, game, 0)
  disk.fill(0)
  let isAnswered = false
  const waiting = playTurn(server, game).then(() => (isAnswered = true))
  await until(async () => (await levelOf(server)) === 'full')
  // The move is not acknowledged, and no client sees it.
  expect(isAnswered).toBe(false)
  for (const path of ['/api/v1/matches', `/api/v1/games/${game.id}/turn`])
    expect(await server.call('GET', path, { key: game.keys[0] })).toMatchObject({
      status: 507,
      body: { error: 'disk-full' },
    })
  expect((await server.call('POST', '/api/v1/players', { json: { name: 'Eve' } })).status).toBe(507)
  expect((await server.call('GET', '/healthz')).status).toBe(200)
  // What the server prints comes through a pipe, later than its answers.
  await until(() => server.out().includes('is full: matches stand still and nothing is lost'))
  disk.release()
  await waiting
  await until(async () => (await levelOf(server)) === 'ample')
  const after = await turnOf(server, game, 0)
  expect(Number(after.body['turn'])).toBe(Number(before.body['turn']) + 1)
  await playTurn(server, game)
  expect(server.exitCode()).toBe(null)
  await server.stop()
  expect(must(checkStore(folder)).problems).toEqual([])
})

test('killed on a full disk and started on it, the arena has all it acknowledged and goes on when there is room', async () => {
  const disk = onSmallDisk(48)
  const folder = join(disk.folder, 'data')
  const first = await start(folder, '--reserve', '0')
  const game = await openGame(first)
  await playTurn(first, game)
  const acknowledged = Number((await turnOf(first, game, 0)).body['turn'])
  disk.fill(0)
  const isAnswered = playTurn(first, game).then(
    () => true,
    () => false,
  )
  await until(async () => (await levelOf(first)) === 'full')
  await first.kill()
  expect(await isAnswered).toBe(false)
  disk.fill(0)
  const second = await start(folder, '--reserve', '0')
  expect(second.exitCode()).toBe(null)
  disk.release()
  await until(async () => (await levelOf(second)) === 'ample')
  expect(Number((await turnOf(second, game, 0)).body['turn'])).toBe(acknowledged)
  await playTurn(second, game)
})

test('a disk without room for the folders of a new arena is said in one sentence', async () => {
  const disk = onSmallDisk(1)
  disk.fill(0)
  const server = await start(join(disk.folder, 'data'))
  expect(server.exitCode()).toBe(1)
  expect(server.out()).toMatch(
    /^gamegrid: Cannot open the arena in \S+: its disk is full: make room and start again\n$/m,
  )
})

test('what was arriving when a server was killed is swept at the next start', async () => {
  const disk = onSmallDisk(48)
  const folder = join(disk.folder, 'data')
  const first = await start(folder)
  await first.kill()
  const archives = join(folder, 'bots', 'archives')
  writeFileSync(join(archives, '.incoming-1-2'), randomBytes(1000))
  await start(folder)
  expect(readdirSync(archives)).toEqual([])
})

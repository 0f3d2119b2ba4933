import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { rawZip } from '../../src/workshop/raw-archive.fixture.ts'
import { root } from '../cli/run.ts'
import {
  listIn,
  openTestArena,
  said,
  storeOf,
  until,
  type TestArena,
  type TestPlayer,
} from './arena.fixture.ts'
import { newGame, playToEnd } from './play.fixture.ts'
import { judged, newBot, upload, versionsOf } from './upload.fixture.ts'

const source = readFileSync(join(root, 'src/wires/longest-group/kit/javascript/bot.mjs'))
const goodZip = new Uint8Array(rawZip([{ name: 'bot.mjs', data: source }]))
const crashingZip = new Uint8Array(
  rawZip([{ name: 'bot.mjs', data: "console.error('the reason'); process.exit(3)\n" }]),
)

describe('a bot', () => {
  test('is registered once under a name, and is public', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const bot = await newBot(ann)
    const json = { challenge: 'longest-group', name: 'crusher' }
    expect(said(await ann.request('/api/v1/bots', { method: 'POST', json }))).toEqual([409, 'name-taken'])
    await newBot(bob)
    expect(said(await arena.request('/api/v1/bots', { method: 'POST', json }))).toEqual([401, 'no-key'])
    const chess = { challenge: 'chess', name: 'x' }
    expect((await ann.request('/api/v1/bots', { method: 'POST', json: chess })).status).toBe(400)
    const script = { challenge: 'quoridor', name: '<b>' }
    expect((await ann.request('/api/v1/bots', { method: 'POST', json: script })).status).toBe(400)
    expect((await arena.request(`/api/v1/bots/${bot}`)).body).toMatchObject({
      id: bot,
      player: ann.id,
      name: 'crusher',
      plays: null,
    })
    const ids = async (query: string) =>
      listIn((await arena.request(`/api/v1/bots?${query}`)).body, 'bots').map(({ id }) => id)
    expect(await ids('')).toEqual([1, 2])
    expect(await ids(`player=${bob.id}`)).toEqual([2])
    expect(await ids('challenge=quoridor')).toEqual([])
    expect(await ids('after=1&limit=1')).toEqual([2])
    expect(said(await arena.request('/api/v1/bots/99'))).toEqual([404, 'not-found'])
    expect(said(await arena.request('/api/v1/bots/99/versions'))).toEqual([404, 'not-found'])
  })

  test('is built, tried, and then plays; the newest that passed does', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const bot = await newBot(ann)
    const json = { challenge: 'longest-group', opponent: `bot:${bot}` }
    const early = await bob.request('/api/v1/games', { method: 'POST', json })
    expect(said(early)).toEqual([400, 'bad-opponent'])

    const first = await upload(ann, bot, goodZip)
    expect([first.status, first.body['status'], first.body['version']]).toEqual([202, 'waiting', 1])
    expect(await judged(ann, bot, 1)).toMatchObject({ status: 'passed', kind: 'upload' })
    expect((await upload(ann, bot, goodZip)).status).toBe(202)
    expect((await upload(ann, bot, crashingZip, '?run=node%20bot.mjs')).status).toBe(202)
    expect(await judged(ann, bot, 2)).toMatchObject({ status: 'passed' })
    const failed = await judged(ann, bot, 3)
    expect(failed).toMatchObject({ status: 'failed', log: expect.stringContaining('the reason') })
    expect(failed['report']).toEqual(expect.any(String))
    expect((await arena.request(`/api/v1/bots/${bot}`)).body['plays']).toBe(2)

    // Only the owner sees the report, and for the others no log is read.
    const versions = vi.spyOn(storeOf(arena), 'versions')
    for (const who of [bob, arena])
      for (const version of await versionsOf(who, bot))
        expect([version['report'], version['log']]).toEqual([null, null])
    expect(versions).not.toHaveBeenCalled()
    versions.mockRestore()

    const game = await newGame(bob, json)
    const row = (await arena.request(`/api/v1/matches/${game}`)).body
    expect(row['players']).toMatchObject([{ id: bob.id }, { id: ann.id, bot: `bot:${bot} version 2` }])
    expect(said(await ann.request(`/api/v1/games/${game}/turn`))).toEqual([403, 'forbidden'])
    expect((await playToEnd(bob, game))['status']).toBe('over')
    expect((await arena.request(`/api/v1/matches/${game}`)).body).toMatchObject({ void: false })
  })

  test('can be played against by its own team, on either side', async () => {
    await using arena = await openTestArena({ maxGamesEach: 1 })
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const bot = await newBot(ann)
    await upload(ann, bot, goodZip)
    await judged(ann, bot, 1)
    // Matches of others against the bot do not count for the limit of its team.
    await newGame(bob, { challenge: 'longest-group', opponent: `bot:${bot}` })
    const game = await newGame(ann, { challenge: 'longest-group', opponent: `bot:${bot}`, side: 'second' })
    expect((await playToEnd(ann, game))['status']).toBe('over')
    const again = await ann.request(`/api/v1/games/${game}/rematch`, { method: 'POST' })
    expect(again.body).toMatchObject({
      rematchOf: game,
      players: [{ bot: null }, { bot: `bot:${bot} version 1` }],
    })
  })

  test('is judged after a restart when it was not before', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const bot = await newBot(ann)
    for (let n = 0; n < 2; n++) await upload(ann, bot, goodZip)
    await arena.restart()
    expect(await judged(ann, bot, 2)).toMatchObject({ status: 'passed' })
    expect(await judged(ann, bot, 1)).toMatchObject({ status: 'passed' })
  })
})

describe('an upload', () => {
  test('that the server failed to try says so, and is tried again for its owner', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const organiser = await arena.organiser()
    const bot = await newBot(ann)
    const workshop = join(arena.folder, 'bots/versions')
    rmSync(workshop, { recursive: true })
    writeFileSync(workshop, 'no folder')
    await upload(ann, bot, new Uint8Array(rawZip([{ name: 'README', data: 'I am no bot' }])))
    const report = expect.stringContaining('the bot is not at fault')
    expect(await judged(ann, bot, 1)).toMatchObject({ status: 'unjudged', report, log: null })
    expect(await versionsOf(organiser, bot)).toMatchObject([
      { report, log: expect.stringContaining('ENOTDIR') },
    ])
    expect(await versionsOf(bob, bot)).toMatchObject([{ status: 'unjudged', report: null, log: null }])

    const retry = (who: { request: TestPlayer['request'] }, version = 1) =>
      who.request(`/api/v1/bots/${bot}/versions/${version}/retry`, { method: 'POST' })
    expect(said(await retry(arena))).toEqual([401, 'no-key'])
    expect(said(await retry(bob))).toEqual([403, 'forbidden'])
    expect(said(await retry(ann, 2))).toEqual([404, 'unknown-version'])
    rmSync(workshop)
    mkdirSync(workshop)
    const again = await retry(ann)
    expect([again.status, again.body['status'], again.body['report']]).toEqual([202, 'waiting', null])
    expect(await judged(ann, bot, 1)).toMatchObject({ status: 'failed' })
    expect(said(await retry(ann))).toEqual([409, 'not-unjudged'])
    expect(arena.failures.splice(0)).toEqual([expect.stringMatching(/^version 1 of bot 1: ENOTDIR/)])
  })

  test('is accepted from its owner only, and returned to its owner only', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const organiser = await arena.organiser()
    const bot = await newBot(ann)
    expect(said(await upload(bob, bot, crashingZip))).toEqual([403, 'forbidden'])
    expect(said(await upload(ann, 99, crashingZip))).toEqual([404, 'not-found'])
    expect((await upload(ann, bot, crashingZip)).status).toBe(202)
    const path = `/api/v1/bots/${bot}/versions/1/archive`
    expect(said(await arena.request(path))).toEqual([401, 'no-key'])
    expect(said(await bob.request(path))).toEqual([403, 'forbidden'])
    for (const who of [ann, organiser]) {
      const archive = await who.request(path)
      expect(archive.headers.get('content-disposition')).toBe('attachment; filename="bot-1-version-1"')
      expect(Buffer.from(archive.bytes).equals(Buffer.from(crashingZip))).toBe(true)
    }
    expect(said(await ann.request(`/api/v1/bots/${bot}/versions/2/archive`))).toEqual([404, 'not-found'])
    await judged(ann, bot, 1)
  })

  test('is refused when it is no archive, has no end, or is built by nonsense', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const bot = await newBot(ann)
    const path = `/api/v1/bots/${bot}/versions`
    const post = (type: string, body: Uint8Array<ArrayBuffer> | string, query = '') =>
      ann.request(`${path}${query}`, { method: 'POST', body, headers: { 'content-type': type } })
    expect(said(await post('text/plain', 'hello'))).toEqual([415, 'bad-media-type'])
    expect(said(await post('application/json', '{}'))).toEqual([415, 'bad-media-type'])
    expect((await post('image/png', goodZip)).body).toEqual({
      error: 'bad-media-type',
      message: expect.stringMatching(
        /expected the header "Content-Type: .*application\/octet-stream"$/,
      ) as string,
    })
    expect(said(await post('application/zip', new Uint8Array(0)))).toEqual([400, 'archive-empty'])
    expect((await post('application/zip', goodZip, '?run=%20')).status).toBe(400)
    expect(said(await post('application/zip', goodZip, '?build=make'))).toEqual([400, 'no-run-command'])
    expect((await post('application/zip', goodZip, `?run=${'x'.repeat(1025)}`)).status).toBe(400)
    expect(await versionsOf(ann, bot)).toEqual([])
  })

  test('is refused when it is too big, said or unsaid', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const bot = await newBot(ann)
    const big = new Uint8Array((32 << 20) + 1)
    expect(said(await upload(ann, bot, big))).toEqual([413, 'too-big'])
    expect(await uploadInChunks(arena, ann, bot, big)).toBe(413)
    expect(await versionsOf(ann, bot)).toEqual([])
  })

  test('that is broken off leaves nothing, and counts as no failure of the server', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const bot = await newBot(ann)
    const sent = httpRequest(`${arena.url}/api/v1/bots/${bot}/versions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.key}`,
        'content-type': 'application/zip',
        'content-length': '100000',
      },
    })
    sent.on('error', () => {})
    sent.write('half')
    const archives = (): readonly string[] => readdirSync(join(arena.folder, 'bots', 'archives'))
    await until(() => (archives().length === 1 ? true : undefined))
    sent.destroy()
    await until(() => (archives().length === 0 ? true : undefined))
    expect(await versionsOf(ann, bot)).toEqual([])
  })
})

describe('a program on the server', () => {
  test('is the organiser’s to add', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const organiser = await arena.organiser()
    const bot = await newBot(ann)
    const path = `/api/v1/bots/${bot}/programs`
    const command = `node ${join(root, 'src/wires/longest-group/kit/javascript/bot.mjs')}`
    const add = (who: TestPlayer, json: unknown, to = path) => who.request(to, { method: 'POST', json })
    expect(said(await add(ann, { command }))).toEqual([403, 'forbidden'])
    expect((await add(organiser, { command }, '/api/v1/bots/99/programs')).status).toBe(404)
    expect((await add(organiser, { command: '' })).status).toBe(400)
    expect((await add(organiser, { command: '/no/such/program' })).status).toBe(400)
    for (const nul of ['\0', './a\0', 'node a\0', `${command} a\0`])
      expect(said(await add(organiser, { command: nul }))).toEqual([400, 'bad-program'])
    expect((await add(organiser, { command })).body).toMatchObject({ version: 1, kind: 'program' })
    expect(await judged(ann, bot, 1)).toMatchObject({ status: 'passed' })
    const archive = await ann.request(`/api/v1/bots/${bot}/versions/1/archive`)
    expect(said(archive)).toEqual([404, 'not-found'])
    const game = await newGame(ann, { challenge: 'longest-group', opponent: `bot:${bot}` })
    expect((await playToEnd(ann, game))['status']).toBe('over')
    // Its path on the host stays private.
    expect(JSON.stringify(await versionsOf(ann, bot))).not.toContain(root)
  })
})

/** Sent in chunks, without a length. */
async function uploadInChunks(
  arena: TestArena,
  { key }: TestPlayer,
  bot: number,
  bytes: Uint8Array,
): Promise<number> {
  const sent = httpRequest(`${arena.url}/api/v1/bots/${bot}/versions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/zip' },
  })
  sent.on('error', () => {})
  const answered = once(sent, 'response') as Promise<[{ statusCode: number; resume(): void }]>
  for (let at = 0; at < bytes.length && !sent.destroyed; at += 1 << 20)
    if (!sent.write(bytes.subarray(at, at + (1 << 20)))) await Promise.race([once(sent, 'drain'), answered])
  sent.end()
  const [response] = await answered
  response.resume()
  return response.statusCode
}

describe('what a team may store', () => {
  /** An archive with this many incompressible bytes, different each time. */
  const bigZip = (bytes: number) =>
    new Uint8Array(
      rawZip([
        { name: 'bot.mjs', data: source },
        { name: 'weights.bin', data: randomBytes(bytes) },
      ]),
    )

  test('is bounded: files of old versions go first, and what plays is kept', async () => {
    await using arena = await openTestArena({ teamQuota: 5 << 20 })
    const ann = await arena.register('Ann')
    const bot = await newBot(ann)
    for (const version of [1, 2, 3]) {
      expect((await upload(ann, bot, bigZip(1 << 20))).status).toBe(202)
      expect(await judged(ann, bot, version)).toMatchObject({ status: 'passed' })
    }
    const archive = (version: number) => ann.request(`/api/v1/bots/${bot}/versions/${version}/archive`)
    // The build of a version is removed before its archive, and the first version before the second.
    const folders = readdirSync(join(arena.folder, 'bots', 'versions'))
    expect(folders).toContain(`bot-${bot}-version-3`)
    expect(folders).not.toContain(`bot-${bot}-version-1`)
    expect(await versionsOf(ann, bot)).toHaveLength(3)
    expect((await archive(3)).status).toBe(200)
    for (const version of [4, 5]) {
      expect((await upload(ann, bot, bigZip(1 << 20))).status).toBe(202)
      expect(await judged(ann, bot, version)).toMatchObject({ status: 'passed' })
    }
    expect(said(await archive(1))).toEqual([410, 'gone'])
    expect((await archive(5)).status).toBe(200)
  })

  test('is refused in one sentence when everything that is there is needed', async () => {
    await using arena = await openTestArena({ teamQuota: 3 << 20 })
    const ann = await arena.register('Ann')
    const [first, second] = [await newBot(ann), await newBot(ann, 'other')]
    expect((await upload(ann, first, bigZip(1 << 20))).status).toBe(202)
    expect(await judged(ann, first, 1)).toMatchObject({ status: 'passed' })
    const { status, body } = await upload(ann, second, bigZip(1 << 20))
    expect([status, body['error']]).toEqual([413, 'team-quota'])
    expect(body['message']).toMatch(
      /^Cannot keep this version: a team may store 3 MiB, and what its bots need takes 3 MiB already/,
    )
    expect(readdirSync(join(arena.folder, 'bots', 'archives'))).toHaveLength(1)
    // Another team is not affected.
    const bob = await arena.register('Bob')
    expect((await upload(bob, await newBot(bob), bigZip(1 << 20))).status).toBe(202)
  })

  test('also counts what is built: a small archive that builds much is not kept', async () => {
    await using arena = await openTestArena({ teamQuota: 3 << 20 })
    const ann = await arena.register('Ann')
    const bot = await newBot(ann)
    const archive = new Uint8Array(
      rawZip([
        { name: 'bot.mjs', data: source },
        {
          name: 'make.mjs',
          data: "import fs from 'node:fs'\nfs.writeFileSync('big', Buffer.alloc(8 << 20, 1))\n",
        },
      ]),
    )
    const query = `?build=${encodeURIComponent('node make.mjs')}&run=${encodeURIComponent('node bot.mjs')}`
    expect((await upload(ann, bot, archive, query)).status).toBe(202)
    expect(await judged(ann, bot, 1)).toMatchObject({
      status: 'failed',
      report: expect.stringMatching(/^Cannot keep this version: a team may store 3 MiB/) as unknown,
    })
    expect(readdirSync(join(arena.folder, 'bots', 'versions'))).toEqual([])
  })
})

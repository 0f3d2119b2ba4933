import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawZip } from '../../src/workshop/raw-archive.fixture.ts'
import { numberIn, openTestArena, textIn, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { talkingBot } from './bot.fixture.ts'
import { followVersion, linesOf, stepsOf, type SeenEvent } from './follow-version.fixture.ts'
import { judged, newBot, upload } from './upload.fixture.ts'

let arena: TestArena
let ann: TestPlayer
let bob: TestPlayer
let bot = 0
beforeAll(async () => {
  arena = await openTestArena()
  ann = await arena.register('Ann')
  bob = await arena.register('Bob')
  bot = await newBot(ann)
})
afterAll(() => arena[Symbol.asyncDispose]())

/** All events of a build, until the server ends the stream. */
const follow = (version: number, onEvent?: (seen: SeenEvent) => void): Promise<readonly SeenEvent[]> =>
  followVersion(arena.url, ann.key, bot, version, onEvent)

async function add(body: Uint8Array<ArrayBuffer>, query = ''): Promise<number> {
  const { status, body: version } = await upload(ann, bot, body, query)
  expect(status).toBe(202)
  return numberIn(version, 'version')
}

/** A build that waits for nothing but prints before and after a while. */
const SLOW = '?build=echo%20first&build=sleep%201&build=echo%20second&run=node%20bot.mjs'

describe('the events of a build', () => {
  test('are its steps, the lines of its commands and its bot, and at the end the verdict', async () => {
    const version = await add(talkingBot('hello there\n'), SLOW)
    const late: Promise<readonly SeenEvent[]>[] = []
    const events = await follow(version, ({ data }) => {
      // A second follower comes in the middle.
      if (data['text'] === 'first') late.push(follow(version))
    })
    expect(stepsOf(events)).toEqual(['waiting', 'unpacking', 'building', 'trying'])
    expect(linesOf(events)).toEqual([
      '$ echo first',
      'first',
      '$ sleep 1',
      '$ echo second',
      'second',
      'hello there',
    ])
    expect(events.find(({ data }) => data['text'] === '$ sleep 1')?.data['from']).toBe('arena')
    expect(events.find(({ data }) => data['text'] === 'second')?.data['from']).toBe('program')
    expect(events.at(-1)).toMatchObject({
      event: 'verdict',
      data: { bot, version, status: 'passed', log: expect.stringContaining('second') },
    })
    expect(late).toHaveLength(1)
    expect(await late[0]).toEqual(events)
  })

  test('of a build that fails have the compiler’s own words', async () => {
    const version = await add(
      new Uint8Array(rawZip([{ name: 'bot.c', data: 'int main(void) { return nothing_of_this_name; }' }])),
    )
    const events = await follow(version)
    expect(linesOf(events).join('\n')).toMatch(/bot\.c:1:\d+: error: .*nothing_of_this_name/)
    expect(events.at(-1)).toMatchObject({ event: 'verdict', data: { status: 'failed' } })
    // Later the stored log has the same lines.
    const later = await follow(version)
    expect(linesOf(later)).toEqual(linesOf(events))
    expect(later.at(-1)).toEqual(events.at(-1))
    expect(stepsOf(later)).toEqual([])
  })

  test('end with the key of their reader', async () => {
    const { body: made } = await ann.request(`/api/v1/players/${ann.id}/keys`, { method: 'POST' })
    const version = await add(talkingBot('hello there\n'), SLOW.replace('sleep%201', 'sleep%204'))
    let revoked: Promise<unknown> | undefined
    const events = await followVersion(arena.url, textIn(made, 'key'), bot, version, ({ data }) => {
      if (data['text'] === '$ sleep 4')
        revoked = ann.request(`/api/v1/players/${ann.id}/keys/${textIn(made, 'id')}`, { method: 'DELETE' })
    })
    expect(await revoked).toMatchObject({ status: 204 })
    expect(linesOf(events)).toEqual(['$ echo first', 'first', '$ sleep 4'])
    expect(events.at(-1)?.event).toBe('line')
    await judged(ann, bot, version)
  })

  test('are for the owner and the organiser', async () => {
    const path = `/api/v1/bots/${bot}/versions/1/events`
    expect((await arena.request(path)).status).toBe(401)
    expect((await bob.request(path)).status).toBe(403)
    expect((await ann.request(`/api/v1/bots/${bot}/versions/99/events`)).status).toBe(404)
    expect((await (await arena.organiser()).request(path)).text).toContain('event: verdict')
  })

  test('do not wait for a follower that reads nothing, however much is printed', async () => {
    const noise = 'python3%20-c%20%22for%20i%20in%20range(200000):%20print(%27line%27,%20i)%22'
    const version = await add(talkingBot(''), `?build=${noise}&run=node%20bot.mjs`)
    const lazy = connect(arena.port, '127.0.0.1')
    lazy.pause()
    lazy.on('error', () => {})
    lazy.write(
      `GET /api/v1/bots/${bot}/versions/${version}/events HTTP/1.1\r\nHost: 127.0.0.1:${arena.port}\r\nAuthorization: Bearer ${ann.key}\r\n\r\n`,
    )
    try {
      expect(await judged(ann, bot, version)).toMatchObject({ status: 'passed' })
    } finally {
      lazy.destroy()
    }
  })

  test('come as they happen, and from the beginning again after a restart of the server', async () => {
    await using other = await openTestArena()
    const eve = await other.register('Eve')
    const hers = await newBot(eve)
    const query = '?build=echo%20early&build=sleep%20100&run=node%20bot.mjs'
    expect((await upload(eve, hers, talkingBot(''), query)).status).toBe(202)
    /** What came until the build began to sleep. */
    const soFar = async (): Promise<string> => {
      const response = await fetch(`${other.url}/api/v1/bots/${hers}/versions/1/events?key=${eve.key}`)
      let text = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        if (text.includes('$ sleep 100')) break
      }
      return text
    }
    for (const isFirst of [true, false]) {
      if (!isFirst) await other.restart()
      const text = await soFar()
      expect(text).toContain('"text":"early","from":"program"')
      expect(text).not.toContain('event: verdict')
    }
  })
})

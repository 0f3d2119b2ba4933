import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../src/arena/new-match.ts'
import type { JsonObject } from '../../src/base/json.ts'
import { rawZip } from '../../src/workshop/raw-archive.fixture.ts'
import {
  numberIn,
  openTestArena,
  said,
  until,
  type Answer,
  type TestArena,
  type TestPlayer,
} from './arena.fixture.ts'
import { talkingBot } from './bot.fixture.ts'
import { completeLogs } from './play.fixture.ts'
import { judged, newBot, upload } from './upload.fixture.ts'

const zip = (data: string): Uint8Array<ArrayBuffer> => new Uint8Array(rawZip([{ name: 'bot.mjs', data }]))

let arena: TestArena
let organiser: TestPlayer
let ann: TestPlayer
let bob: TestPlayer
/** Of Ann: its versions 1 and 2 passed, and 3 did not. */
let red: number
/** Of Bob. */
let blue: number

const start = (who: TestPlayer, players: readonly string[], challenge = 'longest-group'): Promise<Answer> =>
  who.request('/api/v1/matches', { method: 'POST', json: { challenge, players } })

const whenOver = (match: number): Promise<JsonObject> =>
  until(async () => {
    const { body } = await arena.request(`/api/v1/matches/${match}`)
    return body['status'] === 'over' ? body : undefined
  })

/** Starts a match, and waits for its end. */
async function play(who: TestPlayer, players: readonly string[]): Promise<JsonObject> {
  const { status, body } = await start(who, players)
  expect([status, body['message']]).toEqual([201, undefined])
  return whenOver(numberIn(body, 'id'))
}

beforeAll(async () => {
  arena = await openTestArena()
  organiser = await arena.organiser()
  ;[ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
  ;[red, blue] = [await newBot(ann, 'red'), await newBot(bob, 'blue')]
  const uploads = [
    [ann, red, talkingBot('red 1')],
    [ann, red, talkingBot('red 2')],
    [ann, red, zip('process.exit(3)\n')],
    [bob, blue, talkingBot('blue')],
  ] as const
  for (const [owner, bot, archive] of uploads) expect((await upload(owner, bot, archive)).status).toBe(202)
  const verdicts = [await judged(ann, red, 1), await judged(ann, red, 2), await judged(ann, red, 3)]
  expect(verdicts.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
  expect((await judged(bob, blue, 1))['status']).toBe('passed')
})

afterAll(() => arena[Symbol.asyncDispose]())

describe('a trial', () => {
  test('is a match of a team’s own bot; it counts in no standings and no statistics', async () => {
    const match = await play(ann, ['house:random', `bot:${red}`])
    expect(match).toMatchObject({
      origin: 'trial',
      void: false,
      players: [
        { name: 'house:random', id: null, team: null, bot: 'house:random', program: null },
        {
          name: 'Ann · red',
          id: ann.id,
          team: 'Ann',
          bot: `bot:${red} version 2`,
          program: { id: red, name: 'red', version: 2 },
        },
      ],
    })
    const other = await play(ann, [`bot:${red}`, `bot:${blue}`])
    expect(other['origin']).toBe('trial')
    const tallies = await arena.request('/api/v1/challenges/longest-group/standings')
    expect(tallies.body).toEqual({ standings: [] })
    for (const { id } of [ann, bob]) {
      const { body } = await arena.request(`/api/v1/players/${id}/statistics`)
      expect(body).toMatchObject({ challenges: [] })
      expect((await arena.request(`/api/v1/teams/${id}`)).body).toMatchObject({ bots: 1, played: 0 })
    }
  })

  test('shows each owner the log of its own program alone', async () => {
    const { id } = await play(ann, [`bot:${red}`, `bot:${blue}`])
    const logs = async (who: TestPlayer) =>
      (await completeLogs(who, Number(id))).map(({ player, stderr }) => [player, stderr])
    expect(await logs(ann)).toEqual([[0, 'red 2']])
    expect(await logs(bob)).toEqual([[1, 'blue']])
  })

  test('takes any version that passed of an own bot, also against another version', async () => {
    const { players } = await play(ann, [`bot:${red}@1`, `bot:${red}@2`])
    expect(players).toMatchObject([{ bot: `bot:${red} version 1` }, { bot: `bot:${red} version 2` }])
    const called = await start(organiser, [`bot:${blue}@1`, `bot:${red}@1`])
    expect(called.body).toMatchObject({
      origin: 'organiser',
      players: [{ program: { version: 1 } }, { program: { version: 1 } }],
    })
    await whenOver(numberIn(called.body, 'id'))
  })

  test.each([
    ['without a bot', () => ['house:random', 'house:greedy'], 403, 'not-your-bot'],
    ['of the bots of others', () => [`bot:${blue}`, 'house:random'], 403, 'not-your-bot'],
    ['of a version of another team', () => [`bot:${red}`, `bot:${blue}@1`], 403, 'not-your-bot'],
    ['with a team', () => [`bot:${red}`, `player:${bob.id}`], 403, 'forbidden'],
    ['of a version that failed', () => [`bot:${red}@3`, 'house:random'], 409, 'bot-not-ready'],
    ['of a version that is not there', () => [`bot:${red}@9`, 'house:random'], 400, 'bad-version'],
    ['of a bot that is not there', () => ['bot:99', 'house:random'], 400, 'unknown-bot'],
    ['of no brain', () => [`bot:${red}`, 'house:nobody'], 400, 'unknown-brain'],
    ['of something', () => [`bot:${red}`, 'x'], 400, 'bad-player'],
    ['of version 0x1', () => [`bot:${red}@0x1`, 'house:random'], 400, 'bad-player'],
  ] as const)('is refused %s', async (_what, players, status, code) => {
    const answer = await start(ann, players())
    expect(said(answer)).toEqual([status, code])
  })

  test('is refused in another challenge, of a bot without a version, and without a key', async () => {
    const other = await start(ann, [`bot:${red}`, 'house:random'], 'tic-tac-toe')
    expect([...said(other), other.body['message']]).toEqual([
      400,
      'other-challenge',
      `Cannot start bot ${red} in tic-tac-toe: it plays longest-group`,
    ])
    const empty = await newBot(ann, 'empty')
    const answer = await start(ann, [`bot:${empty}`, 'house:random'])
    expect([...said(answer), answer.body['message']]).toEqual([
      409,
      'bot-not-ready',
      `Cannot start bot ${empty}: no version of it has passed yet`,
    ])
    const json = { challenge: 'longest-group', players: [`bot:${red}`, 'house:random'] }
    expect(said(await arena.request('/api/v1/matches', { method: 'POST', json }))).toEqual([401, 'no-key'])
  })

  test('is one of five at most that wait or run, costs a challenged team nothing, and survives a restart', async () => {
    const starts = await Promise.all(
      Array.from({ length: 6 }, () => start(ann, [`bot:${red}`, `bot:${blue}`])),
    )
    const refused = starts.filter(({ status }) => status !== 201)
    expect(refused.map(said)).toEqual([[429, 'too-many-matches']])
    expect(refused[0]?.body['message']).toBe(
      'Cannot start another match: 5 that your team started wait or run, wait until one is over',
    )
    const own = await start(bob, [`bot:${blue}`, 'house:random'])
    expect(own.status).toBe(201)
    await arena.restart()
    const begun = [...starts.filter(({ status }) => status === 201), own]
    for (const { body } of begun) {
      const over = await whenOver(numberIn(body, 'id'))
      expect(over).toMatchObject({ origin: 'trial', void: false })
    }
    expect((await start(ann, [`bot:${red}`, 'house:random'])).status).toBe(201)
  })

  test('takes a place of the team that started it, not of a team that plays in it', () => {
    const bot = { kind: 'bot', name: 'blue', person: 1002, bot: 2, version: 1 } as const
    expect(ownerOf({ players: [bot, bot], origin: 'trial', starter: 1001 })).toBe('player 1001')
    expect(ownerOf({ players: [bot, bot], origin: 'organiser' })).toBe('organiser')
  })
})

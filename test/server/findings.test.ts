import { mkdtempSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { removeFolder } from '../../src/runner/sandbox/remove-folder.ts'
import { root } from '../cli/run.ts'
import {
  listIn,
  numberIn,
  openTestArena,
  said,
  until,
  type TestArena,
  type TestPlayer,
} from './arena.fixture.ts'

let arena: TestArena
let organiser: TestPlayer
let ann: TestPlayer
let bob: TestPlayer

/** The scripted bot in one file: a sandbox shows a program its own folder only. */
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-findings-'))

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'test/bots/scripted.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'esnext',
      rolldownOptions: { output: { entryFileNames: 'scripted.mjs', codeSplitting: false } },
    },
  })
  arena = await openTestArena()
  organiser = await arena.organiser()
  ;[ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
})

afterAll(async () => {
  await arena[Symbol.asyncDispose]()
  await removeFolder(folder)
})

/** A bot that may play although it would fail its trial: it breaks only now. */
async function addBot(owner: TestPlayer, challenge: string, command: string): Promise<number> {
  const json = { challenge, name: `bot ${Math.random()}` }
  const bot = numberIn((await owner.request('/api/v1/bots', { method: 'POST', json })).body, 'id')
  const { store } = arena.server.arena
  store.append({ kind: 'version-added', bot, version: 1, source: { kind: 'program', command } })
  store.append({ kind: 'version-judged', bot, version: 1, passed: true, report: '' })
  return bot
}

const scripted = (wire: string, options: string): string =>
  `node ${join(folder, 'scripted.mjs')} --wire ${wire} ${options}`

const python = (path: string): string => `python3 ${join(root, 'test/doctor', path)}`

async function play(challenge: string, players: readonly string[], who = ann): Promise<number> {
  const json = { challenge, players, seed: 1 }
  const { status, body } = await who.request('/api/v1/matches', { method: 'POST', json })
  expect([status, body['message']]).toEqual([201, undefined])
  const id = numberIn(body, 'id')
  await until(() => {
    const { arena: played } = arena.server
    const isOver = played.store.match(id)?.status === 'over' && !played.live(id)
    return isOver ? true : undefined
  })
  return id
}

/** One that survives the first turns. */
const opponentIn = (challenge: string): string =>
  challenge === 'light-cycle' ? 'house:wanderer' : 'house:random'

/** Once they are complete: the last lines of a log are written up to a second after the end. */
const findingsOf = (who: TestPlayer, match: number): Promise<readonly JsonObject[]> =>
  until(async () => {
    const { status, body } = await who.request(`/api/v1/matches/${match}/findings`)
    expect([status, body['match']]).toEqual([200, match])
    return body['complete'] === true ? listIn(body, 'findings') : undefined
  })

describe('the findings of a match', () => {
  test.each([
    [
      'an illegal move',
      'longest-group',
      '--illegal 2',
      {
        title: 'It played an illegal move',
        detail: expect.stringMatching(
          /^The move is illegal: column 99, row 99 is off the board.*"99 99\\n"/,
        ) as unknown,
        advice: expect.stringContaining('choose a free cell') as unknown,
        turn: 2,
      },
    ],
    [
      'no answer in time',
      'longest-group',
      '--stall 2',
      {
        title: 'It was too slow in a move',
        detail: expect.stringMatching(
          /^It gave no answer within 3 s(?! *, nor later).*Came: nothing$/,
        ) as unknown,
        turn: 2,
      },
    ],
    [
      'a crash',
      'longest-group',
      '--crash 2',
      { title: 'It crashed', detail: expect.stringContaining('xit code 3') as unknown, turn: 2 },
    ],
    [
      'garbage',
      'longest-group',
      '--garble 2',
      {
        title: 'It writes something that is no answer',
        detail: expect.stringContaining('???????') as unknown,
        advice: expect.stringContaining('stderr') as unknown,
      },
    ],
    ['a flood', 'longest-group', '--flood 2', { title: 'It writes something that is no answer' }],
    [
      'an illegal move',
      'tic-tac-toe',
      '--illegal 1',
      { detail: expect.stringContaining('99,99') as unknown },
    ],
    ['a crash', 'tic-tac-toe', '--crash 1', { title: 'It crashed', turn: 0 }],
    [
      'garbage',
      'tic-tac-toe',
      '--garble 1',
      { detail: expect.stringContaining('???????') as unknown, turn: 0 },
    ],
    ['a crash', 'light-cycle', '--crash 2', { title: 'It crashed', turn: 1 }],
    [
      'words that are no moves',
      'light-cycle',
      '--illegal 2',
      { title: expect.any(String) as unknown, turn: 1 },
    ],
  ] as const)(
    'explain %s in %s (%s)',
    async (_what, challenge, options, expected) => {
      const wire = challenge === 'tic-tac-toe' ? 'json' : challenge
      const bot = await addBot(ann, challenge, scripted(wire, options))
      const match = await play(challenge, [`bot:${bot}`, opponentIn(challenge)])
      const found = await findingsOf(ann, match)
      expect(found).toHaveLength(1)
      expect(found[0]).toMatchObject({ player: 0, round: 0, severity: 'failure', ...expected })
      expect(Object.values(found[0] ?? {}).some((text) => /undefined|NaN/.test(String(text)))).toBe(false)
    },
    120_000,
  )

  test.each([
    ['longest-group/one-based.py', 'longest-group', 'count from 1'],
    ['longest-group/crashing.py', 'longest-group', 'Error'],
    ['light-cycle/crashing.py', 'light-cycle', 'ZeroDivisionError: division by zero'],
    ['light-cycle/compass.py', 'light-cycle', '"north\\n'],
    ['light-cycle/exiting.py', 'light-cycle', 'exit code 0'],
    // Quadratic time for its white space would be minutes, and the arena would stand still meanwhile.
    ['light-cycle/carriage-returns.py', 'light-cycle', 'Expected: the word ready'],
  ])(
    'tell what %s does wrong',
    async (path, challenge, sentence) => {
      const bot = await addBot(ann, challenge, python(path))
      const match = await play(challenge, [`bot:${bot}`, opponentIn(challenge)])
      const found = await findingsOf(ann, match)
      expect(found.length).toBeGreaterThan(0)
      expect(found.map(({ severity }) => severity)).toContain('failure')
      expect(JSON.stringify(found.map(({ detail }) => String(detail).replaceAll('\\\\', '\\')))).toContain(
        JSON.stringify(sentence).slice(1, -1),
      )
    },
    120_000,
  )

  test('are looked for in a thread: the arena answers others meanwhile, and who asks for the same shares the work', async () => {
    const bot = await addBot(ann, 'longest-group', python('longest-group/crashing.py'))
    const match = await play('longest-group', [`bot:${bot}`, opponentIn('longest-group')])
    const { arena: played } = arena.server
    // Findings of a match that runs are not kept.
    await until(() => (played.live(match) === undefined ? true : undefined))
    const answered: string[] = []
    const ask = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const headers = { authorization: `Bearer ${ann.key}` }
        const asked = get(`${arena.url}${path}`, { headers }, (answer) => {
          answered.push(`${answer.statusCode} ${path}`)
          text(answer).then(resolve, reject)
        })
        asked.once('error', reject)
      })
    await ask('/healthz')
    answered.length = 0
    const path = `/api/v1/matches/${match}/findings`
    const [one, other] = await Promise.all([ask(path), ask(path), ask('/healthz')])
    expect(answered).toEqual(['200 /healthz', `200 ${path}`, `200 ${path}`])
    expect(one).toBe(other)
    expect(JSON.parse(one)).toMatchObject({ complete: true, findings: [{ player: 0 }] })
  })

  test('are read in the thread: the events and logs of a long match do not hold the event loop', async () => {
    const bot = await addBot(ann, 'longest-group', python('longest-group/crashing.py'))
    const match = await play('longest-group', [`bot:${bot}`, opponentIn('longest-group')])
    const { store } = arena.server.arena
    using events = vi.spyOn(store, 'eventsOf')
    using logs = vi.spyOn(store, 'botLogs')
    expect(await findingsOf(ann, match)).toMatchObject([{ player: 0 }])
    expect(events).not.toHaveBeenCalled()
    expect(logs).not.toHaveBeenCalled()
  })

  test('are none for a bot that plays well, and for players that are no programs', async () => {
    const bot = await addBot(ann, 'tic-tac-toe', scripted('json', ''))
    const match = await play('tic-tac-toe', [`bot:${bot}`, 'house:random'])
    expect(await findingsOf(ann, match)).toEqual([])
    const houses = await play('tic-tac-toe', ['house:first', 'house:first'], organiser)
    expect(await findingsOf(organiser, houses)).toEqual([])
    const json = { challenge: 'tic-tac-toe', opponent: 'open' }
    const open = numberIn((await ann.request('/api/v1/games', { method: 'POST', json })).body, 'id')
    const { body } = await ann.request(`/api/v1/matches/${open}/findings`)
    expect(body).toEqual({ match: open, complete: false, findings: [] })
  })

  test('are for the owner of each program and the organiser, and stay after a restart', async () => {
    const bots = [
      await addBot(ann, 'longest-group', scripted('longest-group', '')),
      await addBot(bob, 'longest-group', scripted('longest-group', '--crash 3')),
    ]
    const match = await play('longest-group', [`bot:${bots[0]}`, `bot:${bots[1]}`])
    const crash = await findingsOf(bob, match)
    expect(crash).toMatchObject([{ player: 1, title: 'It crashed', turn: 5 }])
    expect(await findingsOf(ann, match)).toEqual([])
    expect(await findingsOf(organiser, match)).toEqual(crash)
    const path = `/api/v1/matches/${match}/findings`
    const cid = await arena.register('Cid')
    expect(said(await cid.request(path))).toEqual([403, 'forbidden'])
    expect(said(await arena.request(path))).toEqual([401, 'no-key'])
    expect(said(await ann.request('/api/v1/matches/99999/findings'))).toEqual([404, 'not-found'])
    await arena.restart()
    expect(await findingsOf(bob, match)).toEqual(crash)
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numberIn, openTestArena, until, type TestArena } from '../server/arena.fixture.ts'
import { newGame, playToEnd } from '../server/play.fixture.ts'
import { gamegridHere } from './here.ts'
import { command, gamegrid, root } from './run.ts'

const kit = (path: string): string => `${process.execPath} ${join(root, 'src/wires', path)}`
const good = join(root, 'test/brains/good.ts')

/** One arena for all tests. Each registers a team of its own. */
let arena: TestArena
beforeAll(async () => {
  arena = await openTestArena()
})
afterAll(() => arena?.[Symbol.asyncDispose]())

describe('connect in an arena', () => {
  test.each([
    [
      'a brain of the house',
      'walker',
      ['house:walker', '--challenge', 'quoridor', '--against', 'house:first'],
    ],
    ['a brain in a file', 'good', [good, '--challenge', 'tic-tac-toe']],
    [
      'a program on its own wire',
      'bot',
      [kit('longest-group/kit/javascript/bot.mjs'), '--challenge', 'longest-group'],
    ],
    [
      'a program that speaks JSON',
      'Eve',
      [`Eve=${kit('json-lines/kit/typescript/bot.ts')}`, '--challenge', 'quoridor'],
    ],
    ['boost tron without being told', 'wanderer', ['house:wanderer']],
  ])('plays with %s', async (title, name, args) => {
    const { key } = await arena.register(title)
    const { code, out, err } = await gamegrid(['connect', arena.url, ...args, '--key', key, '--seed', '1'])
    expect([code, err.replaceAll(/^good: turn \d+\n/gm, '')]).toEqual([0, ''])
    const shown = /^(\w+): (?:won|lost|drew) \d–\d \((.+)(\/matches\/\d+)\)\nWhy: .+\n$/
    const [, shownName, url, match] = shown.exec(out) ?? []
    expect([shownName, url]).toEqual([name, arena.url])
    const { body } = await arena.request(`/api/v1${match}`)
    expect(body).toMatchObject({ status: 'over', void: false, players: [{ name: title }, {}] })
    expect(body['end']).not.toMatch(/illegal|time|gave up|resign|crash|did not/)
  })

  test('takes up an open challenge, whatever is played there', async () => {
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'open' })
    const args = ['connect', arena.url, 'house:perfect', '--against', String(game), '--name', 'Bob']
    const [{ code, out, err }] = await Promise.all([gamegrid(args), playToEnd(ann, game)])
    expect([code, out]).toEqual([
      0,
      `Bob: won 1–0 (${arena.url}/matches/${game})\nWhy: Bob won by three in a row\n`,
    ])
    expect(err).toMatch(/^Registered Bob; to play as Bob again: GAMEGRID_KEY=gg_\S+\n$/)
  })

  test('a brain that fails loses, and its owner is told why', async () => {
    const { key } = await arena.register('Fay')
    const brain = join(root, 'test/brains/throws.mjs')
    const args = ['connect', arena.url, brain, '--challenge', 'tic-tac-toe', '--key', key]
    const { code, out, err } = await gamegridHere(args)
    expect(code).toBe(0)
    expect(out).toMatch(/: lost 0–1 .*\nWhy: .*\n$/)
    expect(err).toMatch(/ failed: its move threw /)
  })

  test.each([
    [
      ['house:walker', '--challenge', 'quoridr'],
      2,
      'Cannot find challenge "quoridr": did you mean quoridor?',
    ],
    [['house:walker', '--challenge', 'tic-tac-toe'], 2, 'Cannot find house brain "walker": expected one of '],
    [['house:nobody', '--against', 'contest'], 2, 'Cannot find house brain "nobody": expected one of '],
    [['./none.ts', '--against', 'contest'], 2, 'Cannot find brain "./none.ts": there is no such file'],
    [['human', '--challenge', 'quoridor'], 2, 'Cannot connect a human: play in a browser'],
    [['house:first', '--against', 'everybody'], 2, 'Cannot play against "everybody": expected house:NAME'],
    [['house:first', '--against', '77'], 1, 'There is no match 77'],
    [['house:first', '--key', 'gg_x'], 1, 'This key is not valid'],
  ])('%j is refused in one sentence', async (args, exitCode, sentence) => {
    const { code, out, err } = await gamegridHere(['connect', arena.url, ...args])
    expect([code, out]).toEqual([exitCode, ''])
    expect(err).toContain(`gamegrid: ${sentence}`)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test.each([
    [2, ['house:nobody', '--against', 'contest']],
    [1, ['house:first', '--against', '77']],
  ])('a shell gets the exit code %i of a refusal', async (code, args) => {
    const words = ['connect', arena.url, ...args]
    const ran = await gamegrid(words)
    expect(ran.code).toBe(code)
    expect(ran).toEqual(await gamegridHere(words))
  })

  test('over TCP there is nothing but torus tron', async () => {
    const args = ['connect', '127.0.0.1:1', 'house:first', '--challenge', 'quoridor']
    expect(await gamegridHere(args)).toEqual({
      code: 2,
      out: '',
      err: 'gamegrid: Cannot play quoridor over TCP: expected torus-tron, or an arena at http://HOST:PORT\n',
    })
  })
})

test('two teams attend contests of different challenges with one command each', async () => {
  const organiser = await arena.organiser()
  const teams = [await arena.register('cid'), await arena.register('dan')]
  const attending = teams.map(({ key }) => {
    const args = ['connect', arena.url, 'house:random', '--against', 'contest']
    const child = spawn(process.execPath, [command, ...args], {
      env: { ...process.env, GAMEGRID_KEY: key },
    })
    return { child, out: text(child.stdout), ended: once(child, 'close') }
  })
  let played = 0
  for (const challenge of ['tic-tac-toe', 'boost-tron', 'longest-group']) {
    const { body } = await organiser.request('/api/v1/tournaments', {
      method: 'POST',
      json: {
        name: challenge,
        challenge,
        format: 'round-robin',
        entrants: teams.map(({ id }) => `player:${id}`),
        ...(challenge === 'boost-tron' && {
          settings: { width: 12, height: 10, starts: '3,5,e 8,5,w' },
        }),
      },
    })
    const path = `/api/v1/tournaments/${numberIn(body, 'id')}`
    await organiser.request(`${path}/start`, { method: 'POST', json: {} })
    const over = await until(async () => {
      const info = (await arena.request(path)).body
      return info['status'] === 'over' ? info : undefined
    })
    played += numberIn(over, 'played')
    expect(over['result']).toMatchObject({
      standings: [
        { forfeits: 0, voids: 0 },
        { forfeits: 0, voids: 0 },
      ],
    })
  }
  for (const { child } of attending) child.kill('SIGINT')
  for (const { ended, out } of attending) {
    expect(await ended).toEqual([0, null])
    expect(await out).toMatch(
      /^random waits for its next match; Ctrl-C ends the command\n(Game \d+: .*\n)+random: played \d+ games\n$/,
    )
    expect(await out).toContain(`random: played ${played} games`)
  }
})

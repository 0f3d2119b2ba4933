import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestArena, type TestArena } from '../server/arena.fixture.ts'
import { gamegridHere } from './here.ts'
import { command, root, type Ran } from './run.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-sentences-'))
})
afterAll(() => rmSync(home, { recursive: true }))

describe('upload, before it asks the arena', () => {
  const env = { GAMEGRID_URL: 'http://127.0.0.1:9', GAMEGRID_KEY: 'key' }
  const upload = (...words: string[]): Promise<Ran> => gamegridHere(['upload', ...words], { cwd: home, env })
  const note = (folder: string, text: string): void => {
    mkdirSync(join(home, folder), { recursive: true })
    writeFileSync(join(home, folder, 'gamegrid.json'), text)
    writeFileSync(join(home, folder, 'bot.py'), 'print()')
  }

  test.each(['empty.py', 'empty.zip'])('refuses %s, a file without bytes', async (name) => {
    writeFileSync(join(home, name), '')
    expect(await upload(name)).toMatchObject({
      code: 2,
      err: `gamegrid: Cannot upload "${name}": the file is empty\n`,
    })
  })

  test('suggests the challenge that is spelled like the one that was named', async () => {
    const sentence = 'gamegrid: Cannot find challenge "lightcycle": did you mean light-cycle?\n'
    note('misspelled', '{"challenge": "lightcycle"}')
    expect(await upload('misspelled')).toMatchObject({ code: 2, err: sentence })
    note('plain', '{}')
    expect(await upload('plain', '--challenge', 'lightcycle')).toMatchObject({ code: 2, err: sentence })
  })

  test('reads gamegrid.json with the byte order mark of Windows Notepad', async () => {
    note('marked', '\uFEFF{"challenge": "light-cycle"}\r\n')
    expect((await upload('marked')).err).toMatch(/^gamegrid: Cannot connect to http:\/\/127.0.0.1:9: /)
  })

  test('says where gamegrid.json is no JSON', async () => {
    note('wrong', '{\n  "challenge": "light-cycle",\n}\n')
    expect(await upload('wrong')).toMatchObject({
      code: 2,
      err: 'gamegrid: wrong/gamegrid.json:3:1: Cannot read JSON: expected double-quoted property name\n',
    })
    note('list', '[]')
    expect(await upload('list')).toMatchObject({
      code: 2,
      err: 'gamegrid: Cannot read list/gamegrid.json: expected an object like {"challenge": "light-cycle"}\n',
    })
  })
})

describe('help', () => {
  test('of a command with commands of its own is shown if none of them is named', async () => {
    const { code, out, err } = await gamegridHere(['store'])
    expect([code, err]).toEqual([2, ''])
    expect(out).toMatch(/^Usage: gamegrid store /)
    expect(out).toBe((await gamegridHere(['store', '--help'])).out)
    expect((await gamegridHere([])).out).toBe((await gamegridHere(['--help'])).out)
  })

  test.each([
    ['help nonsense', /^gamegrid: Cannot find command "nonsense": expected one of new-bot, play, /],
    ['help stoer', /^gamegrid: Cannot find command "stoer": did you mean store\?\n$/],
    ['store help bakup', /^gamegrid: Cannot find command "bakup": did you mean backup\?\n$/],
  ])('%s says that there is no such command', async (words, sentence) => {
    const { code, out, err } = await gamegridHere(words.split(' '))
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(sentence)
  })

  test.each(['help store', 'store help backup', '--help'])('%s is no mistake', async (words) =>
    expect(await gamegridHere(words.split(' '))).toMatchObject({ code: 0, err: '' }),
  )
})

test.runIf(process.platform === 'linux').each([
  [
    'new-bot light-cycle python /proc/none/kit',
    'Cannot write a bot to "/proc/none/kit": no folder can be made there',
  ],
  ['serve --port 0 --data /proc/none', 'Cannot open the arena in /proc/none: it cannot be written'],
  [
    'tournament tic-tac-toe house:first house:random --data /proc/none',
    'Cannot use folder "/proc/none": it cannot be written',
  ],
  [
    'climb BOT --agent true --challenge light-cycle --out /proc/none',
    'Cannot write the climb to "/proc/none": there is no such folder',
  ],
])(
  '%s ends at once: no folder can be made below /proc',
  async (words, sentence) => {
    mkdirSync(join(home, 'BOT'), { recursive: true })
    const ran = spawnSync(process.execPath, [command, ...words.split(' ')], {
      cwd: home,
      encoding: 'utf8',
      // In a checkout `serve` may build its pages first.
      timeout: 100_000,
      killSignal: 'SIGKILL',
    })
    expect([
      ran.status,
      ran.stderr.split('\n').filter((line) => line.startsWith('gamegrid: Cannot')),
    ]).toEqual([1, [`gamegrid: ${sentence}`]])
  },
  120_000,
)

test.each([
  ['calls-as-file', 'calls', 'Cannot count the calls in calls-as-file/calls: it is not a folder'],
  [
    'folder-as-calls',
    'calls/1.jsonl/',
    'Cannot count the calls in folder-as-calls/calls/1.jsonl: it is a folder',
  ],
  ['bots-as-file', 'bots', 'Cannot open the arena in bots-as-file/bots: it is not a folder'],
])(
  'serve refuses the data folder %s in one sentence',
  (data, path, sentence) => {
    const isFolder = path.endsWith('/')
    mkdirSync(join(home, data, isFolder ? path : ''), { recursive: true })
    if (!isFolder) writeFileSync(join(home, data, path), '')
    const ran = spawnSync(process.execPath, [command, 'serve', '--port', '0', '--no-tcp', '--data', data], {
      cwd: home,
      encoding: 'utf8',
      timeout: 100_000,
      killSignal: 'SIGKILL',
    })
    expect([ran.status, ran.stderr]).toEqual([1, `gamegrid: ${sentence}\n`])
  },
  120_000,
)

test('compare says that the first bot is weaker', async () => {
  const words = 'compare light-cycle house:random house:voronoi --nodes 50 --seed 1'
  const { code, err, out } = await gamegridHere(words.split(' '))
  expect(out).toContain('H0 is accepted: random is weaker by about 100 points rather than equally strong')
  expect([code, err]).toEqual([
    1,
    'gamegrid: random is not good enough against voronoi: the games show that it is weaker by about 100 points rather than equally strong\n',
  ])
})

test.each([
  [join(root, 'test/brains/throws.mjs'), 'throws lost 2 of its 2 rounds by faults (2 crashes)'],
  ['house:cheat-garbled', 'cheat-garbled lost 2 of its 2 rounds by faults (2 illegal moves)'],
])('compare says how many rounds %s lost by faults', async (bot, sentence) => {
  const { out } = await gamegridHere(['compare', 'tic-tac-toe', bot, 'house:first', '--pairs', '1'])
  expect(out.split('\n').filter((line) => line.includes('faults'))).toEqual([
    `  ${sentence}: gamegrid check says why`,
  ])
})

test('tournament report lists the formats, also for a name that is spelled like one', async () => {
  for (const name of ['pdf', 'foo'])
    expect((await gamegridHere(['tournament', 'report', home, '--report', name])).err).toBe(
      `gamegrid: Cannot find report "${name}": expected one of html, csv, json, md\n`,
    )
})

describe('connect with the name of a team that is there', () => {
  let arena: TestArena
  beforeAll(async () => {
    arena = await openTestArena()
  })
  afterAll(() => arena?.[Symbol.asyncDispose]())

  test('says how to play as that team', async () => {
    await arena.register('ann')
    expect(await gamegridHere(['connect', arena.url, 'house:random', '--name', 'ann'])).toMatchObject({
      code: 1,
      err: 'gamegrid: Cannot take the name "ann": it is taken; if ann is your team, give its key in GAMEGRID_KEY, or take another --name\n',
    })
  })
})

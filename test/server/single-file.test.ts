import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { rawZip } from '../../src/workshop/raw-archive.fixture.ts'
import { root } from '../cli/run.ts'
import { numberIn, openTestArena, type Answer, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { judged, newBot, upload, versionsOf } from './upload.fixture.ts'

const kitFile = (name: string, wire = 'longest-group'): string =>
  readFileSync(join(root, 'src/wires', wire, 'kit', name), 'utf8')
const PYTHON = kitFile('python/bot.py')

let arena: TestArena
let ann: TestPlayer
let bot = 0
beforeAll(async () => {
  arena = await openTestArena()
  ann = await arena.register('Ann')
  bot = await newBot(ann)
})
afterAll(() => arena[Symbol.asyncDispose]())

const send = (file: string, text: string, more = ''): Promise<Answer> =>
  upload(ann, bot, new TextEncoder().encode(text), `?file=${encodeURIComponent(file)}${more}`)

async function enter(file: string, text: string, more = ''): Promise<JsonObject> {
  const { status, body } = await send(file, text, more)
  expect([status, body]).toMatchObject([202, { kind: 'upload' }])
  return judged(ann, bot, numberIn(body, 'version'))
}

describe('a single file is a bot', () => {
  test('whose language its ending tells', async () => {
    expect(await enter('bot.py', PYTHON)).toMatchObject({ status: 'passed' })
    const version = (await versionsOf(ann, bot)).length
    const archive = await ann.request(`/api/v1/bots/${bot}/versions/${version}/archive`)
    expect(archive.text).toBe(PYTHON)
    expect(archive.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''bot.py")
  })

  test.each(['my bot (2).py', '-c.py', '../../größer.py'])(
    'also under a name that no command could hold: %s',
    async (name) => {
      expect(await enter(name, PYTHON)).toMatchObject({ status: 'passed' })
    },
    240_000,
  )

  test('in Java, whatever its public class is called', async () => {
    const java = kitFile('java/Bot.java').replaceAll(/\bBot\b/g, 'Crusher')
    expect(java).toContain('class Crusher')
    expect(await enter('upload.java', java)).toMatchObject({
      status: 'passed',
      log: expect.stringContaining('$ javac Crusher.java'),
    })
  })

  test('on JSON lines, if it does not understand the challenge’s own wire', async () => {
    expect(await enter('bot.ts', kitFile('typescript/bot.ts', 'json-lines'))).toMatchObject({
      status: 'passed',
    })
    const match = { challenge: 'longest-group', players: [`bot:${bot}`, 'house:random'] }
    const organiser = await arena.organiser()
    const { status, body } = await organiser.request('/api/v1/matches', { method: 'POST', json: match })
    expect(status).toBe(201)
    await expect
      .poll(async () => (await arena.request(`/api/v1/matches/${numberIn(body, 'id')}`)).body, {
        timeout: 120_000,
      })
      .toMatchObject({ status: 'over' })
    const record = await arena.request(`/api/v1/matches/${numberIn(body, 'id')}/record`)
    expect(record.text).toContain('"end":{"kind":"played"')
  })

  test('and its failure is told in the words of the challenge’s own wire', async () => {
    expect(await enter('bot.py', 'raise SystemExit("no idea")')).toMatchObject({
      status: 'failed',
      report: expect.stringContaining('crashed on turn 1'),
      log: expect.stringContaining('no idea'),
    })
  })

  test('with commands of its own, in any language', async () => {
    expect(await enter('bot.txt', PYTHON, '&run=python3%20bot.txt')).toMatchObject({ status: 'passed' })
  })

  test('in an archive beside other files, and in a folder of it', async () => {
    const files = [
      { name: 'mine/README.md', data: 'mine' },
      { name: 'mine/src/player.py', data: PYTHON },
    ]
    const { body } = await upload(ann, bot, new Uint8Array(rawZip(files)))
    expect(await judged(ann, bot, numberIn(body, 'version'))).toMatchObject({ status: 'passed' })
  })
})

describe('a single file is refused', () => {
  test.each([
    ['bot.rb', '', 'Cannot tell how "bot.rb" is built and run: expected a source that ends in .cpp, .cc, '],
    ['bot.zip', '', 'Cannot tell how "bot.zip" is built and run: '],
    ['bot.7z', '', 'or a folder of sources packed as a .zip, a .tar or a .tar.gz'],
    ['bot', '', 'Cannot tell how "bot" is built and run: '],
    ['my bot.rb', '&run=python3%20x', 'Cannot use the file name "my bot.rb": expected letters, digits, dots'],
    ['bot.py', '&run=ruby-nosuch%20bot.py', 'Cannot start "ruby-nosuch": there is no such program'],
  ])('%s%s', async (file, more, sentence) => {
    const before = (await versionsOf(ann, bot)).length
    const { status, body } = await send(file, PYTHON, more)
    expect([status, body['message']]).toEqual([400, expect.stringContaining(sentence)])
    expect((await versionsOf(ann, bot)).length).toBe(before)
  })

  test('if it is empty, or if its name is', async () => {
    expect((await send('bot.py', '')).body['error']).toBe('archive-empty')
    expect((await send('', PYTHON)).status).toBe(400)
  })

  test('without its name: the report says how to send it', async () => {
    const { body } = await upload(ann, bot, new TextEncoder().encode(PYTHON))
    expect(await judged(ann, bot, numberIn(body, 'version'))).toMatchObject({
      status: 'failed',
      report: expect.stringContaining('?file=bot.py'),
    })
  })
})

test('the commands of docs/bots.md upload a bot by curl', async () => {
  const page = readFileSync(join(root, 'docs/bots.md'), 'utf8')
  const [, section = ''] = /\n## By curl\n([^]*?)\n## /.exec(page) ?? []
  const commands = [...section.matchAll(/^```sh\n(curl .*)\n```$/gm)].map(([, command = '']) => command)
  expect(commands).toHaveLength(3)
  writeFileSync(join(arena.folder, 'bot.py'), PYTHON)
  const run = async (command = '', id = 1): Promise<string> => {
    const line = command
      .replaceAll('KEY', ann.key)
      .replaceAll('http://ARENA', arena.url)
      .replaceAll('/bots/1/', `/bots/${id}/`)
    return (await promisify(execFile)('sh', ['-c', line], { cwd: arena.folder })).stdout
  }
  const made = JSON.parse(await run(commands[0])) as { readonly id: number }
  expect(JSON.parse(await run(commands[1], made.id))).toMatchObject({ version: 1, kind: 'upload' })
  const events = await run(commands[2], made.id)
  expect(events).toMatch(/event: verdict\ndata: .*"status":"passed"/)
})

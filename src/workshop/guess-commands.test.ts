import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readKits } from '../wires/kits.ts'
import { guessCommands, type BotCommands } from './guess-commands.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-guess-'))
})
afterAll(() => rmSync(home, { recursive: true }))

let made = 0
async function guess(files: Readonly<Record<string, string | Buffer>>): Promise<BotCommands | string> {
  const folder = join(home, String(++made))
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const guessed = await guessCommands(folder)
  return guessed.ok ? guessed.value : guessed.problem.message
}

const empty = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, '']))

// Those that play over the network are not uploaded.
const programs = readKits().filter(({ wire }) => wire !== 'sse' && wire !== 'torus')

test.each(programs.map((kit) => [`${kit.wire}/${kit.language}`, kit] as const))(
  'the kit %s is built and run as its kit.json says',
  async (_, kit) => {
    const guessed = await guessCommands(kit.folder)
    expect(guessed).toEqual({
      ok: true,
      value: { build: kit.build.map((command) => command.join(' ')), run: kit.run.join(' ') },
    })
  },
)

describe('by the files', () => {
  test.each<[readonly string[], BotCommands]>([
    [['main.py', 'board.py', 'data.txt'], { build: [], run: 'python3 main.py' }],
    [['snake.py'], { build: [], run: 'python3 snake.py' }],
    [
      ['main.cpp', 'board.cpp', 'board.h', 'make_table.py'],
      { build: ['g++ -std=c++17 -O2 -Wall -o bot board.cpp main.cpp'], run: './bot' },
    ],
    [['bot.cc', 'x.cpp'], { build: ['g++ -std=c++17 -O2 -Wall -o bot bot.cc x.cpp'], run: './bot' }],
    [['Main.java', 'Board.java'], { build: ['javac Board.java Main.java'], run: 'java Main' }],
    [['Bot.cs', 'Board.cs'], { build: ['mcs -out:bot.exe Board.cs Bot.cs'], run: 'mono bot.exe' }],
    [['main.rs', 'board.rs'], { build: ['rustc --edition 2021 -O -o bot main.rs'], run: './bot' }],
    [['README.md', 'src/player.py'], { build: [], run: 'python3 src/player.py' }],
    [['src/Bot.java'], { build: ['javac -d . src/Bot.java'], run: 'java Bot' }],
    [['snake.py', 'tests/bot.py'], { build: [], run: 'python3 snake.py' }],
    [['bot.py', '-evil.py', 'with space.py'], { build: [], run: 'python3 bot.py' }],
  ])('%j', async (names, commands) => expect(await guess(empty(...names))).toEqual(commands))

  test.each<[readonly string[], RegExp]>([
    [
      [],
      /^Cannot tell how the bot is built and run: expected gamegrid.json, or one source called bot or main \(.cpp, .*\), and there is none$/,
    ],
    [['README.md', 'bot.txt'], /and there is none among "README.md", "bot.txt"$/],
    [['BOT.PY', 'a.pyc', 'b.pyc', 'c.pyc'], /and there is none among "BOT.PY", "a.pyc", "b.pyc" …$/],
    [['bot.py', 'main.py'], /and there are "bot.py" and "main.py"$/],
    [['bot.py', 'bot.cpp'], /and there are "bot.cpp" and "bot.py"$/],
    [['a.py', 'b.py'], /and there are "a.py" and "b.py"$/],
    [
      ['-o.py'],
      /and "-o.py" cannot stand in a command: expected a name of letters, digits, dots and dashes that begins with a letter$/,
    ],
    [['bot (1).py'], /and "bot \(1\).py" cannot stand in a command: /],
    [['src/a.py', 'src/b.py'], /and there are "src\/a.py" and "src\/b.py"$/],
    [['my src/a.py'], /and "my src\/a.py" cannot stand in a command: /],
  ])('%j', async (names, why) => expect(await guess(empty(...names))).toMatch(why))
})

test('a gamegrid.json alone is no source', async () => {
  expect(await guess({ 'gamegrid.json': '{}' })).toMatch(/and there is none$/)
})

const MARKED = '\uFEFFpublic class Bot {}'

test.each<[string, Buffer, RegExp]>([
  [
    'bot.py',
    Buffer.from('\uFEFFprint()', 'utf16le'),
    /^Cannot read "bot.py": it is in UTF-16: save it in UTF-8$/,
  ],
  ['bot.c', Buffer.from('\uFEFFint x;', 'utf16le').swap16(), /^Cannot read "bot.c": it is in UTF-16/],
  [
    'Bot.java',
    Buffer.from(MARKED),
    /^Cannot read "Bot.java": it begins with a byte order mark, which javac refuses: save it in UTF-8 without one$/,
  ],
])('%s in an encoding that its language does not read is refused', async (name, bytes, why) => {
  expect(await guess({ [name]: bytes })).toMatch(why)
})

test.each<[string, Buffer]>([
  ['bot.py', Buffer.from('\uFEFFprint()')],
  ['Bot.cs', Buffer.from(MARKED, 'utf16le')],
  ['Bot.java', Buffer.from('')],
])('%s in an encoding that its language reads is taken', async (name, bytes) => {
  expect(await guess({ [name]: bytes })).toMatchObject({ run: expect.any(String) })
})

test.each<[string, string, string]>([
  ['public class Rider { }', 'javac Bot.java', 'java Rider'],
  ['/* public class Old */ // class Older\npublic final class Rider {}', 'javac Bot.java', 'java Rider'],
  ['class Cell {}\nclass Rider { static void main(String[] a) {} }', 'javac Bot.java', 'java Rider'],
  ['String s = "public class Fake";\npublic record Rider() {}', 'javac Bot.java', 'java Rider'],
  ['package a.b;\npublic class Rider {}', 'javac -d . Bot.java', 'java a.b.Rider'],
  ['nothing that is Java', 'javac Bot.java', 'java Bot'],
])('Java starts the class of %j', async (text, build, run) => {
  expect(await guess({ 'Bot.java': text })).toEqual({ build: [build], run })
})

/** What takes seconds here would take hours at the size that an upload may have, and the arena would stand still meanwhile. */
const AT_ONCE = { timeout: 5_000 }

test.each<[string, string]>([
  ['blank lines', '\n'.repeat(60_000)],
  ['comments without an end', '/* '.repeat(60_000)],
  ['texts without an end', '"' + '\\"'.repeat(30_000)],
])('a Java source of %s is read at once', AT_ONCE, async (_, text) => {
  expect(await guess({ 'Bot.java': text })).toEqual({ build: ['javac Bot.java'], run: 'java Bot' })
})

test.each<[string, string, string]>([
  ['a text block', 'String s = """\n"public class Fake\n""";\nclass Rider {}', 'java Bot'],
  ['a quotation mark', "char c = '\"'; public class Rider { char d = '\"'; }", 'java Rider'],
])('Java with %s', async (_, text, run) => {
  expect(await guess({ 'Bot.java': text })).toEqual({ build: ['javac Bot.java'], run })
})

describe('by gamegrid.json', () => {
  test('one that is too large is refused before it is read', async () => {
    expect(await guess({ 'gamegrid.json': ' '.repeat(64 * 1024 + 1) })).toBe(
      'Cannot read gamegrid.json: expected at most 64 KiB',
    )
  })

  const manifest = (value: unknown) => guess({ 'gamegrid.json': JSON.stringify(value), 'bot.py': '' })

  test.each<[unknown, BotCommands]>([
    [{ run: './bot' }, { build: [], run: './bot' }],
    [
      { build: ['make -j2', './gen "a b"'], run: 'java -jar bot.jar' },
      { build: ['make -j2', './gen "a b"'], run: 'java -jar bot.jar' },
    ],
    [
      { run: 'python3 bot.py', wire: 'json' },
      { build: [], run: 'python3 bot.py', wire: 'json' },
    ],
    [
      { run: './bot', bot: 'rider', challenge: 'light-cycle' },
      { build: [], run: './bot' },
    ],
    [
      { bot: 'rider', challenge: 'light-cycle' },
      { build: [], run: 'python3 bot.py' },
    ],
    [
      { challenge: 'light-cycle', wire: 'json' },
      { build: [], run: 'python3 bot.py', wire: 'json' },
    ],
  ])('%j', async (value, commands) => expect(await manifest(value)).toEqual(commands))

  test.each<[unknown, RegExp]>([
    [[], /^Cannot read gamegrid.json: expected an object like/],
    [{ build: ['make'] }, /^Cannot read gamegrid.json: expected "run" to be a command line/],
    [{ run: '' }, /expected "run"/],
    [{ run: ['./bot'] }, /expected "run"/],
    [{ build: 'make', run: './bot' }, /expected "build" to be a list of at most 20 command lines$/],
    [{ build: [''], run: './bot' }, /expected "build"/],
    [{ build: Array.from({ length: 21 }, () => 'make'), run: './bot' }, /expected "build"/],
    [{ wire: 'telegraph' }, /expected "wire" to be one of json, light-cycle, longest-group$/],
    [{ run: './bot', wire: 'telegraph' }, /expected "wire" to be one of json, light-cycle, longest-group$/],
    [{ run: './bot', biuld: [] }, /expected build, run, wire, bot and challenge only, not "biuld"$/],
  ])('%j', async (value, why) => expect(await manifest(value)).toMatch(why))

  test('that is no JSON', async () =>
    expect(await guess({ 'gamegrid.json': '{run: ./bot}' })).toMatch(
      /^Cannot read gamegrid.json: expected an object/,
    ))

  test('that is no JSON, with its place', async () =>
    expect(await guess({ 'gamegrid.json': '{\n  "run": ,\n}' })).toMatch(
      /; line 2, column 10: unexpected token ','$/,
    ))

  test('with a byte order mark, as Windows Notepad writes it', async () =>
    expect(await guess({ 'gamegrid.json': '\uFEFF{"run": "./bot"}' })).toEqual({ build: [], run: './bot' }))
})

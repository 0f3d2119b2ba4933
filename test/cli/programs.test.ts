import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gamegridHere } from './here.ts'
import { gamegrid, root, type Ran } from './run.ts'

const clients = join(root, 'test/clients/light-cycle')

let home = ''
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'gamegrid-programs-')))
  writeFileSync(join(home, '1'), '')
  for (const name of ['flooding.cpp', 'stubborn.c', 'stdio.c'])
    execFileSync('gcc', ['-o', join(home, name.split('.')[0] ?? ''), join(clients, name), '-lstdc++'])
  // Writes `ready` without a line feed.
  writeFileSync(
    join(home, 'words.py'),
    'input("ready")\nwhile True:\n    input("ready")\n    print("forward")\n',
  )
  // Prints its folder and its arguments.
  const tells = `#!/usr/bin/env python3
import os, sys
print(os.getcwd(), sys.argv, os.environ.get('A'), file=sys.stderr)
input("ready")
while True:
    input("ready")
    print("forward")
`
  mkdirSync(join(home, 'below'))
  for (const path of ['x', 'below/y', 'below/1']) writeFileSync(join(home, path), tells, { mode: 0o755 })
})
afterAll(() => rmSync(home, { recursive: true }))

/** Longer than any client takes on a busy machine. */
const AMPLE = ['--clock', '60s', '--start-up', '60s']

const playing = (bot: string, more: readonly string[]): readonly string[] => [
  'play',
  'light-cycle',
  bot,
  'house:first',
  '--seed',
  '3',
  ...AMPLE,
  ...more,
]
const play = (bot: string, ...more: readonly string[]): Promise<Ran> =>
  gamegridHere(playing(bot, more), { cwd: home })
/** Plays with the command as a process of its own: it ends when the match ends, whatever the bot does. */
const playApart = (bot: string, ...more: readonly string[]): Promise<Ran> =>
  gamegrid(playing(bot, more), { cwd: home })

test.concurrent('a client that speaks in words plays', async () => {
  expect((await playApart('python3 words.py')).out).toMatch(/^words won by /m)
})

const WAYS: readonly (readonly string[])[] = [[], ['--sandbox']]

test.concurrent.each(WAYS)(
  "the contest's own client floods and never reads, and plays %s",
  async (...way) => {
    expect((await playApart('./flooding', ...way)).out).toMatch(/^flooding won by /m)
    expect((await playApart('./flooding', '--pty', ...way)).out).toMatch(/^flooding won by /m)
  },
)

test.concurrent.each(WAYS)(
  'one that ignores every signal as well is ended with its match %s',
  async (...way) => {
    expect((await playApart('./stubborn', '--pty', ...way)).out).toMatch(/^stubborn won by /m)
  },
)

test.each(WAYS)(
  'plain stdio without a flush plays on a pseudo-terminal, and only there %s',
  async (...way) => {
    expect((await play('./stdio', '--start-up', '2s', ...way)).out).toContain(
      'stdio was not ready within 2 s',
    )
    expect((await play('./stdio', '--pty', ...way)).out).toMatch(/^stdio won by /m)
  },
)

test.each(WAYS)("the document's own Python client plays on a pseudo-terminal, too %s", async (...way) => {
  const client = join(clients, 'document.py')
  for (const bot of [client, `python3 ${client}`])
    expect((await play(bot, '--pty', ...way)).out).toMatch(/^document won by /m)
})

test.concurrent.each(WAYS)('a tournament with such clients ends %s', async (...way) => {
  const bots = ['./flooding', './stubborn', './stdio', 'house:first']
  const flags = [
    '--pty',
    '--size',
    '6',
    '--seed',
    '1',
    '--clock',
    '60s',
    '--data',
    join(home, `cup${way.length}`),
  ]
  const { code, out } = await gamegrid(['tournament', 'light-cycle', ...bots, ...flags, ...way], {
    cwd: home,
  })
  expect({ code, out: code === 0 ? '' : out }).toEqual({ code: 0, out: '' })
  expect(out).toMatch(/stubborn/)
})

test("what the document's own client says at the end of its input is not shown", async () => {
  const { out, err } = await play(`python3 ${join(clients, 'document.py')}`)
  expect(out).toMatch(/^document won by /m)
  expect(err).toBe('')
})

test('a word that means nothing is quoted, and the record of it can be verified', async () => {
  writeFileSync(join(home, 'banana.py'), 'input("ready")\ninput("ready")\nprint("banana")\ninput()\n')
  for (const more of [[], ['--no-times']]) {
    const record = join(home, `banana${more.length}.jsonl`)
    const { out } = await play('python3 banana.py', '--clock', '1s', '--record', record, ...more)
    expect(out).toContain('it sent "banana", expected left, right or forward')
    const verified = await gamegridHere(['replay', record, '--verify'])
    expect({ code: verified.code, err: verified.err }).toEqual({ code: 0, err: '' })
    expect(readFileSync(record, 'utf8')).toContain('it sent')
  }
})

test('the time to get ready can be set', async () => {
  writeFileSync(join(home, 'sleeps.py'), 'import time\ntime.sleep(60)\n')
  const { out } = await play('python3 sleeps.py', '--start-up', '700ms')
  expect(out).toContain('sleeps was not ready within 0.7 s')
  const wrong = await play('python3 sleeps.py', '--start-up', 'soon')
  expect(wrong.err.trim()).toBe(
    'gamegrid: Cannot read start-up time "soon": expected a time like 5s or 500ms',
  )
})

test('a program for Windows says what to do, executable or not', async () => {
  for (const [name, mode] of [
    ['one.exe', 0o755],
    ['two.exe', 0o644],
  ] as const) {
    writeFileSync(join(home, name), 'MZ\x90\0\x03', { mode })
    const { code, err } = await play(`./${name}`)
    expect(err.trim()).toBe(
      `gamegrid: Cannot run "./${name}": it is a program for Windows: start it with mono, as in "mono ${name}", or build it for this machine`,
    )
    expect(code).toBe(2)
  }
})

test('in the sandbox they play the same game', async () => {
  const words = ['play', 'longest-group', 'python3 longest-group.py', 'house:first', '--seed', '3']
  const game = (...more: readonly string[]): Promise<Ran> =>
    gamegridHere([...words, '--clock', '60s', ...more], { cwd: join(root, 'test/bots') })
  const outside = await game()
  expect(outside.out).toMatch(/^longest-group won by more groups of the longest length /m)
  expect((await game('--sandbox')).out).toBe(outside.out)
})

describe('a program starts in its folder with the words as written, and gives its name', () => {
  test.each([
    ['./x --level 3', 'x', '.', "['./x', '--level', '3'] None"],
    ['stdbuf -o0 ./x', 'x', '.', "['./x'] None"],
    ['stdbuf -o 0 ./x 7', 'x', '.', "['./x', '7'] None"],
    ['nice -n 1 ./x', 'x', '.', "['./x'] None"],
    ['env A=1 ./x', 'x', '.', "['./x'] 1"],
    ['env -u B A=1 nice -n 1 ./x', 'x', '.', "['./x'] 1"],
    ['bash -c ./x', 'x', '.', "['./x'] None"],
    ['sh -c "exec nice ./x 5"', 'x', '.', "['./x', '5'] None"],
    ['timeout 60 ./x', 'x', '.', "['./x'] None"],
    ['env A=2 python3 x', 'x', '.', "['x'] 2"],
    ['python3 ./x', 'x', '.', "['./x'] None"],
    ['nice -n 1 below/y', 'y', 'below', "['./y'] None"],
    ['bash -c below/y', 'y', 'below', "['./y'] None"],
    ['python3 -u below/y 4', 'y', 'below', "['./y', '4'] None"],
    ['below/1', '1', 'below', "['./1'] None"],
  ])('%s', async (command, name, folder, told) => {
    const { out, err } = await play(command)
    expect(out).toMatch(new RegExp(`^${name} won by `, 'm'))
    expect(out + err).toContain(`${join(home, folder)} ${told}`)
  })

  test('also where the command is a process of its own', async () => {
    const command = 'env A=1 nice -n 1 below/y 4'
    const { out, err } = await playApart(command)
    expect(out).toMatch(/^y won by /m)
    expect(out + err).toContain(`${join(home, 'below')} ['./y', '4'] 1`)
  })

  test('also by its full name, and in the sandbox', async () => {
    const { out, err } = await play(`nice -n 1 ${join(home, 'below/y')}`)
    expect(out).toMatch(/^y won by /m)
    expect(out + err).toContain(`${join(home, 'below')} ['${join(home, 'below/y')}'] None`)
    const inside = await play(`nice -n 1 ${join(home, 'below/y')}`, '--sandbox')
    expect(inside.out).toMatch(/^y won by /m)
    expect(inside.out + inside.err).toContain("/bot ['/bot/y'] None")
    expect((await play('env A=3 stdbuf -o0 below/y', '--sandbox')).err).toContain("/bot ['./y'] 3")
  })

  test('and what is not there is named', async () => {
    expect((await play('nice -n 1 ./z')).err).toContain('Cannot find program "./z": there is no such file')
    expect((await play('nice -n 1 nosuchthing')).err).toContain(
      'Cannot find program "nosuchthing": it is not in PATH',
    )
  })
})

describe('an interpreter that is named by its path, as that of a virtual environment,', () => {
  let python = ''
  beforeAll(() => {
    python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
    mkdirSync(join(home, 'below/venv/bin'), { recursive: true })
    symlinkSync(python, join(home, 'below/venv/bin/python3'))
  })

  test.each([
    ['elsewhere', () => `${python} -u below/y 4`],
    ['in the folder of the bot', () => 'below/venv/bin/python3 -u below/y 4'],
    ['after a wrapper', () => 'nice -n 1 ./below/venv/bin/python3 -u below/y 4'],
  ])('%s starts in the folder of the script', async (_, command) => {
    const { out, err } = await play(command())
    expect(out).toMatch(/^y won by /m)
    expect(out + err).toContain(`${join(home, 'below')} ['./y', '4'] None`)
  })

  test('also in the sandbox', async () => {
    const { out, err } = await play(`${python} -u below/y 4`, '--sandbox')
    expect(out).toMatch(/^y won by /m)
    expect(out + err).toContain("/bot ['./y', '4'] None")
  })

  test('and a script that is not there is named', async () => {
    expect((await play(`${python} none.py`)).err).toContain('Cannot find "none.py": there is no such file')
  })
})

test('gamegrid sandbox lists what uploads may name: name, version and real path', async () => {
  const { code, out } = await gamegrid(['sandbox'])
  expect(code).toBe(0)
  for (const name of ['python3', 'node', 'java', 'gcc'])
    expect(out).toMatch(new RegExp(`^  ${name} +\\d+(\\.\\d+)+ +/\\S+$`, 'm'))
  expect(out).toMatch(/^and the tools .*\bsh bash\b.*\bmake\b/m)
})

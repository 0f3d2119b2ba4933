import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { groupOf } from '../../src/runner/sandbox/group-of.ts'
import { rawZip, type RawZipEntry } from '../../src/workshop/raw-archive.fixture.ts'
import { root } from '../cli/run.ts'
import { numberIn, openTestArena, type Answer, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { judged, newBot, upload, versionsOf } from './upload.fixture.ts'

/** Code from an upload or its build never runs on the host: if it did, it would leave this mark. */
let home = ''
let mark = ''
let arena: TestArena
let ann: TestPlayer
let annsBot = 0
let bob: TestPlayer
let bobsBot = 0

const PLAYS = readFileSync(join(root, 'src/wires/longest-group/kit/javascript/bot.mjs'))
const PROGRAM = readFileSync(join(root, 'test/bots/first-free.c'))

/** A script that leaves the mark if the host runs it; the folder does not exist inside the sandbox. */
const leavesMark = (name: string, first = '#!/bin/sh'): RawZipEntry => ({
  name,
  data: `${first}\n: >'${mark}'\nexit 1\n`,
  mode: 0o100755,
})

const zip = (...entries: readonly RawZipEntry[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(rawZip([{ name: 'bot.mjs', data: PLAYS }, ...entries]))

interface Commands {
  readonly build?: readonly string[]
  readonly run: string
}

const query = ({ build = [], run }: Commands): string =>
  `?${[...build.map((line) => `build=${encodeURIComponent(line)}`), `run=${encodeURIComponent(run)}`].join('&')}`

/** The result of an upload of Bob's: refused at once, or built and tried. */
async function enter(commands: Commands, ...entries: readonly RawZipEntry[]): Promise<JsonObject> {
  const before = await versionsOf(bob, bobsBot)
  const answer: Answer = await upload(bob, bobsBot, zip(...entries), query(commands))
  if (answer.status === 202) return judged(bob, bobsBot, numberIn(answer.body, 'version'))
  expect(await versionsOf(bob, bobsBot)).toEqual(before)
  return { status: answer.status, report: answer.body['message'] ?? null }
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-mark-'))
  mark = join(home, 'mark')
  arena = await openTestArena()
  ann = await arena.register('Ann')
  bob = await arena.register('Bob')
  annsBot = await newBot(ann)
  bobsBot = await newBot(bob)
  const first = await upload(
    ann,
    annsBot,
    zip({ name: 'bot.c', data: PROGRAM }, { name: 'bin/.keep', data: '' }, leavesMark('python3')),
    query({ build: ['gcc -o bin/bot bot.c'], run: 'bin/bot' }),
  )
  expect(first.status).toBe(202)
  expect(await judged(ann, annsBot, 1)).toMatchObject({ status: 'passed' })
})
afterAll(async () => {
  await arena[Symbol.asyncDispose]()
  rmSync(home, { recursive: true, force: true })
})
afterEach(() => {
  const isThere = existsSync(mark)
  rmSync(mark, { force: true })
  expect(isThere, 'something ran on the host').toBe(false)
})

describe('a command names a file of its own folder or a runtime of the machine', () => {
  test('never a program of an earlier version', async () => {
    const query = '?run=..%2Fbot-1-version-1%2Fpython3%20bot.mjs'
    const { status, body } = await upload(ann, annsBot, zip(), query)
    if (status === 202) await judged(ann, annsBot, 2)
    expect([status, body['message']]).toEqual([
      400,
      'Cannot start "../bot-1-version-1/python3": expected a file in the folder of the bot, like ./bot, or the name of a runtime, like python3',
    ])
  })

  test.each([
    ['another team’s program', '../bot-1-version-1/bin/bot'],
    ['it by a detour', './x/../../bot-1-version-1/bin/bot'],
    ['a program by its full name', '/usr/bin/node bot.mjs'],
    ['a shell by its full name', '/bin/sh -c "exec node bot.mjs"'],
    ['whatever runs', '/proc/self/exe bot.mjs'],
    ['a folder', './'],
    ['what is above the folder', '..'],
    ['a program that the machine does not offer', 'nosuchthing bot.mjs'],
    ['a NUL', 'node\0 bot.mjs'],
    ['a name with a NUL', 'python3\0/../../python3 bot.mjs'],
  ])('never %s', async (_, run) => {
    for (const commands of [{ run }, { build: [run], run: 'node bot.mjs' }])
      expect(await enter(commands), run).toMatchObject({
        status: 400,
        report: expect.stringMatching(/^Cannot (start|run) /),
      })
  })

  test('never another team’s program by its full name', async () => {
    const run = join(arena.folder, 'bots/versions/bot-1-version-1/bin/bot')
    expect(await enter({ run })).toMatchObject({ status: 400 })
  })
})

/** Writes a script whose first line names a program by the path that the host has for the folder. */
const PLAN = `import os, sys
lines = open('/proc/self/mountinfo').read().split('\\n')
host = next(line.split()[3] for line in lines if ' /bot ' in line)
open('start', 'w').write('#!%s/python3\\nprint("started")\\n' % host)
os.chmod('start', 0o755)
`

describe('a script’s first line', () => {
  test('that names a program made by the build, by the host’s path, starts a runtime of that name', async () => {
    const build = ['python3 plan.py', './start']
    const entered = await enter(
      { build, run: 'node bot.mjs' },
      { name: 'plan.py', data: PLAN },
      leavesMark('python3'),
    )
    expect(entered).toMatchObject({ status: 'passed', log: expect.stringContaining('$ ./start\nstarted\n') })
  })

  test.each([
    ['in another team’s folder', () => join(arena.folder, 'bots/versions/bot-1-version-1/python3'), 'passed'],
    ['by a path that leads upwards', () => '../bot-1-version-1/python3', 'passed'],
    ['by env', () => '/usr/bin/env python3', 'passed'],
    ['by env -S, with options', () => '/usr/bin/env -S python3 -u', 'passed'],
    ['that is not there', () => '/nosuchfolder/nosuchthing', 'failed'],
    ['in another team’s folder, under a name of its own', () => '../bot-1-version-1/bin/bot', 'failed'],
  ])(
    'names a program %s',
    async (_, interpreter, status) => {
      const start = { name: 'start', data: `#!${interpreter()}\nprint("started")\n`, mode: 0o100755 }
      const entered = await enter({ build: ['./start'], run: 'node bot.mjs' }, start)
      expect(entered).toMatchObject({ status })
      expect(entered[status === 'passed' ? 'log' : 'report']).toMatch(
        status === 'passed' ? /\nstarted\n/ : /^Cannot start "\.\/start": there is no "\w+" to run it$/,
      )
    },
    120_000,
  )
})

describe('inside the sandbox only', () => {
  test('a program of the folder called python3 is started, by its path', async () => {
    const said = 'process.stderr.write("here")'
    const own = { name: 'python3', data: `#!/usr/bin/env node\n${said}\n`, mode: 0o100755 }
    expect(await enter({ run: './python3 bot.mjs' }, own)).toMatchObject({ status: 'failed', log: 'here' })
  })

  test('and by its name the runtime, whatever lies in the folder', async () => {
    expect(
      await enter({ build: ['python3 -c "print(6*7)"'], run: 'node bot.mjs' }, leavesMark('python3')),
    ).toMatchObject({
      status: 'passed',
      log: '$ python3 -c "print(6*7)"\n42\n',
    })
  })

  test('a start script finds runtimes by their names', async () => {
    const start = { name: 'start', data: '#!/bin/sh\nexec node bot.mjs\n', mode: 0o100755 }
    expect(await enter({ run: './start' }, start)).toMatchObject({ status: 'passed' })
  })

  test.each([
    ['node', 'node ../bot-1-version-1/bot.mjs'],
    ['a shell', 'sh ../bot-1-version-1/python3'],
    ['env', 'env ../bot-1-version-1/bin/bot'],
    ['java', 'java -cp ../bot-1-version-1:/var:/root Bot'],
  ])(
    '%s finds nothing of another team’s',
    async (_, run) => {
      expect(await enter({ run })).toMatchObject({ status: 'failed' })
      expect(await enter({ run: run.replace('..', `${arena.folder}/bots/versions`) })).toMatchObject({
        status: 'failed',
      })
    },
    120_000,
  )
})

describe('a link', () => {
  test.each([
    ['to a program of the host', 'ln -s /usr/bin/node mine', './mine bot.mjs'],
    ['upwards', 'ln -s ../bot-1-version-1/bin/bot mine', './mine'],
    ['by another link', 'sh -c "ln -s / top; ln -s top/usr/bin/node mine"', './mine bot.mjs'],
    ['through a folder', 'ln -s .. mine', './mine/bot-1-version-1/bin/bot'],
  ])(
    'that leaves the folder is refused: %s',
    async (_, build, run) => {
      const report = /^Cannot (keep|start) ".*": it is a link that leads out of the folder, or nowhere$/
      expect(await enter({ build: [build], run })).toMatchObject({
        status: 'failed',
        report: expect.stringMatching(report),
      })
      expect(await enter({ build: [build, run], run: 'node bot.mjs' })).toMatchObject({
        status: 'failed',
        report: expect.stringMatching(report),
      })
    },
    120_000,
  )

  test('within the folder is followed', async () => {
    const start = { name: 'd/start', data: '#!/usr/bin/env node\nimport("/bot/bot.mjs")\n', mode: 0o100755 }
    const build = ['ln -s d/start mine', 'ln -s /bot/mine yours']
    expect(await enter({ build, run: './yours' }, start)).toMatchObject({ status: 'passed' })
  })

  test('in an archive is refused, wherever it leads', async () => {
    const link = { name: 'mine', data: '../bot-1-version-1/bin/bot', mode: 0o120777 }
    expect(await enter({ run: './mine' }, link)).toMatchObject({
      status: 'failed',
      report: 'Cannot unpack "mine": it is a link, expected files and folders',
    })
  })
})

describe('teams', () => {
  const versions = (): string => join(arena.folder, 'bots/versions')

  test('cannot read each other’s versions: where we are root each has a group of its own', async () => {
    expect(lstatSync(versions()).mode & 0o777).toBe(0o700)
    const folder = join(versions(), 'bot-1-version-1')
    const isRoot = process.getuid?.() === 0
    for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
      const { mode, uid, gid } = lstatSync(join(folder, name))
      expect(mode & (isRoot ? 0o227 : 0o277), name).toBe(0)
      expect([uid, gid], name).toEqual([
        process.getuid?.(),
        isRoot ? groupOf(ann.id) : (process.getgid?.() as number),
      ])
    }
    expect(groupOf(ann.id)).not.toBe(groupOf(bob.id))
  })

  test.runIf(process.getuid?.() === 0)(
    'run as users of no number but their own, and of their group',
    async () => {
      const who = {
        name: 'who.py',
        data: 'import os, sys\nprint(os.getuid(), os.getgid(), os.getgroups(), file=sys.stderr)',
      }
      const { log } = await enter({ run: 'python3 who.py' }, who)
      expect(log).toMatch(new RegExp(`^19\\d{8} ${groupOf(bob.id)} \\[\\]\n$`))
    },
  )
})

test('a pipe in the place of a program is not waited for', async () => {
  expect(await enter({ build: ['mkfifo -m 755 mine', './mine'], run: 'node bot.mjs' })).toMatchObject({
    status: 'failed',
    report: 'Cannot start "./mine": there is no such program',
  })
})

/** Everything about the machine that a process may read about itself. */
const LOOK = `import os
for name in ['mountinfo', 'mounts', 'mountstats', 'cgroup', 'environ', 'cmdline', 'maps']:
    for pid in ['self', '1']:
        try: print(open('/proc/%s/%s' % (pid, name)).read())
        except OSError: pass
for link in ['cwd', 'exe', 'root']: print(os.readlink('/proc/self/' + link))
print(os.getcwd(), dict(os.environ))
`

test('neither a build nor a bot sees where it lies on the host', async () => {
  const entered = await enter(
    { build: ['python3 look.py'], run: 'sh -c "exec python3 look.py >&2"' },
    { name: 'look.py', data: LOOK },
  )
  const log = String(entered['log'])
  expect(log.match(/ \/bot /g)?.length).toBeGreaterThanOrEqual(4)
  for (const secret of [arena.folder, 'bots/versions', 'version-1'])
    expect(log.includes(secret), `${secret} in ${log}`).toBe(false)
})

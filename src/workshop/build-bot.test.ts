import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDisk } from '../../test/disk/small-disk.fixture.ts'
import { findTool } from '../runner/process/find-program.ts'
import { buildBot } from './build-bot.ts'
import { HOSTILE_BUILDS, processesIn, runHostileBuilds, type Outcome } from './hostile-builds.fixture.ts'
import { OutputTail } from './output-tail.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-build-'))
  chmodSync(home, 0o755)
  // Something a build must not see.
  process.env['GAMEGRID_SECRET'] = 'secret'
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

let made = 0
function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = join(home, `bot-${++made}`)
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

describe('a build', () => {
  test('runs its commands in order and keeps what they print, errors as well', async () => {
    const folder = makeFolder({
      'a.py': 'import sys; print("out"); print("err", file=sys.stderr); open("made", "w")',
    })
    const built = await buildBot({ folder, build: ['python3 -u a.py', "sh -c 'ls; pwd; touch /tmp/x'"] })
    expect(built).toEqual({
      ok: true,
      value: {
        log: "$ python3 -u a.py\nout\nerr\n$ sh -c 'ls; pwd; touch /tmp/x'\na.py\nmade\n/bot\n",
      },
    })
    expect(existsSync(join(folder, 'made'))).toBe(true)
  })

  test('that fails on a full disk is not the fault of the bot', async () => {
    using disk = openSmallDisk(24)
    chmodSync(disk.folder, 0o755)
    const folder = join(disk.folder, 'bot')
    mkdirSync(folder)
    writeFileSync(join(folder, 'bot.c'), 'volatile char big[3000000] = {1};\nint main() { return big[0]; }\n')
    disk.fill(300 << 10)
    expect(await buildBot({ folder, build: ['gcc -o bot bot.c'] })).toMatchObject({
      ok: false,
      problem: {
        code: 'workshop-disk',
        message: `Cannot build the bot by "gcc -o bot bot.c": the disk of ${disk.folder} is nearly full, with 0 MiB free`,
      },
      log: expect.stringContaining('No space left on device'),
    })
    disk.release()
    expect(await buildBot({ folder, build: ['gcc -o bot bot.c'] })).toMatchObject({ ok: true })
  })

  test('is ended before it has filled the disk', async () => {
    using disk = openSmallDisk(24)
    chmodSync(disk.folder, 0o755)
    const folder = join(disk.folder, 'bot')
    mkdirSync(folder)
    // Files on their way through a socket: no folder shows them, and no process has them open.
    const script =
      'import os, socket, time\na, b = socket.socketpair()\nfor n in range(23):\n    f = open("f", "wb", 0)\n    os.unlink("f")\n    f.write(b"x" * 1000000)\n    socket.send_fds(a, [b"f"], [f.fileno()])\n    f.close()\ntime.sleep(100)'
    writeFileSync(join(folder, 'build.py'), script)
    const limits = { seconds: 10, folderMb: 20 }
    expect(await buildBot({ folder, build: ['python3 build.py'], limits })).toMatchObject({
      ok: false,
      problem: { code: 'workshop-disk', message: expect.stringMatching(/is nearly full, with \d MiB free$/) },
    })
    expect(disk.free()).toBeGreaterThan(20e6)
  })

  test('stops at the first command that fails, and the log says why', async () => {
    const folder = makeFolder({ 'bot.cpp': 'int main() { return x; }' })
    const built = await buildBot({ folder, build: ['g++ bot.cpp', 'touch never'] })
    expect(built).toMatchObject({
      ok: false,
      problem: {
        code: 'build-failed',
        message: 'Cannot build the bot by "g++ bot.cpp": it ended with exit code 1',
      },
    })
    expect(built.ok ? '' : built.log).toContain('was not declared')
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })

  test('of nothing needs nothing', async () => {
    expect(await buildBot({ folder: makeFolder(), build: [] })).toEqual({ ok: true, value: { log: '' } })
  })

  test('can be interrupted, and then nothing of it runs', async () => {
    const folder = makeFolder({ 'a.sh': 'sleep 1000 & sleep 1000 & echo here; wait' })
    const stop = new AbortController()
    const building = buildBot({ folder, build: ['sh a.sh'], signal: stop.signal })
    await seen(() => processesIn(folder).length > 2)
    stop.abort()
    expect(await building).toMatchObject({
      ok: false,
      problem: { code: 'build-stopped', message: 'Cannot build the bot by "sh a.sh": it was interrupted' },
    })
    expect(processesIn(folder)).toEqual([])
    expect(await buildBot({ folder, build: ['sh a.sh'], signal: stop.signal })).toMatchObject({ ok: false })
  })
})

test.each([
  ['missing', () => '/dev/null', 'bubblewrap is missing (apt-get install bubblewrap)'],
  [
    'broken',
    () => {
      const broken = join(home, 'bwrap')
      writeFileSync(broken, '#!/bin/sh\necho libcap.so.2 is missing >&2\nexit 127\n', { mode: 0o755 })
      return broken
    },
    'BWRAP cannot be executed (libcap.so.2 is missing): install it again (apt-get install --reinstall bubblewrap)',
  ],
])('where bubblewrap is %s nothing is built, and one sentence says so', (_, instead, why) => {
  const bwrap = findTool('bwrap') ?? raise('bwrap')
  const folder = makeFolder()
  const script = join(home, 'build.mjs')
  const file = JSON.stringify(join(import.meta.dirname, 'build-bot.ts'))
  writeFileSync(
    script,
    `import { buildBot } from ${file}
    const built = await buildBot({ folder: ${JSON.stringify(folder)}, build: ['touch made'] })
    process.stdout.write(JSON.stringify(built))
    process.exit()`,
  )
  // A machine just like this one, but for bubblewrap.
  const hidden = ['--dev-bind', '/', '/', '--ro-bind', instead(), bwrap]
  const { stdout } = spawnSync(bwrap, [...hidden, process.execPath, script], { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toEqual({
    ok: false,
    problem: {
      code: 'sandbox-unavailable',
      message: `Cannot start the sandbox: ${why.replace('BWRAP', bwrap)}`,
    },
    log: '$ touch made\n',
  })
  expect(existsSync(join(folder, 'made'))).toBe(false)
})

const isRoot = process.getuid?.() === 0

describe(isRoot ? 'hostile builds, as root' : 'hostile builds, as an ordinary user', () => {
  let outcomes: readonly Outcome[]
  beforeAll(async () => {
    const place = join(home, 'own')
    mkdirSync(place)
    outcomes = await runHostileBuilds(place)
  })
  test.each(HOSTILE_BUILDS)('$name', ({ name }) => judge(outcomes, name))
})

if (isRoot)
  describe('hostile builds, as an ordinary user, started by root', () => {
    let outcomes: readonly Outcome[]
    beforeAll(() => {
      outcomes = runAsUser()
    })
    test.each(HOSTILE_BUILDS)('$name', ({ name }) => judge(outcomes, name))
  })

/** What is left where it is worth a look. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  'leaves privileges, pipes and locked doors': [
    'build.py 644 ours',
    'd 755 ours',
    'note 644 ours',
    'tool 755 ours',
  ],
  'puts a link in the place of its folder': ['build.py 644 ours'],
  'leaves links within': ['build.py 644 ours', 'd 755 ours', 'd/same 777 ours', 'same 777 ours'],
}

function judge(outcomes: readonly Outcome[], name: string): void {
  const expected = HOSTILE_BUILDS.find((hostile) => hostile.name === name)
  const outcome = outcomes.find((item) => item.name === name)
  if (expected === undefined || outcome === undefined) throw new Error(`${name} was not run`)
  expect(outcome.said, outcome.log).toMatch(expected.said)
  expect(outcome).toMatchObject({ running: 0, beside: [], isRemoved: true })
  expect(outcome.log.length).toBeLessThan(65 * 1024)
  if (expected.printed !== undefined) expect(outcome.log).toBe(logOf(expected.build, expected.printed))
  if (LEFT[name]) expect(outcome.files).toEqual(LEFT[name])
}

const logOf = (build: readonly string[], printed: string): string =>
  build.map((line) => `$ ${line}\n`).join('') + printed

/** A copy of what a build needs, readable by all users: the project itself may be in root's home. */
function runAsUser(): readonly Outcome[] {
  const project = join(home, 'project')
  const source = join(import.meta.dirname, '../..')
  for (const folder of ['src/base', 'src/runner', 'src/workshop', 'node_modules/string-argv'])
    cpSync(join(source, folder), join(project, folder), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  const node = join(home, 'node/bin')
  mkdirSync(node, { recursive: true })
  try {
    linkSync(process.execPath, join(node, 'node'))
  } catch {
    copyFileSync(process.execPath, join(node, 'node'))
  }
  const place = join(home, 'user')
  mkdirSync(place)
  chownSync(place, 12345, 12345)
  const { status, stdout, stderr } = spawnSync(
    findTool('setpriv') ?? 'the setpriv of util-linux',
    [
      '--reuid=12345',
      '--regid=12345',
      '--clear-groups',
      'node',
      join(project, 'src/workshop/hostile-builds.fixture.ts'),
      place,
    ],
    { encoding: 'utf8', cwd: project, env: { PATH: `${node}:/usr/bin:/bin`, GAMEGRID_SECRET: 'secret' } },
  )
  if (status !== 0) throw new Error(`The builds could not be run as another user: ${stderr.trim()}`)
  return JSON.parse(stdout) as readonly Outcome[]
}

function raise(program: string): never {
  throw new Error(`there is no ${program}`)
}

async function seen(what: () => boolean): Promise<void> {
  while (!what()) await sleep(10)
}

describe('the end of a long text', () => {
  test('is kept, from the beginning of a character', () => {
    const tail = new OutputTail(10)
    for (const text of ['abc', 'def', 'äöü', 'xyz', '12']) tail.write(Buffer.from(text))
    expect(tail.text()).toBe('…öüxyz12')
    expect(tail.total).toBe(17)
  })

  test('of a short one is all of it', () => {
    const tail = new OutputTail(10)
    tail.write(Buffer.from('0123456789'))
    expect(tail.text()).toBe('0123456789')
  })
})

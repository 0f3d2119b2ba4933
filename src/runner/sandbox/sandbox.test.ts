import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { must } from '../../base/result.ts'
import { realClock } from '../clock.ts'
import { STDERR_CAP, type ProcessOptions } from '../process/bot-process.ts'
import { running } from '../process/running.fixture.ts'
import { RunningProcess } from '../process/running-process.ts'
import { startProcess } from '../process/start-process.ts'
import { openBotFolder } from './bot-folder.ts'
import { examineSandbox } from './examine-sandbox.ts'
import { launchSandbox } from './launch-sandbox.ts'
import { findMemoryPlace, groupPrefix, MemoryGroup, memoryPlaces } from './memory-group.ts'
import { resolveCommand } from './resolve-command.ts'
import { allowedCores, sandboxMachine } from './sandbox-machine.ts'

const root = mkdtempSync(join(tmpdir(), 'gamegrid-sandbox-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

// A shell under the name of a runtime, in a folder that sandboxes show as a whole. The runtimes are looked for once, with this PATH.
const runtime = join(root, 'lua/bin/lua')
mkdirSync(join(root, 'lua/bin'), { recursive: true })
mkdirSync(join(root, 'lua/lib'))
copyFileSync('/bin/sh', runtime)
vi.stubEnv('PATH', `${join(root, 'lua/bin')}:${process.env['PATH']}`)
afterAll(() => void vi.unstubAllEnvs())

let folders = 0
function makeFolder(files: Readonly<Record<string, string>>, mode = 0o755): string {
  const folder = join(root, `bot-${++folders}`)
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o755)
  }
  chmodSync(folder, mode)
  return folder
}

/** Everything it says until it ends. */
async function run(options: ProcessOptions): Promise<string> {
  await using bot = must(await startProcess({ ...options, sandbox: options.sandbox ?? {} }))
  let said = ''
  for (let chunk = await bot.read(); chunk; chunk = await bot.read()) said += chunk.toString()
  const end = await bot.ended
  return said || `${JSON.stringify(end)} ${bot.errors()}`
}

test('this machine can enforce everything, and says how', async () => {
  const report = await examineSandbox()
  expect(report.problem).toBeUndefined()
  expect(report.obstacles).toEqual([])
  expect(report.items.filter((item) => !item.isEnforced || item.how === '')).toEqual([])
})

describe('the command inside', () => {
  test.each<[string, Readonly<Record<string, string>>, ProcessOptions['argv']]>([
    [
      'python found in PATH, also through the shim of a version manager',
      { 'bot.py': 'print("here")' },
      ['python3', 'bot.py'],
    ],
    ['node found in PATH', { 'bot.js': 'console.log("here")' }, ['node', 'bot.js']],
    ['a script with an interpreter from PATH', { bot: '#!/usr/bin/env python3\nprint("here")\n' }, ['./bot']],
    [
      'a script with options for its interpreter',
      { bot: '#!/usr/bin/env -S python3 -u\nprint("here")\n' },
      ['./bot'],
    ],
    ['a script with an interpreter by its full name', { bot: '#!/bin/sh\necho here\n' }, ['./bot']],
    [
      'a start script that execs',
      { run: '#!/bin/sh\nexec python3 bot.py\n', 'bot.py': 'print("here")' },
      ['./run'],
    ],
    ['a shell found in PATH', { run: 'echo here' }, ['sh', 'run']],
  ])('%s', async (_, files, argv) => {
    expect(await run({ argv, cwd: makeFolder(files) })).toBe('here\n')
  })

  test('a file of the folder by its full name, as program and as argument', async () => {
    const folder = makeFolder({ bot: '#!/bin/sh\nread -r line <"$1"; echo "$line"\n', data: 'here\n' })
    const argv: ProcessOptions['argv'] = [join(folder, 'bot'), join(folder, 'data')]
    expect(await run({ argv, cwd: folder, sandbox: { from: 'person' } })).toBe('here\n')
  })

  test.each<[string, (folder: string) => ProcessOptions['argv']]>([
    ['the node we run on', () => [process.execPath, 'bot.js']],
    ['one by its full name', () => ['/bin/sh', '-c', 'echo here']],
    ['one that lies elsewhere, alone', (folder) => [join(folder, '../elsewhere/says'), 'here']],
  ])('any program, named by a person and by nobody else: %s', async (_, argv) => {
    const folder = makeFolder({ 'bot.js': 'console.log("here")' })
    mkdirSync(join(folder, '../elsewhere'), { recursive: true })
    copyFileSync('/bin/echo', join(folder, '../elsewhere/says'))
    const options = { argv: argv(folder), cwd: folder }
    expect(await run({ ...options, sandbox: { from: 'person' } })).toBe('here\n')
    expect(await run({ ...options, sandbox: { from: 'upload' } })).toContain('Cannot start ')
  })

  test.each(['upload', 'person'] as const)(
    'the host does not run what a first line names, also in the folder of a %s',
    async (from) => {
      const mark = join(root, 'mark')
      const other = makeFolder({ python3: `#!/bin/sh\n: >${mark}\n` })
      const folder = makeFolder({ bot: `#!${other}/python3\nprint("here")\n`, link: '' })
      rmSync(join(folder, 'link'))
      symlinkSync(join(other, 'python3'), join(folder, 'link'))
      expect(await run({ argv: ['./bot'], cwd: folder, sandbox: { from } })).toBe('here\n')
      expect(await run({ argv: ['./link'], cwd: folder, sandbox: { from } })).toContain('it is a link that')
      expect(existsSync(mark)).toBe(false)
    },
  )

  test('a start below the folder', async () => {
    const folder = makeFolder({ data: 'here\n' })
    mkdirSync(join(folder, 'below'))
    expect(
      await run({
        argv: ['sh', '-c', 'read -r line <../data; echo "$line"'],
        cwd: join(folder, 'below'),
        sandbox: { folder },
      }),
    ).toBe('here\n')
  })

  test.each(['upload', 'person'] as const)(
    'what is not there is said in a sentence to a %s',
    async (from) => {
      const folder = makeFolder({ bot: '#!/usr/bin/env nosuchthing\n' })
      const sentence = async (name: string): Promise<string> => {
        const command = await resolveCommand([name], { cwd: folder, folder, from })
        return command.ok ? '' : command.problem.message
      }
      expect(await sentence('nosuchthing')).toBe('Cannot start "nosuchthing": there is no such program')
      expect(await sentence('./nosuchthing')).toBe('Cannot start "./nosuchthing": there is no such program')
      expect(await sentence('./bot')).toBe('Cannot start "./bot": there is no "nosuchthing" to run it')
    },
  )
})

describe('the folder', () => {
  test('one that only its owner may read is shown all the same, and left as it is', async () => {
    const folder = makeFolder({ 'bot.sh': 'read -r line <secret; echo "$line"', secret: 'here\n' }, 0o700)
    chmodSync(join(folder, 'secret'), 0o600)
    expect(await run({ argv: ['sh', 'bot.sh'], cwd: folder })).toBe('here\n')
  })

  test('a copy keeps links as links', async () => {
    const folder = makeFolder({ a: 'x' }, 0o700)
    symlinkSync('/etc/passwd', join(folder, 'link'))
    const reader = { isRoot: true, isHidden: false, gid: undefined }
    using shown = must(await openBotFolder(folder, reader))
    expect(shown.path).not.toBe(folder)
    expect(readFileSync(join(shown.path, 'a'), 'utf8')).toBe('x')
    using same = must(await openBotFolder(folder, { ...reader, isRoot: false }))
    expect(same.path).toBe(folder)
  })
})

test.each([
  ['gone', 'it is gone', () => {}],
  ['a file', 'it is a file', (path: string) => writeFileSync(path, 'x')],
  ['a link', 'it is a link', (path: string) => symlinkSync('/etc', path)],
])('an uploaded bot whose folder is %s is refused in words', async (_, why, make) => {
  const path = join(makeFolder({}), 'bot')
  make(path)
  const shown = await openBotFolder(path, { isRoot: true, isHidden: true, gid: undefined })
  const message = `Cannot show its folder to the bot: ${why}, expected the folder that was built: upload the bot again`
  expect(shown).toMatchObject({ ok: false, problem: { message } })
})

describe('limits', () => {
  test('memory, as the kernel or we see it', async () => {
    const argv: ProcessOptions['argv'] = [
      'python3',
      '-c',
      'x = []\nwhile True: x.append(bytearray(b"x" * 1000000))',
    ]
    await using bot = must(await startProcess({ argv, cwd: makeFolder({}), sandbox: { memoryMb: 64 } }))
    expect(await bot.ended).toEqual({ kind: 'out-of-memory', limitMb: 64 })
  })

  test('memory at its most, and the kernel that counts it still knows it after a crash', async () => {
    const script = 'x = b"x" * (50 << 20); print("held", flush=True); input(); raise ValueError'
    const argv: ProcessOptions['argv'] = ['python3', '-c', script]
    await using bot = must(await startProcess({ argv, cwd: makeFolder({}), sandbox: {} }))
    const isCounted = must(sandboxMachine()).memoryPlace !== undefined
    await bot.read()
    if (!isCounted) expect(bot.peakMemory()).toBeGreaterThan(50 << 20)
    bot.write('on\n')
    await bot.ended
    expect(bot.peakMemory()).toBeGreaterThan(50 << 20)
  })

  test('CPU time, as much as its clock may need', async () => {
    const argv: ProcessOptions['argv'] = [
      'python3',
      '-c',
      'import resource as r; print(r.getrlimit(r.RLIMIT_CPU))',
    ]
    const cwd = makeFolder({})
    expect(await run({ argv, cwd, sandbox: { cpuSeconds: 5000.5 } })).toBe('(5001, 5002)\n')
    expect(await run({ argv, cwd, sandbox: { cpuSeconds: Infinity } })).toBe('(-1, -1)\n')
    const spins: ProcessOptions['argv'] = ['python3', '-c', 'while True: pass']
    await using bot = must(await startProcess({ argv: spins, cwd, sandbox: { cpuSeconds: 1 } }))
    expect(await bot.ended).toEqual({ kind: 'killed', signal: 'SIGXCPU' })
  })

  test('one core of those it was given', async () => {
    const core = must(sandboxMachine()).cores.at(-1) as number
    const argv: ProcessOptions['argv'] = ['python3', '-c', 'import os; print(os.sched_getaffinity(0))']
    expect(await run({ argv, cwd: makeFolder({}), sandbox: { cores: [core] } })).toBe(`{${core}}\n`)
  })

  test('a core that is not there is refused', async () => {
    const started = await startProcess({ argv: ['sh'], cwd: makeFolder({}), sandbox: { cores: [9999] } })
    expect(started.ok ? '' : started.problem.message).toMatch(
      /^Cannot run on core 9999: this machine offers 0/,
    )
  })

  test('cores as the kernel lists them', () => {
    expect(allowedCores('Name:\tx\nCpus_allowed_list:\t0-2,5,8-9\n')).toEqual([0, 1, 2, 5, 8, 9])
  })
})

test('on a terminal inside the sandbox, stdout is one and the rest are not', async () => {
  const argv: ProcessOptions['argv'] = [
    'python3',
    '-c',
    'import os; print(*[os.isatty(fd) for fd in (0, 1, 2)])',
  ]
  expect(await run({ argv, cwd: makeFolder({}), pty: true })).toBe('False True False\n')
})

describe('a sandbox that fails', () => {
  test('while it is set up: the host says why', async () => {
    const machine = must(sandboxMachine())
    const { bwrap } = machine.tools
    const folder = makeFolder({ bwrap: `#!/bin/sh\nexec ${bwrap} --ro-bind /no-such-folder /x "$@"\n` })
    const tools = { ...machine.tools, bwrap: join(folder, 'bwrap') }
    const options = { argv: ['true'], cwd: folder, sandbox: {} } as const
    const launch = must(await launchSandbox(options, { ...machine, tools }))
    if ('kind' in launch) throw new Error(launch.kind)
    await using bot = new RunningProcess(launch, realClock, STDERR_CAP)
    const end = await bot.ended
    expect(end).toMatchObject({ kind: 'could-not-start', blame: 'host' })
    expect('message' in end && end.message).toContain('/no-such-folder')
  })

  test('because a runtime has gone from the machine: the host is at fault, not the bot', async () => {
    const folder = makeFolder({})
    const options = { argv: ['lua', '-c', 'echo plays'], cwd: folder, sandbox: { from: 'upload' } } as const
    expect(await run(options)).toBe('plays\n')
    rmSync(runtime)
    await using bot = must(await startProcess(options))
    expect(await bot.ended).toMatchObject({
      kind: 'could-not-start',
      blame: 'host',
      message: 'Cannot start "lua": no such file or directory',
    })
  })

  test('because no group can be made: the error is that of the system, and nothing of the sandbox is left', async () => {
    const host = join(import.meta.dirname, '../../../test/process/no-group-host.ts')
    const token = `token-${process.pid}-group`
    // A descriptor that the host inherits, far from the others.
    const inherited = Array.from({ length: 12 }, (_, fd) => (fd === 11 ? 2 : fd < 3 ? 'pipe' : 'ignore'))
    const child = spawn(process.execPath, [host, token], { stdio: inherited })
    if (!child.stdout) throw new Error('it has no stdout')
    expect(await text(child.stdout)).toContain('ENOENT')
    await vi.waitFor(() => expect(running(token)).toEqual([]), { timeout: 60_000, interval: 20 })
  })
})

test.runIf(findMemoryPlace())(
  'a group is made while the event loop goes on; one for a process that has ended is removed like any other',
  async () => {
    const place = findMemoryPlace()
    if (!place) throw new Error('there is no place for groups')
    const groups = (): readonly string[] =>
      readdirSync(place.folder).filter((name) => name.startsWith(groupPrefix()))
    const before = groups()
    let hasTurned = false
    setImmediate(() => (hasTurned = true))
    const group = await MemoryGroup.around(spawnSync('true').pid, place, 64)
    expect(hasTurned).toBe(true)
    expect(group.wasExceeded()).toBe(false)
    expect(groups()).toHaveLength(before.length + 1)
    group[Symbol.dispose]()
    await vi.waitFor(() => expect(groups()).toEqual(before), { timeout: 60_000, interval: 20 })
  },
)

describe('where memory can be limited', () => {
  const V1 = '31 25 0:27 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory'
  const V2 = '30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate'

  test('version 1: below our own group', () => {
    expect(memoryPlaces(V1, '5:cpu,cpuacct:/x\n4:memory:/a/b\n0::/\n')).toEqual([
      { version: 1, folder: '/sys/fs/cgroup/memory/a/b' },
    ])
  })

  test('version 1 in a container that shows only a part of the tree', () => {
    const mount = V1.replace(' / /sys', ' /docker/1 /sys')
    expect(memoryPlaces(mount, '4:memory:/docker/1/x\n')).toEqual([
      { version: 1, folder: '/sys/fs/cgroup/memory/x' },
    ])
    expect(memoryPlaces(mount, '4:memory:/\n')).toEqual([{ version: 1, folder: '/sys/fs/cgroup/memory' }])
  })

  test('version 2: our own group or any above it', () => {
    expect(memoryPlaces(V2, '0::/user.slice/app.slice\n').map((place) => place.folder)).toEqual([
      '/sys/fs/cgroup/user.slice/app.slice',
      '/sys/fs/cgroup/user.slice',
      '/sys/fs/cgroup',
    ])
  })

  test('nowhere', () => expect(memoryPlaces('', '')).toEqual([]))
})

import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { must } from '../../base/result.ts'
import { realClock } from '../clock.ts'
import { describeProcessEnd, type BotProcess, type ProcessOptions } from './bot-process.ts'
import { running } from './running.fixture.ts'
import { sleepSync } from './sleep-sync.ts'
import { SoleThread } from './sole-thread.ts'
import { startProcess } from './start-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-process-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = async (
  argv: ProcessOptions['argv'],
  options: Partial<ProcessOptions> = {},
): Promise<BotProcess> => must(await startProcess({ argv, cwd: folder, ...options }))

const shell = (script: string, options?: Partial<ProcessOptions>): Promise<BotProcess> =>
  start(['sh', '-c', script], options)

const python = (script: string, options?: Partial<ProcessOptions>): Promise<BotProcess> =>
  start(['python3', '-u', '-c', script], options)

async function readLine(bot: BotProcess): Promise<string> {
  let line = ''
  while (!line.endsWith('\n')) {
    const chunk = await bot.read()
    if (chunk === undefined) return line
    line += chunk.toString()
  }
  return line
}

/** Lets this thread run on one core only; what it returns ends that. */
function pinThisThread(core: string): () => void {
  const thread = basename(readlinkSync('/proc/thread-self'))
  const taskset = (...words: readonly string[]): string =>
    execFileSync('taskset', ['-cp', ...words, thread], { encoding: 'utf8' })
  const before = /list: (.*)/.exec(taskset())?.[1] ?? ''
  taskset(core)
  return () => void taskset(before)
}

describe('how a program ends', () => {
  test.each<[string, Awaited<BotProcess['ended']>]>([
    ['exit 0', { kind: 'exited', code: 0 }],
    ['exit 137', { kind: 'exited', code: 137 }],
    ['kill -SEGV $$', { kind: 'killed', signal: 'SIGSEGV' }],
    ['kill -KILL $$', { kind: 'killed', signal: 'SIGKILL' }],
  ])('%s', async (script, end) => {
    await using bot = await shell(script)
    expect(await bot.ended).toEqual(end)
    expect(bot.end).toEqual(end)
    expect(await bot.read()).toBeUndefined()
  })

  test('the first cause wins: stopping one that has crashed changes nothing', async () => {
    await using bot = await shell('exit 3')
    await bot.ended
    expect(await bot.stop()).toEqual({ kind: 'exited', code: 3 })
  })

  test('a polite one ends by itself when asked, also while suspended', async () => {
    await using bot = await shell(
      `trap 'echo bye; exit 0' TERM; echo on; while :; do read -r line || sleep 0.01; done`,
    )
    await readLine(bot)
    await bot.suspend()
    expect(await bot.stop()).toEqual({ kind: 'stopped' })
  })

  test('one that ignores SIGTERM is killed', async () => {
    await using bot = await shell(`trap '' TERM; echo on; while :; do sleep 1; done`)
    await readLine(bot)
    expect(await bot.stop()).toEqual({ kind: 'stopped' })
  })

  test.each<[ProcessOptions['argv'], string, string]>([
    [['nosuchprogram'], folder, 'Cannot start "nosuchprogram": there is no such program'],
    [['./plain.txt'], folder, 'Cannot start "./plain.txt": it may not be executed (chmod +x)'],
    [
      ['./bot.exe'],
      folder,
      'Cannot start "./bot.exe": it is a program for Windows: start it with mono, as in "mono bot.exe", or build it for this machine',
    ],
    [
      ['./nointerp'],
      folder,
      'Cannot start "./nointerp": its first line names the interpreter "/no/such/interp", which does not exist',
    ],
    [
      ['./windows.sh'],
      folder,
      'Cannot start "./windows.sh": its first line names the interpreter "/bin/sh\\r", which does not exist: end its lines as Unix does, without a carriage return',
    ],
    [['sh'], '/no/such/folder', 'Cannot start "sh": there is no folder /no/such/folder'],
  ])('%j in %s cannot start', async (argv, cwd, message) => {
    writeFileSync(join(folder, 'plain.txt'), '')
    writeFileSync(join(folder, 'nointerp'), '#!/no/such/interp\n', { mode: 0o755 })
    writeFileSync(join(folder, 'windows.sh'), '#!/bin/sh\r\necho hi\r\n', { mode: 0o755 })
    writeFileSync(join(folder, 'bot.exe'), 'MZ\x90', { mode: 0o755 })
    await using bot = must(await startProcess({ argv, cwd }))
    expect(await bot.ended).toEqual({ kind: 'could-not-start', blame: 'bot', message })
    expect([bot.write('x'), await bot.read(), await bot.suspend(), bot.errors()]).toEqual([
      false,
      undefined,
      true,
      '',
    ])
    expect(bot.peakMemory()).toBeUndefined()
  })
})

describe('the most memory it has had', () => {
  const hold = 'x = b"x" * (50 << 20); del x; print("held"); input()'

  test('counts what was given back, and what its children had', async () => {
    await using bot = await python(
      `import subprocess, sys\nsubprocess.run([sys.executable, "-u", "-c", ${JSON.stringify(hold)}])`,
    )
    await readLine(bot)
    const peak = bot.peakMemory()
    expect(peak).toBeGreaterThan(50 << 20)
    expect(peak).toBeLessThan(150 << 20)
  })

  test('is still known after the end if it was asked for before', async () => {
    await using asked = await python(hold)
    await readLine(asked)
    const peak = asked.peakMemory()
    await asked.stop()
    expect(asked.peakMemory()).toBe(peak)
    await using unasked = await shell('exit 1')
    await unasked.ended
    expect(unasked.peakMemory()).toBeUndefined()
  })
})

describe('what it says', () => {
  test('comes as it comes, and an abandoned read is taken up again', async () => {
    await using bot = await shell('read -r line; echo "$line!"; read -r line')
    const first = bot.read()
    expect(bot.read()).toBe(first)
    bot.write('hello\n')
    expect((await first)?.toString()).toBe('hello!\n')
  })

  test('is not read without a read: a flood stops at the pipe', async () => {
    await using bot = await shell(
      'echo first; while :; do echo 0123456789012345678901234567890123456789; done',
    )
    await bot.read()
    await waitFor(() => bot.ahead > 0)
    await untilItStandsStill(bot)
    await bot.suspend()
    expect(bot.ahead).toBeLessThanOrEqual(64 * 1024)
    bot.resume()
    // Stuck in a write, not running.
    await untilItStandsStill(bot)
  })

  test('can be drained without waiting, and a waiting read goes on waiting', async () => {
    await using bot = await shell('echo late; read -r line; echo "$line"; read -r line')
    const waiting = bot.read()
    await waiting
    const next = bot.read()
    expect((await bot.drain()).length).toBe(0)
    bot.write('more\n')
    expect((await next)?.toString()).toBe('more\n')
  })

  test('before the end can still be read after it', async () => {
    await using bot = await shell('echo last words')
    await bot.ended
    expect((await bot.read())?.toString()).toBe('last words\n')
    expect(await bot.read()).toBeUndefined()
  })

  test.each([
    ['whole up to the cap', '"e" * 1000', 'e'.repeat(1000)],
    [
      'at its beginning and its end beyond, and the rest does not hold it up',
      '"a" * 3000000 + "z" * 1000',
      `${'a'.repeat(480)}\n[3000040 bytes left out]\n${'z'.repeat(480)}`,
    ],
    [
      'in whole characters',
      '"ä" + "€" * 1000 + "ä"',
      `ä${'€'.repeat(159)}\n[2044 bytes left out]\n${'€'.repeat(159)}ä`,
    ],
  ])('on stderr is kept %s', async (_how, text, kept) => {
    await using bot = await python(
      `import sys; sys.stderr.buffer.write((${text}).encode()); sys.stderr.flush(); print("done")`,
      { stderrCap: 1000 },
    )
    expect(await readLine(bot)).toBe('done\n')
    await bot.ended
    expect(bot.errors()).toBe(kept)
  })

  test('before it waited for input has arrived, and only that is waited for', async () => {
    await using bot = await python(`import os
null = os.open("/dev/null", os.O_WRONLY)
while True:
    line = os.read(0, 100)
    os.write(1, line)
    if line == b"remark\\n": os.write(2, b'remark "late"\\n')
    if line == b"elsewhere\\n": os.write(null, line)`)
    /** Until the bot rests again this thread hears nothing more of it. */
    const turn = async (line: string): Promise<'waits' | 'has all'> => {
      bot.resume()
      bot.write(`${line}\n`)
      expect(await readLine(bot)).toBe(`${line}\n`)
      while (bot.awaitsInput() !== true) sleepSync(1)
      expect(bot.suspend()).toBe(true)
      const arrival = bot.arrival()
      await arrival
      return arrival ? 'waits' : 'has all'
    }
    expect(await turn('the first')).toBe('waits')
    for (let times = 0; times < 3; times++) {
      expect(await turn('quiet')).toBe('has all')
      expect(bot.takeRemark()).toBeUndefined()
      expect(await turn('remark')).toBe('waits')
      expect(bot.takeRemark()).toBe('"late"')
      expect(await turn('elsewhere')).toBe('waits')
    }
  })
})

describe('what it is told', () => {
  test('a program that never reads is given up, without harm', async () => {
    await using bot = await shell('echo on; sleep 60')
    await readLine(bot)
    let sent = 0
    while (sent < 10_000 && bot.write('x'.repeat(1023) + '\n')) sent++
    expect(sent).toBeLessThan(10_000)
    expect(bot.write('x')).toBe(false)
  })

  test('a program that has closed its stdin, or is gone, is told nothing', async () => {
    await using bot = await shell('exec <&-; echo on; read -r line; exit 0')
    await readLine(bot)
    bot.write('x\n')
    await bot.ended
    await waitFor(() => !bot.write('x\n'))
    expect(bot.write('x\n')).toBe(false)
  })

  test('the end of input', async () => {
    await using bot = await shell('while read -r line; do :; done; echo over')
    bot.closeInput()
    expect(await readLine(bot)).toBe('over\n')
  })

  test('variables', async () => {
    await using bot = await shell('echo "$GIVEN"', { env: { GIVEN: 'yes' } })
    expect(await readLine(bot)).toBe('yes\n')
  })
})

describe('suspended, it takes no time', () => {
  const SPINNING: Readonly<Record<string, ProcessOptions['argv']>> = {
    'one process': ['python3', '-uc', 'print("on")\nwhile True: pass'],
    'a tree, with one that has left its group': [
      'python3',
      '-uc',
      `import os
for i in range(3):
    if os.fork() == 0:
        if i == 1: os.setsid()
        if i == 2: os.fork()
        while True: pass
print("on")
while True: pass`,
    ],
    threads: [
      process.execPath,
      '-e',
      `const { Worker } = require('node:worker_threads')
const workers = [0, 1].map(() => new Worker('for (;;);', { eval: true }))
let online = 0
for (const worker of workers) worker.on('online', () => { if (++online === 2) { console.log('on'); setTimeout(() => { for (;;); }, 20) } })`,
    ],
  }

  test.each(Object.entries(SPINNING))('%s', async (_, argv) => {
    await using bot = await start(argv)
    await using other = await python('print("on")\nwhile input(): print(sum(range(2000000)))')
    await readLine(bot)
    await readLine(other)
    for (let turn = 0; turn < 5; turn++) {
      const rested = bot.spent() ?? 0
      bot.resume()
      await waitFor(() => (bot.spent() ?? 0) > rested)
      expect(await bot.suspend()).toBe(true)
      const before = bot.spent()
      other.resume()
      other.write('go\n')
      await readLine(other)
      expect(await other.suspend()).toBe(true)
      console.log('spent', before, bot.spent())
      expect(bot.spent()).toBe(before)
    }
    const before = bot.spent() ?? 0
    bot.resume()
    await waitFor(() => (bot.spent() ?? 0) > before)
  })

  test('an idle one, stopped and continued a thousand times, misses nothing', async () => {
    await using bot = await python('while True: print(input())')
    for (let turn = 0; turn < 1000; turn++) {
      bot.write(`${turn}\n`)
      bot.resume()
      expect(await readLine(bot)).toBe(`${turn}\n`)
      await bot.suspend()
    }
  })

  test('one that waits for a line is not woken by what it is told, and is stopped if that lasts', async () => {
    await using bot = await python('import os\nprint(os.getpid())\nwhile True: print(input())')
    const pid = (await readLine(bot)).trim()
    await waitFor(() => bot.awaitsInput() === true)
    expect(await bot.suspend()).toBe(true)
    const before = bot.spent()
    bot.write('too early\n')
    await waitFor(() => / T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')))
    await anotherProgramRuns()
    console.log('spent', before, bot.spent())
    expect(bot.spent()).toBe(before)
    expect(bot.ahead).toBe(0)
    bot.resume()
    expect(await readLine(bot)).toBe('too early\n')
  })

  test('one that has run while this thread had no core is not taken for one at rest', async () => {
    await using bot = await python(`import os, signal
signal.signal(signal.SIGWINCH, lambda *_: sum(range(1000000)))
print(os.getpid())
input()`)
    const pid = Number(await readLine(bot))
    await waitFor(() => bot.awaitsInput() === true)
    const look = vi.spyOn(SoleThread.prototype, 'isAtRest')
    onTestFinished(() => look.mockRestore())
    look.mockImplementationOnce(function (this: SoleThread) {
      // The mock counts for one call only: this is the method itself.
      const isAtRest = this.isAtRest()
      process.kill(pid, 'SIGWINCH')
      while (this.ranForMs() < 5 || bot.awaitsInput() !== true) sleepSync(1)
      return isAtRest
    })
    expect(await bot.suspend()).toBe(true)
    expect(look).toHaveNthReturnedWith(2, true)
    expect(readFileSync(`/proc/${pid}/stat`, 'latin1')).toMatch(/ T /)
  })

  test('one of one thread is suspended at once, until the kernel has worked for it afterwards', async () => {
    await using bot = await python(`import mmap, os
core = min(os.sched_getaffinity(0))
os.sched_setaffinity(0, {core})
print(core)
while True:
    line = input()
    print(line)
    if line == "linger":
        pages = mmap.mmap(-1, 1 << 33, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, mmap.PROT_READ)
        pages.madvise(15) # MADV_NOHUGEPAGE
        pages.madvise(22) # MADV_POPULATE_READ`)
    // On one core with this thread, the bot is off the processor whenever this thread looks.
    onTestFinished(pinThisThread((await readLine(bot)).trim()))
    const overruns: Promise<number>[] = []
    const suspend = async (): Promise<boolean> => bot.suspend(undefined, (overrun) => overruns.push(overrun))
    const turn = async (line: string): Promise<void> => {
      bot.resume()
      bot.write(`${line}\n`)
      expect(await readLine(bot)).toBe(`${line}\n`)
    }
    for (const line of ['a', 'b', 'c']) {
      await turn(line)
      expect(await suspend()).toBe(true)
    }
    expect(overruns).toEqual([])
    const before = bot.spent() ?? 0
    await turn('linger')
    await waitFor(() => (bot.spent() ?? 0) > before + 10)
    expect(await suspend()).toBe(true)
    expect(overruns).toHaveLength(1)
    expect(await overruns[0]).toBeGreaterThan(1)
    await turn('d')
    expect(await suspend()).toBe(true)
    expect(overruns).toHaveLength(1)
  })

  test('one that the kernel works for without end is killed, and told why', async () => {
    await using bot = await python(`import mmap
print("on", flush=True)
pages = mmap.mmap(-1, 2 << 40, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, mmap.PROT_READ)
pages.madvise(15) # MADV_NOHUGEPAGE
pages.madvise(22) # MADV_POPULATE_READ`)
    await readLine(bot)
    const before = bot.spent() ?? 0
    await waitFor(() => (bot.spent() ?? 0) > before + 100)
    await bot.suspend(100)
    const end = await bot.ended
    expect(end).toMatchObject({ kind: 'ran-on' })
    expect(describeProcessEnd(end)).toMatch(
      /^it ran on for [1-9]\d{2,} ms of processor time when it had to stand still, so it was killed$/,
    )
  })

  test('children it has waited for are counted', async () => {
    await using bot = await python(
      `import os
if os.fork() == 0:
    for i in range(8000000): pass
    os._exit(0)
os.wait()
print("on")
input()`,
    )
    await readLine(bot)
    expect(bot.spent()).toBeGreaterThan(50)
  })

  test('one that is gone stands still', async () => {
    await using bot = await shell('exit 0')
    await bot.ended
    expect(await bot.suspend()).toBe(true)
  })
})

describe('nothing is left behind', () => {
  test('not by one that leaves children in other groups and other sessions', async () => {
    const token = `token-${process.pid}-left`
    await using bot = await python(
      `import os, subprocess
for new in (False, True):
    subprocess.Popen(["sh", "-c", "sleep 1000; : ${token}"], start_new_session=new)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sh", ["sh", "-c", "sleep 1000; : ${token}"])
    os._exit(0)
os.wait()
print("on")
input()`,
    )
    await readLine(bot)
    await waitFor(() => running(token).length >= 4)
    await bot.stop()
    await waitFor(() => running(token).length === 0)
  })

  test('not by one that exits by itself', async () => {
    const token = `token-${process.pid}-exit`
    await using bot = await shell(`sh -c 'sleep 1000; : ${token}' & echo on`)
    await bot.ended
    await waitFor(() => running(token).length === 0)
  })
})

describe('on a terminal', () => {
  const pty = true

  test('stdin and stdout are raw ones, nothing is echoed, line ends stay, stderr stays apart', async () => {
    await using bot = await shell(
      `for fd in 0 1 2; do test -t $fd && printf tty || printf pipe; printf ' '; done; stty -a; head -n 2; echo error >&2`,
      { pty },
    )
    const sent = 'hello\r\n\x03\x04\x1a\x11ä\n'
    bot.write(sent)
    const said = await readAll(bot)
    expect(said).toMatch(/^tty tty pipe speed /)
    for (const mode of ['-icanon', '-echo', '-icrnl', '-isig', '-opost', '-ixon'])
      expect(said.split(/\s+/)).toContain(mode)
    expect(said.endsWith(sent)).toBe(true)
    await bot.ended
    expect(bot.errors()).toBe('error\n')
  })

  test("Python's prompts stay on stdout: its stdin is a pipe", async () => {
    await using bot = await python(
      `import os, sys
print(*[os.isatty(fd) for fd in (0, 1, 2)])
print(repr(input("prompt ")))
sys.stderr.write("error")`,
      { pty },
    )
    bot.write('hello\n')
    const said = await readAll(bot)
    expect(said).toBe("False True False\nprompt 'hello'\n")
    await bot.ended
    expect(bot.errors()).toBe('error')
  })

  test('a program that holds output back in a pipe does not here', async () => {
    const script = 'while True: print(input())'
    await using bot = await start(['python3', '-c', script], { pty, env: { PYTHONUNBUFFERED: '' } })
    bot.write('hello\n')
    expect(await readLine(bot)).toBe('hello\n')
  })

  test('it is suspended, told of its end, and ended like any other', async () => {
    await using bot = await python('print("on")\nwhile True: pass', { pty })
    await readLine(bot)
    expect(await bot.suspend()).toBe(true)
    const before = bot.spent()
    await anotherProgramRuns()
    console.log('spent', before, bot.spent())
    expect(bot.spent()).toBe(before)
    bot.resume()
    expect(await bot.stop()).toEqual({ kind: 'stopped' })
  })

  test('it ends by itself when its input is closed, having read all of it', async () => {
    const isClosed = join(folder, 'is-closed')
    await using bot = await shell(
      `until [ -e ${isClosed} ]; do sleep 0.01; done; while read -r line; do echo "$line!"; done; echo over; exit 4`,
      { pty },
    )
    bot.write('one\ntwo\n')
    bot.closeInput()
    writeFileSync(isClosed, '')
    expect(await readAll(bot)).toBe('one!\ntwo!\nover\n')
    expect(await bot.ended).toEqual({ kind: 'exited', code: 4 })
  })

  test('megabytes pass in both directions, whole', async () => {
    await using bot = await start(['cat'], { pty })
    const line = `${'0123456789'.repeat(6553)}\n`
    let received = 0
    for (let round = 0; round < 40; round++) {
      expect(bot.write(line)).toBe(true)
      let said = ''
      while (said.length < line.length) said += String(await bot.read())
      expect(said).toBe(line)
      received += said.length
    }
    expect(received).toBe(40 * line.length)
  })

  test('a flood stops at the pipe, and one that ignores every signal is ended with it', async () => {
    const token = `token-${process.pid}-flood`
    await using bot = await shell(`trap '' TERM HUP PIPE INT; : ${token}; while :; do echo ${token}; done`, {
      pty,
    })
    await bot.read()
    await untilItStandsStill(bot)
    expect(bot.ahead).toBeLessThanOrEqual(64 * 1024)
    expect(await bot.stop()).toEqual({ kind: 'stopped' })
    await waitFor(() => running(token).length === 0)
  })

  test('what it wrote before its end can be read after it, however much', async () => {
    await using bot = await shell('seq 20000', { pty })
    const said = await readAll(bot)
    expect(said.split('\n').at(-2)).toBe('20000')
    expect(await bot.ended).toEqual({ kind: 'exited', code: 0 })
  })

  test.each<[string, Awaited<BotProcess['ended']>]>([
    ['exit 3', { kind: 'exited', code: 3 }],
    ['exit 137', { kind: 'exited', code: 137 }],
    ['kill -SEGV $$', { kind: 'killed', signal: 'SIGSEGV' }],
    ['kill -KILL $$', { kind: 'killed', signal: 'SIGKILL' }],
  ])('%s', async (script, end) => {
    await using bot = await shell(script, { pty })
    expect(await bot.ended).toEqual(end)
  })

  test('it cannot start for the same reasons as without', async () => {
    writeFileSync(join(folder, 'plain.txt'), '')
    for (const argv of [['nosuchprogram'], ['./plain.txt']] as const) {
      await using plain = await start(argv)
      await using none = await start(argv, { pty })
      expect(await none.ended).toEqual(await plain.ended)
    }
  })

  test('where there is no compiler it says so, and what to install', async () => {
    const code = `process.env.XDG_CACHE_HOME = ${JSON.stringify(join(folder, 'empty-cache'))}
const { startProcess } = await import(${JSON.stringify(import.meta.resolve('./start-process.ts'))})
const started = await startProcess({ argv: ['true'], cwd: '/', pty: true })
console.log(started.ok ? 'started' : started.problem.message)`
    // An empty folder in the place of the system's programs: no compiler can be found.
    const hidden = mkdtempSync(join(folder, 'bin-'))
    const { stdout } = await promisify(execFile)(
      'unshare',
      [
        ...(process.getuid?.() === 0 ? ['-m'] : ['-rm']),
        'sh',
        '-c',
        'for tool in cc gcc clang; do test ! -e /usr/bin/$tool || mount --bind "$1/none" /usr/bin/$tool; done; shift; exec "$@"',
        'sh',
        hidden,
        process.execPath,
        '--input-type=module',
        '-e',
        code,
      ],
      { cwd: (writeFileSync(join(hidden, 'none'), ''), folder) },
    )
    expect(stdout.trim()).toBe(
      'Cannot open a pseudo-terminal: it takes a C compiler once, and there is none (apt-get install gcc libc6-dev)',
    )
  })
})

async function readAll(bot: BotProcess): Promise<string> {
  let said = ''
  for (let chunk = await bot.read(); chunk; chunk = await bot.read()) said += chunk.toString()
  return said
}

/** Polls a state; the time limit is that of the test. */
async function waitFor(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => void realClock.at(realClock.now() + 5, resolve))
}

/** The program is blocked: it takes no CPU time while another program runs from its start to its end. */
async function untilItStandsStill(bot: BotProcess): Promise<void> {
  for (let before = -1; before !== bot.spent(); await anotherProgramRuns()) before = bot.spent() ?? 0
}

/** Gives a suspended program time on the processor that it must not take. */
async function anotherProgramRuns(): Promise<void> {
  await using other = await python('print(sum(range(2000000)))')
  await other.ended
}

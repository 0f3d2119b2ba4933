import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '../src/base/result.ts'
import type { BotProcess, ProcessOptions } from '../src/runner/process/bot-process.ts'
import { startProcess } from '../src/runner/process/start-process.ts'
import { median, printTable } from './table.ts'

/** The cost of starting a program, of suspending it and of its answer, compared with bare Node, alternately in one run. */
const home = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
chmodSync(home, 0o755)
const source = (wait: string): string => `#include <unistd.h>
#include <poll.h>
int main(void) {
  char line[64];
  ssize_t length;
  while (${wait} (length = read(0, line, sizeof line)) > 0) if (write(1, line, length) != length) return 1;
}`
for (const [name, wait] of [
  ['echo', ''],
  // Waits in poll, as programs with an event loop do: only a signal stops it.
  ['poll-echo', 'poll(&(struct pollfd){0, POLLIN, 0}, 1, -1),'],
] as const) {
  writeFileSync(join(home, `${name}.c`), source(wait))
  execFileSync('gcc', ['-O2', '-o', join(home, name), join(home, `${name}.c`)])
}

const spawnTwo = join(home, 'spawn-two')
execFileSync('gcc', ['-O2', '-o', spawnTwo, join(import.meta.dirname, 'spawn-two.fixture.c')])

// A version that passed: locked, so its staged copy is kept from round to round.
const version = join(home, 'version')
mkdirSync(version)
copyFileSync(join(home, 'echo'), join(version, 'echo'))
chmodSync(version, 0o555)

const start = async (name: string, sandbox?: ProcessOptions['sandbox'], cwd = home): Promise<BotProcess> =>
  must(await startProcess({ argv: [`./${name}`], cwd, ...(sandbox && { sandbox }) }))

async function firstAnswer(sandbox?: ProcessOptions['sandbox'], folder = home): Promise<number> {
  const began = performance.now()
  await using bot = await start('echo', sandbox, folder)
  bot.write('1 2\n')
  await bot.read()
  return performance.now() - began
}

function bareFirstAnswer(): Promise<number> {
  const began = performance.now()
  const child = spawn(join(home, 'echo'))
  return new Promise((resolve) => {
    child.stdin.write('1 2\n')
    child.stdout.once('data', () => {
      resolve(performance.now() - began)
      child.kill('SIGKILL')
    })
  })
}

/** Both programs of a round, which start at the same time and on the same core, by `posix_spawn` in C. */
const spawnedPair = (): number => Number(execFileSync(spawnTwo, [join(home, 'echo')], { encoding: 'utf8' }))

async function pair(isSandboxed: boolean): Promise<number> {
  const match = { key: {}, isSimultaneous: false }
  const began = performance.now()
  const bots = await Promise.all(
    [0, 1].map(async () => {
      const bot = await start('echo', isSandboxed ? { from: 'person', match } : undefined)
      bot.write('1 2\n')
      await bot.read()
      return bot
    }),
  )
  const ms = performance.now() - began
  for (const bot of bots) await bot.stop()
  return ms
}

/** Processor time of this process for a round of two programs that answer once, from their start to their end, in milliseconds. */
async function roundCpu(): Promise<number> {
  const before = process.cpuUsage()
  const bots = await Promise.all([start('echo'), start('echo')])
  for (const bot of bots) {
    bot.write('1 2\n')
    await bot.read()
  }
  for (const bot of bots) await bot.stop()
  return cpuMsSince(before)
}

async function bareRoundCpu(): Promise<number> {
  const before = process.cpuUsage()
  const children = [spawn(join(home, 'echo')), spawn(join(home, 'echo'))]
  for (const child of children) {
    child.stdin.write('1 2\n')
    await once(child.stdout, 'data')
  }
  for (const child of children) {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  return cpuMsSince(before)
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const PLIES = 3000

/** Microseconds for each ply between two programs. The program that is not to move is suspended, and every move's CPU time is read. */
async function ply(name: string, suspends: boolean): Promise<number> {
  await using first = await start(name)
  await using second = await start(name)
  const bots = [first, second] as const
  for (const bot of bots) {
    bot.write('1 2\n')
    await bot.read()
    if (suspends) await bot.suspend()
  }
  const began = performance.now()
  for (let i = 0; i < PLIES; i++) {
    const bot = bots[(i % 2) as 0 | 1]
    if (suspends) bot.resume()
    bot.write('1 2\n')
    await bot.read()
    if (suspends) {
      await bot.suspend()
      bot.spent()
    }
  }
  return ((performance.now() - began) * 1000) / PLIES
}

async function barePly(): Promise<number> {
  const children = [spawn(join(home, 'echo')), spawn(join(home, 'echo'))] as const
  await new Promise((resolve) => {
    children[0].stdin.write('1 2\n')
    children[0].stdout.once('data', resolve)
  })
  const began = performance.now()
  await new Promise<void>((resolve) => {
    let plies = 0
    for (const seat of [0, 1] as const)
      children[seat].stdout.on('data', (line: Buffer) => {
        if (++plies === PLIES) resolve()
        else children[seat === 0 ? 1 : 0].stdin.write(line)
      })
    children[0].stdin.write('1 2\n')
  })
  const us = ((performance.now() - began) * 1000) / PLIES
  for (const child of children) child.kill('SIGKILL')
  return us
}

/** Microseconds for one verified stop and one continue. */
async function stopAndGo(name: string): Promise<number> {
  await using bot = await start(name)
  bot.write('1 2\n')
  await bot.read()
  const began = performance.now()
  for (let i = 0; i < PLIES; i++) {
    await bot.suspend()
    bot.resume()
  }
  return ((performance.now() - began) * 1000) / PLIES
}

const WHATS = [
  'bare',
  'plain',
  'sandbox',
  'version',
  'staged',
  'spawnedPair',
  'plainPair',
  'sandboxPair',
  'barePly',
  'freePly',
  'restPly',
  'stopPly',
  'restStop',
  'signalStop',
  'bareRound',
  'plainRound',
] as const
const runs = Object.fromEntries(WHATS.map((what) => [what, [] as number[]])) as Record<
  (typeof WHATS)[number],
  number[]
>
// The self-test comes before the first sandbox.
await firstAnswer({})
for (let round = 0; round < 15; round++) {
  runs.bare.push(await bareFirstAnswer())
  runs.plain.push(await firstAnswer())
  runs.sandbox.push(await firstAnswer({ from: 'person' }))
  runs.version.push(await firstAnswer({}, version))
  runs.staged.push(await firstAnswer({}))
  runs.spawnedPair.push(spawnedPair())
  runs.plainPair.push(await pair(false))
  runs.sandboxPair.push(await pair(true))
  runs.barePly.push(await barePly())
  runs.freePly.push(await ply('echo', false))
  runs.restPly.push(await ply('echo', true))
  runs.stopPly.push(await ply('poll-echo', true))
  runs.restStop.push(await stopAndGo('echo'))
  runs.signalStop.push(await stopAndGo('poll-echo'))
  runs.bareRound.push(await bareRoundCpu())
  runs.plainRound.push(await roundCpu())
}
rmSync(home, { recursive: true })
const of = (what: (typeof WHATS)[number]): number => median(runs[what])
const ms = (value: number): string => `${value.toFixed(1)} ms`
const us = (value: number): string => `${value.toFixed(1)} µs`
printTable('Programs, medians of 15 runs by turns', [
  { what: 'spawn to first answer, bare Node', value: ms(of('bare')), ratio: 1 },
  { what: 'spawn to first answer, plain', value: ms(of('plain')), ratio: of('plain') / of('bare') },
  { what: 'spawn to first answer, sandbox', value: ms(of('sandbox')), ratio: of('sandbox') / of('bare') },
  {
    what: 'the sandbox adds, in ms',
    value: ms(of('sandbox') - of('plain')),
    ratio: of('sandbox') - of('plain'),
    goal: '< 15',
  },
  {
    what: 'the same, an uploaded version',
    value: ms(of('version')),
    ratio: of('version') / of('sandbox'),
    goal: '< 1.2',
  },
  {
    what: 'the same, staged for this start alone',
    value: ms(of('staged')),
    ratio: of('staged') / of('sandbox'),
  },
  { what: 'two programs to their first answers, posix_spawn in C', value: ms(of('spawnedPair')), ratio: 1 },
  {
    what: 'the same, plain',
    value: ms(of('plainPair')),
    ratio: of('plainPair') / of('spawnedPair'),
  },
  {
    what: 'the same, sandbox',
    value: ms(of('sandboxPair')),
    ratio: of('sandboxPair') / of('spawnedPair'),
  },
  { what: 'host CPU of a round of two programs, bare Node', value: ms(of('bareRound')), ratio: 1 },
  {
    what: 'the same, plain: with groups, watchdog and mark',
    value: ms(of('plainRound')),
    ratio: of('plainRound') / of('bareRound'),
  },
  { what: 'a ply, bare Node', value: us(of('barePly')), ratio: 1 },
  { what: 'a ply, nobody suspended', value: us(of('freePly')), ratio: of('barePly') / of('freePly') },
  { what: 'a ply, suspended in read', value: us(of('restPly')), ratio: of('barePly') / of('restPly') },
  { what: 'a ply, suspended by signals', value: us(of('stopPly')), ratio: of('barePly') / of('stopPly') },
  { what: 'suspend and resume, in read', value: us(of('restStop')) },
  { what: 'suspend and resume, by signals', value: us(of('signalStop')) },
])

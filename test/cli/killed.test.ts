import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { command as built, gamegrid, root } from './run.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-killed-'))
afterAll(() => {
  // Ends the processes that a failed test left.
  for (const pid of running(home)) process.kill(pid, 'SIGKILL')
  rmSync(home, { recursive: true })
})

const BIN = built
const pretend = (name: string): string[] => ['-r', join(root, 'test/cli', name)]

/** Ways to start the command: with the right Node, with an older one that has execve, with one that has not, or by npm. */
const STARTERS = {
  'the right Node': (args: readonly string[]) => [process.execPath, BIN, ...args],
  'an older Node': (args: readonly string[]) => [process.execPath, ...pretend('old-node.cjs'), BIN, ...args],
  'a Node without execve': (args: readonly string[]) => [
    process.execPath,
    ...pretend('old-node.cjs'),
    ...pretend('no-execve.cjs'),
    BIN,
    ...args,
  ],
  npm: (args: readonly string[]) => ['npm', 'exec', '-c', [process.execPath, BIN, ...args].join(' ')],
} as const
type Starter = keyof typeof STARTERS
const ALL = Object.keys(STARTERS) as Starter[]

function start(starter: Starter, args: readonly string[]): ChildProcess & { readonly pid: number } {
  const [command = '', ...rest] = STARTERS[starter](args)
  const child = spawn(command, rest, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.setEncoding('utf8')
  return child as ChildProcess & { readonly pid: number }
}

/** A bot that never answers, so that it still runs when the host is killed, and a bot that loses at once. */
const SLEEPS = 'import time\ntime.sleep(1000)\n'
const SPEAKS = 'print("nonsense")\n'

/** Waits until the child has printed a match for the pattern; returns its first group. */
const printed = (child: ChildProcess, wanted: RegExp): Promise<string> =>
  new Promise((done, failed) => {
    let out = ''
    child.stdout?.on('data', (text: string) => {
      out += text
      const found = wanted.exec(out)
      if (found) done(found[1] ?? found[0])
    })
    child.on('exit', () => failed(new Error(`it ended: ${out}`)))
  })

/** Ids of the processes whose command line holds the text, without zombies. */
const running = (text: string): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || /^State:\s+Z/m.test(readFileSync(`/proc/${name}/status`, 'utf8'))) return []
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text) ? [Number(name)] : []
    } catch {
      return []
    }
  })

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => void setTimeout(done, 20))
}

describe.skipIf(process.platform !== 'linux').each(ALL)('started by %s and killed', (starter) => {
  test('an arena is gone, and its port, its lock and its folder are free', async () => {
    const folder = join(home, `serve ${starter}`.replaceAll(' ', '-'))
    const child = start(starter, ['serve', '--port', '0', '--no-tcp', '--data', folder])
    // When the last line is there, all lines are.
    const url = await printed(child, /^Arena +(\S+)$[^]*^Data /m)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    process.kill(child.pid, 'SIGKILL')
    await until(() => running(folder).length === 0)
    const again = start('the right Node', [
      'serve',
      '--port',
      new URL(url).port,
      '--no-tcp',
      '--data',
      folder,
    ])
    expect(await printed(again, /^Arena +(\S+)$/m)).toBe(url)
    again.kill('SIGTERM')
    await new Promise((done) => again.on('exit', done))
  })

  test('a tournament is gone, bots and all, and can be resumed at once', async () => {
    const folder = join(home, `tournament ${starter}`.replaceAll(' ', '-'))
    const token = `token-${process.pid}-${ALL.indexOf(starter)}`
    const bot = join(home, `${token}.py`)
    writeFileSync(bot, SLEEPS)
    const words = ['tournament', 'light-cycle', `python3 ${bot}`, 'house:first', '--data', folder]
    const quoted = starter === 'npm' ? words.map((word) => `'${word}'`) : words
    const child = start(starter, [...quoted, '--clock', 'none'])
    child.stdout?.resume()
    const bots = (): number => running(bot).filter((pid) => !running(folder).includes(pid)).length
    await until(() => bots() > 0 && existsSync(join(folder, 'results.jsonl')))
    process.kill(child.pid, 'SIGKILL')
    await until(() => running(token).length === 0)
    writeFileSync(bot, SPEAKS)
    const resumed = await gamegrid([...words, '--clock', 'none', '--resume'])
    expect(resumed).toMatchObject({ code: 0, err: '' })
  })
})

test('a tournament whose first line was never whole is begun anew, one that is being written is refused by name', async () => {
  const folder = join(home, 'first-line')
  const bot = join(home, 'first-line.py')
  writeFileSync(bot, SLEEPS)
  const words = ['tournament', 'light-cycle', `python3 ${bot}`, 'house:first', '--clock', 'none'].concat([
    '--data',
    folder,
    '--resume',
  ])
  const child = start('the right Node', words)
  await until(() => existsSync(join(folder, 'results.jsonl')))
  child.stdout?.resume()
  for (const args of [words, ['tournament', '--resume', '--data', folder]])
    expect(await gamegrid(args)).toMatchObject({
      code: 2,
      err: `gamegrid: Cannot use folder "${folder}": another gamegrid (process ${child.pid}) is using it\n`,
    })
  process.kill(child.pid, 'SIGKILL')
  await until(() => running(folder).length === 0)
  writeFileSync(bot, SPEAKS)
  for (const torn of ['', '{"tournament":1,"chal']) {
    writeFileSync(join(folder, 'results.jsonl'), torn)
    expect(await gamegrid(words)).toMatchObject({ code: 0, err: '' })
  }
})

test('an arena goes on when the shell that started it in the background has ended', async () => {
  for (const starter of ['the right Node', 'an older Node', 'a Node without execve'] as const) {
    const folder = join(home, `background ${starter}`.replaceAll(' ', '-'))
    const args = ['serve', '--port', '0', '--no-tcp', '--data', folder]
    const command = STARTERS[starter](args).join(' ')
    const shell = spawn('sh', ['-c', `${command} > ${folder}.out 2>&1 &`], { stdio: 'ignore' })
    await new Promise((done) => shell.on('exit', done))
    const out = (): string => (existsSync(`${folder}.out`) ? readFileSync(`${folder}.out`, 'utf8') : '')
    await until(() => /^Data /m.test(out()))
    const url = /^Arena +(\S+)$/m.exec(out())?.[1] ?? ''
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    for (const pid of running(folder)) process.kill(pid, 'SIGTERM')
    await until(() => running(folder).length === 0)
  }
})

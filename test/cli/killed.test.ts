import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { gamegridHere } from './here.ts'
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
const SLEEPS = 'import time\nopen(__file__ + ".runs", "w").close()\ntime.sleep(1000)\n'
const SPEAKS = 'print("nonsense")\n'

/** Waits until the child has printed a match for the pattern; returns its first group. */
const printed = (child: ChildProcess, wanted: RegExp): Promise<string> =>
  new Promise((done, failed) => {
    let out = ''
    child.stdout?.on('data', (more: string) => {
      out += more
      const found = wanted.exec(out)
      if (found) done(found[1] ?? found[0])
    })
    child.on('exit', () => failed(new Error(`it ended: ${out}`)))
  })

/** Ids of the processes whose command line holds the words, without zombies. */
const running = (words: string): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || /^State:\s+Z/m.test(readFileSync(`/proc/${name}/status`, 'utf8'))) return []
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(words) ? [Number(name)] : []
    } catch {
      return []
    }
  })

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => void setTimeout(done, 20))
}

/** Starts a command in the background of a shell, as `gamegrid … &` in a script does. The shell ends at once. */
async function startBehind(starter: Starter, args: readonly string[], out: string): Promise<number> {
  const shell = spawn('sh', ['-c', `${STARTERS[starter](args).join(' ')} > ${out} 2>&1 & echo $!`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [pid] = await Promise.all([text(shell.stdout), once(shell, 'exit')])
  return Number(pid)
}

/** What an arena prints when all its lines are there. */
const READY = /^Arena +(\S+)$[^]*^Data /m

describe.skipIf(process.platform !== 'linux')('the process that a person started is killed', () => {
  test('an arena, which goes on after its shell, is gone: its port, its lock and its folder are free for the next', async () => {
    const folder = join(home, 'arena')
    const serving = (port: string): string[] => ['serve', '--port', port, '--no-tcp', '--data', folder]
    let port = '0'
    for (const starter of ALL) {
      const out = join(home, `arena-${ALL.indexOf(starter)}.out`)
      let pid: number
      let url: string
      if (starter === 'npm') {
        const child = start(starter, serving(port))
        pid = child.pid
        url = await printed(child, READY)
      } else {
        pid = await startBehind(starter, serving(port), out)
        await until(() => READY.test(readFileSync(out, 'utf8')) || !existsSync(`/proc/${pid}`))
        url = READY.exec(readFileSync(out, 'utf8'))?.[1] ?? `none: ${readFileSync(out, 'utf8')}`
      }
      if (port !== '0') expect(url, starter).toBe(`http://127.0.0.1:${port}`)
      expect((await fetch(`${url}/healthz`)).status, starter).toBe(200)
      port = new URL(url).port
      process.kill(pid, 'SIGKILL')
      await until(() => running(folder).length === 0)
    }
    const last = start('the right Node', serving(port))
    expect(await printed(last, READY)).toBe(`http://127.0.0.1:${port}`)
    last.kill('SIGTERM')
    await once(last, 'exit')
  })

  test('a tournament is gone, bots and all, and can be resumed at once', async () => {
    const folder = join(home, 'tournament')
    const token = `token-${process.pid}`
    const bot = join(home, `${token}.py`)
    writeFileSync(bot, SLEEPS)
    const words = ['tournament', 'light-cycle', `python3 ${bot}`, 'house:first', '--data', folder]
    const playing = [...words, '--clock', 'none', '--resume']
    const botRuns = `${bot}.runs`
    for (const starter of ALL) {
      const child = start(starter, starter === 'npm' ? playing.map((word) => `'${word}'`) : playing)
      child.stdout?.resume()
      await until(() => existsSync(botRuns) && existsSync(join(folder, 'results.jsonl')))
      rmSync(botRuns)
      process.kill(child.pid, 'SIGKILL')
      await until(() => running(token).length === 0)
    }
    writeFileSync(bot, SPEAKS)
    expect(await gamegrid(playing)).toMatchObject({ code: 0, err: '' })
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
    expect(await gamegridHere(args)).toMatchObject({
      code: 2,
      err: `gamegrid: Cannot use folder "${folder}": another gamegrid (process ${child.pid}) is using it\n`,
    })
  process.kill(child.pid, 'SIGKILL')
  await until(() => running(folder).length === 0)
  writeFileSync(bot, SPEAKS)
  for (const torn of ['', '{"tournament":1,"chal']) {
    writeFileSync(join(folder, 'results.jsonl'), torn)
    expect(await gamegridHere(words)).toMatchObject({ code: 0, err: '' })
  }
})

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { must } from '../../base/result.ts'
import type { BotProcess, ProcessOptions } from './bot-process.ts'
import { formatHello, type FromLauncher, type ToLauncher } from './launcher-messages.ts'
import { launcher } from './launcher.ts'
import { running } from './running.fixture.ts'
import { startProcess } from './start-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-launcher-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(() => launcher.use())

const shell = async (script: string, options: Partial<ProcessOptions> = {}): Promise<BotProcess> =>
  must(await startProcess({ argv: ['sh', '-c', script], cwd: folder, ...options }))

async function readAll(bot: BotProcess): Promise<string> {
  let text = ''
  for (let chunk = await bot.read(); chunk; chunk = await bot.read()) text += chunk.toString()
  return text
}

const KINDS: readonly (readonly [string, Partial<ProcessOptions>])[] = [
  ['plain', {}],
  ['on a terminal', { pty: true }],
  ['in a sandbox', { sandbox: { from: 'person' } }],
]

describe.each(KINDS)('a program %s', (_, options) => {
  test('is a child of the launcher, and speaks with the host without it', async () => {
    await using bot = await shell('read -r line; echo "$line, $PPID"; echo oh >&2; exit 3', options)
    expect(bot.write('hello\n')).toBe(true)
    const said = await readAll(bot)
    expect(await bot.ended).toEqual({ kind: 'exited', code: 3 })
    expect(said).toContain('hello, ')
    expect(bot.errors()).toContain('oh')
    if (Object.keys(options).length === 0) expect(said).toBe(`hello, ${launcher.pid}\n`)
  })

  test('reads to the end of its input, and writes more than a pipe holds', async () => {
    await using bot = await shell('while read -r line; do :; done; printf "%0300000d" 7', options)
    bot.write('a\n'.repeat(10_000))
    bot.closeInput()
    expect((await readAll(bot)).trimEnd()).toHaveLength(300_000)
  })

  test('that was suspended and is stopped leaves nothing behind', async () => {
    const token = `token-${process.pid}-${Math.random()}`
    await using bot = await shell(`echo on; while :; do read -r line || sleep 1; done; : ${token}`, options)
    await bot.read()
    expect(await bot.suspend()).toBe(true)
    expect(await bot.stop()).toEqual({ kind: 'stopped' })
    await untilGone(token)
  })
})

test.each<[readonly [string, ...string[]], string]>([
  [['nosuchprogram'], 'Cannot start "nosuchprogram": there is no such program'],
  [['/etc/passwd'], 'Cannot start "/etc/passwd": it may not be executed (chmod +x)'],
])('%j cannot start', async (argv, message) => {
  await using bot = must(await startProcess({ argv, cwd: folder }))
  expect(await bot.ended).toEqual({ kind: 'could-not-start', blame: 'bot', message })
})

test('a program without a sandbox has the environment of the host', async () => {
  await using bot = await shell('echo "$HOME, $OWN"', { env: { OWN: 'own' } })
  expect(await readAll(bot)).toBe(`${process.env['HOME']}, own\n`)
})

describe('if the launcher is killed', () => {
  const lost = { kind: 'could-not-start', blame: 'host' }

  test.each(KINDS)('a program %s is gone, and that is the fault of the host', async (_, options) => {
    const token = `token-${process.pid}-${Math.random()}`
    await using bot = await shell(`echo on; while read -r line; do :; done; : ${token}`, options)
    await bot.read()
    killLauncher()
    expect(await bot.ended).toMatchObject(lost)
    await untilGone(token)
  })

  test('programs that start at this moment fail by the fault of the host, or run; later ones run', async () => {
    await using first = await shell('read -r line')
    const starting = Array.from({ length: 5 }, () => startProcess({ argv: ['true'], cwd: folder }))
    killLauncher()
    for (const started of await Promise.all(starting)) {
      await using bot = must(started)
      const end = await bot.ended
      if (end.kind !== 'exited') expect(end).toMatchObject(lost)
    }
    expect(await first.ended).toMatchObject(lost)
    await using later = await shell('echo on')
    expect(await readAll(later)).toBe('on\n')
  })
})

async function startAlone(path: string) {
  const program = fileURLToPath(import.meta.resolve('./launcher-process.ts'))
  const child = spawn(process.execPath, [program, path], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const errors = text(child.stderr as NonNullable<typeof child.stderr>)
  const told: FromLauncher[] = []
  child.on('message', (message) => told.push(message as FromLauncher))
  await expect.poll(() => told).toEqual([{ kind: 'up' }])
  return { child, errors, told }
}

test('a launcher closes connections that its host gave up before their first word', async () => {
  const path = join(folder, 'given-up')
  const { child } = await startAlone(path)
  const descriptors = (): number => readdirSync(`/proc/${child.pid}/fd`).length
  const before = descriptors()
  const connections = Array.from({ length: 20 }, () => connect(path))
  await expect.poll(descriptors).toBe(before + connections.length)
  for (const connection of connections) connection.destroy()
  await expect.poll(descriptors).toBe(before)
})

test('a launcher whose host is gone ends without a word, although it has something to tell', async () => {
  const path = join(folder, 'alone')
  const { child, errors, told } = await startAlone(path)
  const greet = (id: string): void => {
    for (const fd of [0, 1, 2]) {
      const connection = connect(path, () => connection.write(formatHello(id, fd)))
      onTestFinished(() => void connection.destroy())
    }
  }
  const order = (id: string): Promise<void> =>
    new Promise((done) => {
      const plan = { file: 'true', args: [], cwd: '/', env: process.env, controlPipes: 0, isSealed: false }
      child.send({ kind: 'spawn', id, plan } satisfies ToLauncher, () => done())
    })
  const late = randomUUID()
  greet(late)
  // When a program that greeted later has ended, the first greeting was heard, too.
  const early = randomUUID()
  greet(early)
  await order(early)
  await expect.poll(() => told.at(-1)).toMatchObject({ kind: 'exited', id: early })

  // The order and the end of its host are there when it goes on, so that it cannot tell what it has started.
  child.kill('SIGSTOP')
  await order(late)
  child.disconnect()
  child.kill('SIGCONT')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await errors).toBe('')
})

function killLauncher(): void {
  const { pid } = launcher
  if (pid === undefined) throw new Error('there is no launcher')
  process.kill(pid, 'SIGKILL')
}

/** Until no process has the text in its command line. */
const untilGone = (text: string): Promise<void> =>
  vi.waitFor(() => expect(running(text)).toEqual([]), { timeout: 60_000, interval: 20 })

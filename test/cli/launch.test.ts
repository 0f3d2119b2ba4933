import { spawn } from 'node:child_process'
import { once, on } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command, root } from './run.ts'

const preload = (name: string): string[] => ['-r', join(root, 'test/cli', name)]

/** Runs the launcher as an old Node would: it starts the pinned Node. */
const launch = (...args: readonly string[]) =>
  spawn(process.execPath, [...preload('old-node.cjs'), ...preload('no-execve.cjs'), command, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-launch-'))
})
afterAll(() => rmSync(home, { recursive: true }))

async function finished(child: ReturnType<typeof launch>) {
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const code = await new Promise((done) => child.on('close', done))
  return { code, out, err }
}

/** Waits until a record grows; returns the process that writes it. */
async function writerOf(file: string, launcher: number | undefined): Promise<number> {
  for (;;) {
    const pid = readFileSync(`/proc/${launcher}/task/${launcher}/children`, 'utf8').split(' ').find(Boolean)
    if (pid && existsSync(file) && readFileSync(file, 'utf8').split('\n').length > 3) return Number(pid)
    await new Promise((done) => setTimeout(done, 20))
  }
}

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

const LONG_MATCH = ['play', 'longest-group', 'house:random', 'house:random', '--watch']

test('an old Node hands over, and passes output and exit codes on', async () => {
  expect(await finished(launch('--version'))).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d/) as unknown,
  })
  expect(await finished(launch('play', 'chess', 'a', 'b'))).toMatchObject({ code: 2 })
})

test('a polite end reaches the host', async () => {
  const file = join(home, 'term.jsonl')
  const child = launch(...LONG_MATCH, '--record', file)
  const ended = finished(child)
  await writerOf(file, child.pid)
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 1, err: 'gamegrid: Interrupted: the match has no result\n' })
})

test('a host does not outlive a launcher that was killed', async () => {
  const file = join(home, 'kill.jsonl')
  const child = launch(...LONG_MATCH, '--record', file)
  const ended = finished(child)
  const host = await writerOf(file, child.pid)
  expect(isAlive(host)).toBe(true)
  child.kill('SIGKILL')
  await ended
  while (isAlive(host)) await new Promise((done) => setTimeout(done, 20))
})

test('a second signal ends a host that is stuck', async () => {
  const stuck = join(home, 'stuck.cjs')
  writeFileSync(
    stuck,
    "if (process.env.GAMEGRID_LIFELINE) { for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => {}); process.stdout.write('stuck\\n'); for (;;); }",
  )
  const child = spawn(
    process.execPath,
    [...preload('old-node.cjs'), ...preload('no-execve.cjs'), command, 'games'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: `--require ${stuck}` },
    },
  )
  const ended = finished(child)
  await new Promise((done) => child.stdout.once('data', done))
  const [host] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 137 })
  expect(isAlive(Number(host))).toBe(false)
}, 60_000)

test('a host that closes slowly answers its launcher, which lets it live', async () => {
  const program = `
    require('${join(root, 'bin/lifeline.js')}').endWithStarter()
    process.on('SIGTERM', () => console.log('closing'))
    setInterval(() => {}, 1000)
    console.log('up')`
  const host = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    env: { ...process.env, GAMEGRID_LIFELINE: '3' },
  })
  const said = on(host.stdout as Duplex, 'data')
  await said.next()
  host.kill('SIGTERM')
  await said.next()
  const line = host.stdio[3] as Duplex
  line.write('?')
  expect(String((await once(line, 'data'))[0])).toBe('?')
  host.kill('SIGKILL')
  await once(host, 'exit')
})

test.each([
  ['a new Node', []],
  ['an old Node', [...preload('old-node.cjs'), ...preload('no-execve.cjs')]],
])('an arena that %s starts makes short and rare pauses for garbage', async (_, flags) => {
  const data = join(home, `arena-${flags.length}`)
  const args = [...flags, command, 'serve', '--port', '0', '--tcp-port', '0', '--data', data]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = finished(child)
  const serves = new Promise<boolean>((done) =>
    child.stdout.on('data', (text: string) => text.includes('http://') && done(true)),
  )
  expect(await Promise.race([serves, ended])).toBe(true)
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
  const server = flags.length > 0 ? children[0] : child.pid
  expect(readFileSync(`/proc/${server}/cmdline`, 'utf8').split('\0')).toEqual(
    expect.arrayContaining(['--max-semi-space-size=4', '--heap-growing-percent=900']),
  )
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0 })
})

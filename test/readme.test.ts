import { exec, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const text = readFileSync(join(root, 'README.md'), 'utf8')

/** Commands in the order of the page; `npm ci` has been run, or this test would not run. */
const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.split('\n'))
  .filter((line) => line !== '')
  .map((line) => line.replace(/^npm ci && /, ''))

/** Files the page tells you to save: a name in backquotes, then the block. */
const files = [...text.matchAll(/`([\w.-]+)`:\n\n```(?:js|ts|yaml)\n([\s\S]*?)```/g)]

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-readme-'))
  for (const name of ['package.json', 'bin', 'src', 'docs', 'kits', 'web'])
    cpSync(join(root, name), join(home, name), { recursive: true, force: true })
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
  for (const [, name = '', content = ''] of files) writeFileSync(join(home, name), content)
})
afterAll(() => rmSync(home, { recursive: true }))

test('the page shows commands and a brain', () => {
  expect(commands.length).toBeGreaterThan(5)
  expect(files.map(([, name]) => name)).toContain('my-brain.mjs')
})

/** Servers of the page, which run to its end. */
const running: ChildProcess[] = []
afterAll(async () => {
  for (const child of running) {
    const ended = new Promise((done) => void child.once('close', done))
    // All that npx has started, too.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
})

/** Starts a command that ends with `&`, and waits for what it says when it is ready. */
function runBehind(command: string): Promise<string> {
  const [program = '', ...args] = command.replace(/ *&$/, '').split(' ')
  const child = spawn(program, args, {
    cwd: home,
    env: outside(),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  running.push(child)
  return new Promise((done) => {
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (/^Data /m.test(out)) done(out)
    })
    child.once('close', () => done(out))
  })
}

/** Commands that go on till they are stopped. */
const isServer = (command: string): boolean => command.endsWith('&') || command === 'npm start'

test.each(commands.filter(isServer))('%s', async (command) => {
  expect(await runBehind(command)).toMatch(/^Arena +http:/m)
})

// `npm test` is what is running now.
test.each(commands.filter((command) => command !== 'npm test' && !isServer(command)))(
  '%s',
  async (command) => {
    const { code, out } = await run(command)
    expect(out).not.toMatch(/^\s+at .*:\d+:\d+/m)
    expect(code, out).toBe(0)
    expect(out.trim()).not.toBe('')
  },
)

/** As in a shell of one's own: what npm passes on to its scripts is left out. */
const outside = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  NO_COLOR: '1',
})

function run(command: string): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((done) => {
    const child = exec(command, { cwd: home, env: outside(), maxBuffer: 64 << 20 }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out: out + err }),
    )
    child.stdin?.end()
  })
}

test.each([...text.matchAll(/<(http:[^>]+)>/g)].map(([, address = '']) => address))(
  '%s answers while the server of the page runs',
  async (address) => {
    expect((await fetch(address)).status).toBe(200)
  },
)

test('every page and picture it links to is there', () => {
  for (const [, target = ''] of text.matchAll(/\]\(((?!https?:)[^)#]+)/g))
    expect(() => readFileSync(join(root, target))).not.toThrow()
})

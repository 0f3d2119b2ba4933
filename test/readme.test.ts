import { exec, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietPort } from '../src/protocols/quiet-port.fixture.ts'

const root = resolve(import.meta.dirname, '..')
const text = readFileSync(join(root, 'README.md'), 'utf8')

/** Commands in the order of the page; `npm ci` has been run, or this test would not run. */
const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.split('\n'))
  .filter((line) => line !== '')
  .map((line) => line.replace(/^npm ci && /, ''))

/** Files the page tells you to save: a name in backquotes, then the block. */
const files = [...text.matchAll(/`([\w.-]+)`:\n\n```(?:js|ts|yaml)\n([\s\S]*?)```/g)]

const addresses = [...text.matchAll(/<(http:[^>]+)>/g)].map(([, address = '']) => address)

/** Ports of the page, and those that take their place here: somebody else may have them. */
const ports = new Map<string, number>()
const elsewhere = (words: string): string =>
  [...ports].reduce((moved, [port, free]) => moved.replaceAll(port, String(free)), words)

let home = ''
beforeAll(async () => {
  for (const port of ['8080', '9000']) ports.set(port, await quietPort())
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

interface Server {
  /** All it has said when it is ready, or when it has ended. */
  readonly said: Promise<string>
  stop(): Promise<void>
}

/** Servers that later commands of the page need. */
const running: Server[] = []
afterAll(async () => {
  for (const server of running) await server.stop()
})

function startServer(command: string): Server {
  const [program = '', ...args] = command.replace(/ *&$/, '').split(' ')
  const child = spawn(program, args, {
    cwd: home,
    env: outside(),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = new Promise((done) => void child.once('close', done))
  const said = new Promise<string>((done) => {
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (/^Data /m.test(out)) done(out)
    })
    child.once('close', () => done(out))
  })
  return {
    said,
    async stop() {
      // All that npx has started, too.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

/** Commands that go on till they are stopped. */
const isServer = (command: string): boolean => command.endsWith('&') || command === 'npm start'

/** The same command on ports that are free; the one that names none takes the page's. */
const onFreePorts = (command: string): string =>
  command === 'npm start' ? elsewhere('npm start -- --port 8080 --tcp-port 0') : elsewhere(command)

const answered: string[] = []

test.each(commands.filter(isServer))('%s, and its addresses answer', async (command) => {
  const server = startServer(onFreePorts(command))
  if (command.endsWith('&')) running.push(server)
  try {
    const [, url = 'none'] = /^Arena +(http:\S+)$/m.exec(await server.said) ?? []
    const own = addresses.filter((address) => elsewhere(address).startsWith(url))
    expect(own).not.toEqual([])
    for (const address of own) expect((await fetch(elsewhere(address))).status).toBe(200)
    answered.push(...own)
  } finally {
    if (!command.endsWith('&')) await server.stop()
  }
})

test('every address of the page has answered', () =>
  expect(answered.toSorted()).toEqual(addresses.toSorted()))

// `npm test` is what is running now.
test.each(commands.filter((command) => command !== 'npm test' && !isServer(command)))(
  '%s',
  async (command) => {
    const { code, out } = await run(elsewhere(command))
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

test('every page and picture it links to is there', () => {
  for (const [, target = ''] of text.matchAll(/\]\(((?!https?:)[^)#]+)/g))
    expect(() => readFileSync(join(root, target))).not.toThrow()
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietPort } from '../src/protocols/quiet-port.fixture.ts'
import { newcomer, root } from './newcomer.fixture.ts'

const text = readFileSync(join(root, 'README.md'), 'utf8')

/** Commands in the order of the page, without `npm ci`, which has run before the tests. */
const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.split('\n'))
  .filter((line) => line !== '')
  .map((line) => line.replace(/^npm ci && /, ''))

/** Files that the page tells you to save: a name in backquotes, then the block. */
const files = [...text.matchAll(/`([\w.-]+)`:\n\n```(?:js|ts|yaml)\n([\s\S]*?)```/g)]

const addresses = [...text.matchAll(/<(http:[^>]+)>/g)].map(([, address = '']) => address)

/** Ports of the page, and the free ports that replace them here: the real ones may be in use. */
const ports = new Map<string, number>()
const elsewhere = (words: string): string =>
  [...ports].reduce((moved, [port, free]) => moved.replaceAll(port, String(free)), words)

const person = newcomer()
beforeAll(async () => {
  for (const port of ['8080', '9000']) ports.set(port, await quietPort())
  for (const [, name = '', content = ''] of files) writeFileSync(join(person.home, name), content)
})
afterAll(() => person[Symbol.asyncDispose]())

test('the page shows commands and a brain', () => {
  expect(commands.length).toBeGreaterThan(5)
  expect(files.map(([, name]) => name)).toContain('my-brain.mjs')
})

/** Commands that run until they are stopped. */
const isServer = (command: string): boolean => command.endsWith('&') || command === 'npm start'

/** The same command on free ports. `npm start` names no port, so it gets the one of the page. */
const onFreePorts = (command: string): string =>
  command === 'npm start' ? elsewhere('npm start -- --port 8080 --tcp-port 0') : elsewhere(command)

const answered: string[] = []

test.each(commands.filter(isServer))('%s, and its addresses answer', async (command) => {
  const server = person.start(onFreePorts(command))
  try {
    const [, url = 'none'] = /^Arena +(http:\S+)$/m.exec(await server.said) ?? []
    const own = addresses.filter((address) => elsewhere(address).startsWith(url))
    expect(own).not.toEqual([])
    for (const address of own) expect((await fetch(elsewhere(address))).status).toBe(200)
    // The pages are built, too.
    expect(await (await fetch(url)).text()).toContain('<script type="module"')
    answered.push(...own)
  } finally {
    if (!command.endsWith('&')) await server.stop()
  }
})

test('every address of the page has answered', () =>
  expect(answered.toSorted()).toEqual(addresses.toSorted()))

const isGame = (command: string): boolean => command.startsWith('npx gamegrid play ')

/** With `--json` a line has the number of turns. */
const toldInJson = (command: string): string =>
  isGame(command) && !command.includes('--json') ? `${command} --json` : command

/** The turns of each round. */
const turnsIn = (out: string): readonly number[] => {
  const line = out.split('\n').find((one) => one.startsWith('{"challenge"')) ?? '{"rounds":[]}'
  const { rounds } = JSON.parse(line) as { readonly rounds: readonly { readonly turns: number }[] }
  return rounds.map(({ turns }) => turns)
}

/** A game of the page is worth watching: it is not over when it has just begun. */
const leastTurns = (command: string): number => (command.includes('tic-tac-toe') ? 5 : 20)

// `npm test` runs right now.
test.each(commands.filter((command) => command !== 'npm test' && !isServer(command)))(
  '%s',
  async (command) => {
    const { code, out } = await person.run(elsewhere(toldInJson(command)))
    expect(out).not.toMatch(/^\s+at .*:\d+:\d+/m)
    expect(code, out).toBe(0)
    expect(out.trim()).not.toBe('')
    if (!isGame(command)) return
    expect(turnsIn(out)).not.toEqual([])
    for (const turns of turnsIn(out)) expect(turns, command).toBeGreaterThanOrEqual(leastTurns(command))
  },
)

test('every page and picture it links to is there', () => {
  for (const [, target = ''] of text.matchAll(/\]\(((?!https?:)[^)#]+)/g))
    expect(() => readFileSync(join(root, target))).not.toThrow()
})

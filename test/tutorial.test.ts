import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContestant, type Contestant, type Said } from './cli/contestant.fixture.ts'
import { root } from './newcomer.fixture.ts'
import { openTestArena, type TestArena, type TestPlayer } from './server/arena.fixture.ts'
import { buildWeb, type ShippedWeb } from './web/shipped.ts'

interface Step {
  readonly title: string
  /** The file to save. */
  readonly save?: string
  readonly command?: string
  /** Texts that the output must have, in this order. */
  readonly shows: readonly string[]
}

/** The whole page in its order: files to save, commands, and what a reader should see after them. */
function readSteps(page: string): readonly Step[] {
  const steps: Step[] = []
  for (const [, language, block = ''] of page.matchAll(/^```(js|sh|text)\n([^]*?)^```$/gm)) {
    const lines = block.trimEnd().split('\n')
    const last = steps.at(-1)
    if (language === 'js')
      steps.push({ title: `save ${/name: '(.*)'/.exec(block)?.[1]}`, save: block, shows: [] })
    else if (language === 'sh')
      steps.push(...lines.map((command) => ({ title: command, command, shows: [] })))
    else if (last) steps[steps.length - 1] = { ...last, shows: lines }
  }
  return steps
}

const steps = readSteps(readFileSync(join(root, 'docs/brains/tutorial.md'), 'utf8'))
let web: ShippedWeb
let arena: TestArena
let team: TestPlayer
let machine: Contestant
let folder = ''

beforeAll(async () => {
  web = await buildWeb()
  arena = await openTestArena({ webFolder: web.folder })
  team = await arena.register('Ann')
  machine = newContestant()
  folder = machine.home
})

afterAll(async () => {
  machine?.[Symbol.dispose]()
  await arena?.[Symbol.asyncDispose]()
  await web?.[Symbol.asyncDispose]()
})

test('the tutorial goes from the version of Node to a match that is won', () => {
  expect(steps[0]?.title).toBe('node --version')
  expect(steps.at(-1)?.title).toContain(' connect http://ARENA ./brain.mjs ')
  expect(steps.at(-1)?.shows[0]).toMatch(/: won /)
})

const NPX = 'npx --yes http://ARENA/gamegrid.tgz'

/**
 * Runs a command as the page says, with the address of the arena; the key of `login` comes from a pipe. The first and the last
 * command go through npx. The others run what npx has installed, without npm's own second at each command.
 */
function type(command: string): Promise<Said> {
  const isInstalled = !/ (?:brains|connect) /.test(command)
  const here = (isInstalled ? command.replace(NPX, machine.installed) : command).replaceAll(
    'http://ARENA',
    arena.url,
  )
  const isLogin = here.endsWith(' login')
  return machine.run(isLogin ? `printf %s ${team.key} | ${here} --key-stdin` : here, { cwd: folder })
}

const asShown = (line: string): string =>
  line.replaceAll('http://ARENA', arena.url).replace(/matches\/\d+/, 'matches/N')

const MOST_MATCHES = 20

test.each(steps)(
  '$title',
  async ({ save, command = '', shows }) => {
    if (save !== undefined) return writeFileSync(join(folder, 'brain.mjs'), save)
    const [, moved] = /^cd (.*)$/.exec(command) ?? []
    if (moved !== undefined) return void (folder = join(folder, moved))
    let said = await type(command)
    // The brain wins most matches in the arena, and the page says to run the command again after a loss.
    for (let more = 1; more < MOST_MATCHES && /^Reach: (?:lost|drew) /m.test(said.out); more++) {
      expect(said.out).toMatch(/^Why: /m)
      said = await type(command)
    }
    expect(said.code, said.err).toBe(0)
    const shown = asShown(said.out)
    let from = 0
    for (const text of shows.map(asShown)) {
      expect(shown.slice(from)).toContain(text)
      from = shown.indexOf(text, from) + text.length
    }
  },
  300_000,
)

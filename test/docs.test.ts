import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { afterAll, describe, expect, test } from 'vitest'
import { addContestantCommands } from '../src/cli/contestant-commands.ts'
import { addHostCommands } from '../src/cli/host-commands.ts'
import { newProgram } from '../src/cli/run-program.ts'
import { TRANSCRIPTS } from '../src/wires/torus-tcp/transcript.fixture.ts'
import { gamegridHere } from './cli/here.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const sdk = join(root, 'src/sdk/index.ts')
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PAGES = ['docs/brains/api.md']

interface Example {
  readonly title: string
  readonly code: string
  readonly isRun: boolean
}

const examples = PAGES.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```ts( no-run)?\n([^]*?)^```$/gm)].map(
    ([, mark, code = ''], index): Example => ({
      title: `${page}, example ${index + 1}`,
      code,
      isRun: mark === undefined,
    }),
  ),
)

/** The examples import the published package; here they get its sources. */
const fromSources = (code: string): string =>
  code.replaceAll("'gamegrid/sdk'", `'${pathToFileURL(sdk).href}'`)

test.each([
  ['json-lines', 'tic-tac-toe'],
  ['json-lines', 'torus-tron'],
  ['light-cycle', 'light-cycle'],
  ['longest-group', 'longest-group'],
])('the complete bot of the page %s conforms in %s', async (wire, challenge) => {
  const page = readFileSync(join(root, `docs/wire/${wire}.md`), 'utf8')
  const [, code] = /^```python\n([^]*?)^```$/m.exec(page) ?? []
  const file = join(folder, `${wire}.py`)
  writeFileSync(file, code ?? '')
  const { out } = await gamegridHere(['check', challenge, `python3 ${file}`])
  expect(out).toMatch(/ conforms(, with 1 warning)?$/m)
})

test.each([
  ['an end by the rules', 'house:first house:random'],
  ['a cheat', 'house:first house:cheat-duplicate'],
])(
  'the program of the page on records checks a record with %s, and names a line that was changed',
  async (_, bots) => {
    const page = readFileSync(join(root, 'docs/records.md'), 'utf8')
    const [, code = ''] = /^```python\n([^]*?)^```$/m.exec(page) ?? []
    const [program, record] = [join(folder, 'check.py'), join(folder, 'match.jsonl')]
    writeFileSync(program, code)
    const words = `play tic-tac-toe ${bots} --seed 3 --record ${record} --set`.split(' ')
    await gamegridHere([...words, 'opening=C NW'])
    const text = readFileSync(record, 'utf8')
    const [, last] = /"hash":"(\w+)"\}\n$/.exec(text) ?? []
    expect((await run('python3', [program, record])).stdout).toMatch(
      new RegExp(`^\\[[01], [01]\\] ${last}\n$`),
    )
    const changed = text.replace(/"text":"\w+"/, '"text":"E"')
    expect(changed).not.toBe(text)
    writeFileSync(record, changed)
    const line = text.split('\n').findIndex((one) => one.includes('"text"')) + 1
    await expect(run('python3', [program, record])).rejects.toMatchObject({
      stderr: `line ${line} is wrong\n`,
    })
  },
)

describe('the pages for brain authors', () => {
  test.each(examples.filter(({ isRun }) => isRun))('$title runs', async ({ title, code }) => {
    const file = join(folder, `${title.replaceAll(/\W+/g, '-')}.ts`)
    writeFileSync(file, fromSources(code))
    const { stdout, stderr } = await run(process.execPath, [file])
    expect(stdout).not.toBe('')
    expect(stderr).toBe('')
  })

  test('have examples with the right types', async () => {
    const names = examples.map(({ title, code }) => {
      const file = `${title.replaceAll(/\W+/g, '-')}.check.ts`
      writeFileSync(join(folder, file), code)
      return file
    })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
      compilerOptions: object
    }
    const typeRoots = [join(root, 'node_modules/@types')]
    const config = {
      compilerOptions: { ...compilerOptions, typeRoots, paths: { 'gamegrid/sdk': [sdk] } },
      files: names,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const checked = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(checked.stdout).toBe('')
  })
})

test.each(TRANSCRIPTS)('docs/wire/torus-tron.md shows $file as it is', ({ text }) => {
  expect(readFileSync(join(root, 'docs/wire/torus-tron.md'), 'utf8')).toContain(`\`\`\`text\n${text}\`\`\``)
})

/** The tests of each wire compare its conversations with the code, word by word. */
test.each(globSync('docs/wire/*.md', { cwd: root }))('%s begins with a whole conversation', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  expect(/^## (.*)$/m.exec(text)?.[1]).toMatch(/^The shortest (round|game|battle)$/)
  expect(/^```.*\n(.*)/m.exec(text)?.[0]).toMatch(/^```text\n[#<>] /)
})

/** All pages that show commands. */
const SHOWN = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].map((page) => ({
  page,
  text: readFileSync(join(root, page), 'utf8'),
}))

test.each(SHOWN)('no heading of $page comes twice', ({ text }) => {
  const headings: readonly string[] = text.match(/^##+ .*$/gm) ?? []
  expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([])
})

const program = newProgram('0')
addContestantCommands(program, () => Promise.reject(new Error('no command runs here')))
addHostCommands(program)

/** The options of a command and of its own commands. */
const optionsOf = (command: Command): readonly string[] => [
  '--help',
  ...command.options.flatMap(({ short, long }) => [short ?? '', long ?? '']),
  ...command.commands.flatMap(optionsOf),
]

/** Commands as a page shows them: lines of blocks, and words in backquotes. */
function commandsIn(text: string): readonly string[] {
  const whole = text.replaceAll('\\\n', ' ')
  const blocks = [...whole.matchAll(/^```(?:sh|text|)\b[^\n]*\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.split('\n'),
  )
  const indented = [...whole.matchAll(/^ {4}(.*)$/gm)].map(([, line = '']) => line)
  const quoted = [...whole.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(
    ([, words = '']) => words,
  )
  return [...blocks, ...indented, ...quoted].flatMap((line) =>
    [
      ...line.matchAll(
        /(?:^|[\s;&|(])(?:npx (?:--yes )?(?:gamegrid|http:\S+\/gamegrid\.tgz)|gamegrid) ([a-z][^|;#&)]*)/g,
      ),
    ].map(([, words = '']) => words.trim()),
  )
}

const typed = SHOWN.flatMap(({ page, text }) => commandsIn(text).map((words) => ({ page, words })))

test('pages show only commands and options that there are', () => {
  expect(typed.length).toBeGreaterThan(100)
  const wrong = typed.flatMap(({ page, words }) => {
    // What stands in quotes is a command of another program.
    const [name = '', ...rest] = words.replaceAll(/"[^"]*"|'[^']*'/g, '').split(/\s+/)
    const command = program.commands.find((one) => one.name() === name || one.aliases().includes(name))
    if (!command) return [`${page}: gamegrid ${words}: no such command`]
    const known = optionsOf(command)
    return rest
      .filter((word) => /^--[a-z]/.test(word))
      .map((word) => word.replace(/[=.,:…].*$/, ''))
      .filter((option) => !known.includes(option))
      .map((option) => `${page}: gamegrid ${name} has no ${option}`)
  })
  expect(wrong).toEqual([])
})

test('pages name only codes of problems that there are', () => {
  // The page of all codes is written from the union of codes, and reference.test.ts holds it to that.
  const all = SHOWN.find(({ page }) => page === 'docs/reference/errors.md')?.text ?? ''
  const known = new Set([...all.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code))
  // The boost-tron wire has codes of its own; its transcripts are checked against the server.
  const pages = SHOWN.filter(({ page }) => page !== 'docs/wire/boost-tron.md')
  const named = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/`((?:already|bad|too-many|unknown|wrong)-[a-z-]+)`/g)].map(([, code = '']) => ({
      page,
      code,
    })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ code }) => !known.has(code))).toEqual([])
})

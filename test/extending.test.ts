import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npxOnce } from './newcomer.fixture.ts'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/extending.md'), 'utf8')

/** A section of the page: the files it shows, by path, and its commands. */
function sectionOf(title: string) {
  const [, text = ''] = page.split(new RegExp(`^## ${title}\\n`, 'm'))
  const [section = ''] = text.split(/^## /m)
  const files = [...section.matchAll(/`(src\/[\w./-]+\.\w+)`[^\n]*\n\n```\w+\n([^]*?)```/g)]
  const [, block = ''] = /```sh\n([^]*?)```/.exec(section) ?? []
  return {
    files: files.map(([, path = '', text = '']) => ({ path, text })),
    commands: block.trim().split('\n'),
    /** Commands that stand alone, indented. */
    lines: [...section.matchAll(/^ {4}(npm run .*)$/gm)].map(([, line = '']) => line),
  }
}

interface Checkout extends Disposable {
  readonly run: (command: string) => string
  readonly write: (file: { readonly path: string; readonly text: string }) => void
  /** Type errors in these files. */
  readonly check: (paths: readonly string[]) => string
}

/** The copy of the project in which all tests run the page's commands, one after the other: what is added stays. */
let checkout: Checkout
beforeAll(() => {
  checkout = checkOut()
})
afterAll(() => checkout[Symbol.dispose]())

/** The TypeScript files that the tests have added. One type check of all takes little more time than a check of one. */
const added: string[] = []

function checkOut(): Checkout {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-extending-'))
  for (const part of ['src', 'bin', 'scripts', 'docs', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(home, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
  const quick = npxOnce('bin/gamegrid')
  const run = (command: string): string =>
    execFileSync(quick(command), {
      cwd: home,
      encoding: 'utf8',
      shell: true,
      env: { ...process.env, NO_COLOR: '1' },
    })
  const write: Checkout['write'] = ({ path, text }) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  return {
    run,
    write,
    check(files) {
      const config = { extends: './tsconfig.json', include: [], files }
      write({ path: 'tsconfig.some.json', text: JSON.stringify(config) })
      return run('node_modules/.bin/tsc -p tsconfig.some.json')
    },
    [Symbol.dispose]: () => rmSync(home, { recursive: true }),
  }
}

test('the challenge of docs/extending.md is added and played by its own commands', () => {
  const { files, commands } = sectionOf('Add a challenge')
  expect(files).toHaveLength(1)
  files.forEach(checkout.write)
  const said = commands.map(checkout.run)
  expect(said.at(-1)).toMatch(/wins the match \d–\d/)
  expect(checkout.run('npx gamegrid games')).toContain('light-cycle-blitz')
  added.push(...files.map(({ path }) => path))
})

test('the wire of docs/extending.md is one folder: a kit, a brain and the doctor speak it at once', () => {
  const { files, commands } = sectionOf('Add a wire')
  for (const { path } of files) expect(path).toMatch(/^src\/wires\/board-lines\//)
  expect(files).toHaveLength(6)
  files.forEach(checkout.write)
  const [, made, played, brain, examined] = commands.map(checkout.run)
  expect(made).toContain('play tic-tac-toe "python3 bot.py" house:random --wire board-lines')
  expect(played).toMatch(/ wins |Draw|draw/)
  expect(brain).toMatch(/ wins |Draw|draw/)
  expect(examined).toContain('checking bot on the board-lines wire')
  expect(examined).toMatch(/ conforms$/m)
  added.push(...files.map(({ path }) => path).filter((path) => path.endsWith('.ts')))
})

test('the doctor says what is wrong on a wire without a doctor of its own, without a stack trace', () => {
  const check = (program: string): string => {
    checkout.write({ path: 'bad.py', text: program })
    return checkout.run('npx gamegrid check tic-tac-toe "python3 bad.py" --wire board-lines 2>&1 || true')
  }
  const loud = check('import sys\nfor board in sys.stdin: print("my move is C", flush=True)\n')
  expect(loud).toContain('It writes something that is no answer')
  const wrong = check('import sys\nfor board in sys.stdin: print("Z9", flush=True)\n')
  expect(wrong).toContain('It writes a word that is no move')
  const illegal = check('import sys\nfor board in sys.stdin: print("C", flush=True)\n')
  expect(illegal).toContain('C is occupied since turn')
  const gone = check('print("x".index("y"))\n')
  expect(gone).toContain('It crashed')
  for (const report of [loud, wrong, illegal, gone]) {
    expect(report).toContain('does not conform')
    expect(report).not.toMatch(/^\s+at /m)
  }
})

test('a game is added by the command of docs/extending.md, and a challenge lets it be played', () => {
  const { lines } = sectionOf('Add a game')
  const { files } = sectionOf('Add a challenge')
  for (const line of lines) checkout.run(line)
  const [challenge] = files
  const text = (challenge?.text ?? '')
    .replace(
      "import { tron } from '../games/tron/index.ts'",
      "import { fourInARow } from '../games/four-in-a-row/index.ts'",
    )
    .replace('game: tron,', 'game: fourInARow,')
    .replace("preset: 'light-cycle'", 'preset: Object.keys(fourInARow.presets)[0] as string')
    .replace("wire: 'light-cycle'", "wire: 'json'")
    .replaceAll('lightCycleBlitz', 'fourBlitz')
    .replaceAll('light-cycle-blitz', 'four-blitz')
  const path = 'src/challenges/four-blitz.ts'
  checkout.write({ path, text })
  checkout.run('npm run indexes')
  expect(checkout.run('npx gamegrid games')).toContain('four-in-a-row')
  expect(checkout.run('npx gamegrid play four-blitz house:random house:first --seed 1')).toMatch(
    /wins the match|drawn|Draw/,
  )
  added.push(path)
})

test('all of these files have the types that the page promises', () => {
  expect(added).toHaveLength(5)
  expect(checkout.check(added)).toBe('')
})

test('a game with an export of another name: each command that needs the games says so in one sentence', () => {
  const index = 'src/games/four-in-a-row/index.ts'
  checkout.run(`sed -i 's/export const fourInARow/export const connectFour/' ${index}`)
  const listed = checkout.run('npx gamegrid games 2>&1 || true')
  expect(listed).toContain('does not export fourInARow')
  expect(listed.trim().split('\n')).toHaveLength(1)
  const written = checkout.run('npm run --silent indexes 2>&1 || true')
  expect(written.trim()).toBe(
    `Cannot list ${index}: expected it to export fourInARow, and it exports connectFour`,
  )
})

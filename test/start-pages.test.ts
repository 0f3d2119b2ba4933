import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quietPort } from '../src/protocols/quiet-port.fixture.ts'
import { command } from './cli/run.ts'
import { newcomer, outside, root, type Newcomer } from './newcomer.fixture.ts'
import { openTestArena, type TestArena } from './server/arena.fixture.ts'

/**
 * The four ways in, `docs/start`: all steps of a page run in one shell, in a folder outside the clone, and each step prints what the
 * page promises below "You see".
 */
interface Step {
  readonly title: string
  readonly script: string
  /** Lines that it prints, in any order; `…` stands for any text. */
  readonly promised: readonly string[]
}

function stepsOf(page: string): readonly Step[] {
  const text = readFileSync(join(root, `docs/start/${page}.md`), 'utf8')
  const sections = text.split(/^## /m).filter((section) => /^\d/.test(section))
  return sections.map((section) => {
    const saved = [
      ...section.matchAll(/`([\w./-]+\.\w+)`[^\n`]*\n(?:[^\n`]+\n)?\n```(?:yaml|python|ts)\n([^]*?)```/g),
    ]
    const typed = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
    const shown = [...section.matchAll(/^```text\n([^]*?)^```$/gm)].map(([, block = '']) => block)
    return {
      title: section.split('\n')[0] ?? '',
      script: [...saved.map(([, name, body]) => `cat > ${name} <<'END'\n${body}END\n`), ...typed].join(''),
      promised: shown.flatMap((block) => block.trimEnd().split('\n')),
    }
  })
}

/** Where a page is followed: the folder, the command, and what its placeholders mean there. */
interface Place {
  readonly cwd: string
  readonly command: string
  readonly meant: (text: string) => string
  readonly env?: NodeJS.ProcessEnv
}

const MARK = '@@ step'

/** Runs all steps in one shell; returns what each printed. A step that fails ends the shell. */
async function follow(steps: readonly Step[], place: Place): Promise<readonly string[]> {
  const script = [
    'set -e',
    // `npx` runs the command of this checkout: neither the arena's address nor the package's name is installed here.
    `npx() { shift; "${process.execPath}" "${place.command}" "$@"; }`,
    ...steps.flatMap(({ script: lines }) => [`echo "${MARK}"`, place.meant(inForeground(lines))]),
  ].join('\n')
  return new Promise((done) => {
    const shell = spawn('bash', ['-c', script], {
      cwd: place.cwd,
      env: { ...outside(), XDG_CONFIG_HOME: join(place.cwd, 'config'), ...place.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let out = ''
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => void (out += text))
    shell.once('close', async (code) => {
      await endGroup(shell.pid as number)
      const printed = out.split(`${MARK}\n`).slice(1)
      if (code !== 0) printed.push(`exit code ${code}`)
      done(printed)
    })
  })
}

/** Ends what the shell left in the background: a function there is a shell of its own, and its end would not end its programs. */
async function endGroup(group: number): Promise<void> {
  try {
    for (process.kill(-group, 'SIGTERM'); ; await sleep(20)) process.kill(-group, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A server runs in the background, and the next step begins when it is ready. */
const inForeground = (lines: string): string =>
  lines.replaceAll(
    /^(.*) &$/gm,
    'touch server.log; $1 >server.log 2>&1 & until grep -q "^Data " server.log; do kill -0 $! && sleep 0.1; done; cat server.log',
  )

const pattern = (line: string): RegExp =>
  new RegExp(
    line
      .split('…')
      .map((part) => RegExp.escape(part.trim()))
      .join('.*'),
  )

let arena: TestArena
let clone: Newcomer
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-start-'))
let port = 0

beforeAll(async () => {
  arena = await openTestArena()
  clone = newcomer()
  cpSync(join(root, 'scripts'), join(clone.home, 'scripts'), { recursive: true })
  port = await quietPort()
})
afterAll(async () => {
  await arena?.[Symbol.asyncDispose]()
  await clone?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const inArena = (text: string): string => text.replaceAll('http://ARENA', arena.url)
const onPort = (text: string): string => text.replaceAll('8080', String(port))

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  bot: async () => {
    const { key } = await arena.register('Starters')
    return { cwd: folder, command, meant: (text) => inArena(text).replace('gg_...', key) }
  },
  contest: async () => ({ cwd: folder, command, meant: onPort }),
  integrate: async () => ({ cwd: folder, command, meant: inArena }),
  game: async () => ({ cwd: clone.home, command: join(clone.home, 'bin/gamegrid'), meant: (text) => text }),
}

describe.each(Object.keys(PLACES))('docs/start/%s.md', (page) => {
  const steps = stepsOf(page)

  test('has steps with commands, each with what one sees after it', () => {
    expect(steps.map(({ title }) => Number.parseInt(title, 10))).toEqual(steps.map((_, index) => index + 1))
    const typed = steps.filter(({ script }) => script !== '')
    expect(typed.length).toBeGreaterThan(3)
    for (const { title, promised } of typed) expect([title, promised.length > 0]).toEqual([title, true])
  })

  test('does in a folder outside the clone what it says', async () => {
    const place = await PLACES[page]!()
    const printed = await follow(steps, place)
    expect(printed, printed.slice(-2).join('')).toHaveLength(steps.length)
    steps.forEach(({ title, promised }, index) => {
      for (const line of promised)
        expect(printed[index], `${title}: ${line}`).toMatch(pattern(place.meant(line)))
    })
  })
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { check, type CheckFlags } from '../../src/cli/check.ts'
import { CommandError } from '../../src/cli/problem.ts'
import { root } from '../cli/run.ts'

async function run(challenge: string, bot: string, flags: CheckFlags = {}) {
  const lines: string[] = []
  const code = await check(challenge, bot, flags, (line) => lines.push(line))
  return { code, out: lines.join('\n') }
}

const program = (path: string): string =>
  `python3 ${relative(process.cwd(), join(root, 'test/doctor', `${path}.py`))}`

const CHALLENGE_OF: Readonly<Record<string, string>> = {
  'light-cycle': 'light-cycle',
  'longest-group': 'longest-group',
  json: 'tic-tac-toe',
}
const challengeOf = (path: string): string => CHALLENGE_OF[path.split('/')[0] ?? ''] ?? ''

const MOVE_EXPECTED = 'expected   one of the words left, right and forward'

/** Each bot has exactly one mistake. The sentences are those that its author reads. */
const MISTAKES: readonly (readonly [bot: string, sentences: readonly string[]])[] = [
  [
    'light-cycle/unflushed',
    ['Its output is not flushed', 'On a pseudo-terminal the same program answers at once'],
  ],
  ['light-cycle/mute', ['It waits for the host to speak', 'EOFError']],
  ['light-cycle/slow-start', ['It was not ready in time', 'gave no answer within 5 s, nor later']],
  [
    'light-cycle/slow-move',
    ['It was too slow in a move', 'gave no answer within 2 s, nor later', 'of processor time', MOVE_EXPECTED],
  ],
  ['light-cycle/carriage-returns', ['It writes something that is no answer', 'the word ready', '< 50 %']],
  ['light-cycle/looping', ['It was too slow in a move', 'gave no answer within 2 s, nor later']],
  [
    'light-cycle/one-line-too-many',
    ['It waits for a line that is not sent', 'It was still reading when its input was closed', MOVE_EXPECTED],
  ],
  [
    'light-cycle/capitals',
    ['It writes its words in capitals', '"FORWARD\\n', '46 4f 52 57', 'Write forward'],
  ],
  ['light-cycle/utf-16', ['It writes UTF-16', '72 00 65 00']],
  ['longest-group/utf-16', ['It writes UTF-16', 'Write UTF-8 or ASCII', '30 00 20 00']],
  ['light-cycle/compass', ['It writes a word that is no move', '"north\\n']],
  [
    'light-cycle/flooding-without-end',
    ['It writes too much', 'It wrote more than 1048576 characters without left, right or forward', '"xxxx'],
  ],
  ['light-cycle/chatty', ['It sends two moves in one turn']],
  ['light-cycle/size-unread', ['It does not wait for the size of the board']],
  ['light-cycle/size-unread-late-line-feed', ['It does not wait for the size of the board']],
  ['light-cycle/state-unread', ['It does not wait for the state']],
  [
    'light-cycle/exiting',
    ['It ended too early', 'exit code 0', 'turn 3 of round 1', 'expected   the word ready'],
  ],
  [
    'light-cycle/crashing',
    ['It crashed', 'ZeroDivisionError: division by zero', 'turn 4 of round 1', MOVE_EXPECTED],
  ],
  ['light-cycle/swapped-state', ['It misreads the state', 'if it takes x for y']],
  ['light-cycle/upside-down', ['It misreads the state', 'if it lets y grow upwards']],
  ['light-cycle/fixed-size', ['It misreads the state', 'if it takes every board for 10×10']],
  ['longest-group/unflushed', ['Its output is not flushed']],
  ['longest-group/reads-to-end', ['It answers only when its input is closed']],
  ['longest-group/no-line-feed', ['Its answer has no line feed at its end']],
  ['longest-group/slow-start', ['Its first move came too late', 'gave no answer within 3 s, nor later']],
  ['longest-group/debugging', ['It writes something that is no answer', 'thinking']],
  [
    'longest-group/debugging-latin-1',
    ['It writes something that is no answer', '(14 bytes: fc 62 65 72 6c 65 67 65 20 6e 6f 63 68 0a)'],
  ],
  ['longest-group/debugging-after', ['It writes something that is no answer', 'played (0, 0)']],
  ['longest-group/swapped-writing', ['It played an illegal move', 'x and y in the wrong order']],
  ['longest-group/swapped-writing-random', ['x and y in the wrong order']],
  ['longest-group/swapped-reading', ['x and y in the wrong order']],
  ['longest-group/swapped-reading-random', ['x and y in the wrong order']],
  ['longest-group/one-based', ['off the board', 'if it writes coordinates that count from 1']],
  ['longest-group/ignoring', ["if it does not mark the opponent's moves"]],
  ['longest-group/illegal', ['It played an illegal move', 'occupied since turn 1']],
  ['longest-group/move-unread', ["It does not wait for the opponent's last move"]],
  ['longest-group/number-unread', ['It does not wait for its player number']],
  ['longest-group/one-and-two', ['It is wrong about who begins']],
  ['longest-group/hexadecimal', ['The numbers are not in base ten', '"a 0\\n"']],
  ['longest-group/comma', ['The two numbers are not separated by white space']],
  ['longest-group/tuple', ['There are brackets around the numbers']],
  ['longest-group/exiting', ['It ended too early', 'turn 7 of round 1']],
  ['longest-group/crashing', ['It crashed', 'IndexError: list index out of range']],
  ['json/dictionary', ['It is a printed Python dictionary, not JSON', '7b 27 6d 6f 76 65']],
  ['json/wrong-key', ['The object has no field that the host knows']],
  ['json/no-greeting', ['It did not answer hello with ready']],
  ['json/banner', ['It writes something that is no answer', 'my-bot 1.0']],
  ['json/no-line-feed', ['Its answer has no line feed at its end']],
  [
    'json/long-line',
    ['It writes too much', 'It wrote more than 65536 characters without the end of a line', '"yyyy'],
  ],
  ['json/answering-news', ['It does not wait for its turn']],
  ['json/illegal', ['It played an illegal move', 'C is occupied since turn 1, by its own move']],
  ['json/no-flip', ['It did not flip the table at a cheat']],
  ['json/false-flip', ['It flipped the table although nothing was wrong']],
]

/** Faults that show as silence need a clock; the other faults show without one. */
const SILENT: ReadonlySet<string> = new Set([
  'light-cycle/unflushed',
  'light-cycle/mute',
  'light-cycle/slow-start',
  'light-cycle/slow-move',
  'light-cycle/looping',
  'light-cycle/carriage-returns',
  'light-cycle/one-line-too-many',
  'light-cycle/capitals',
  'light-cycle/compass',
  'longest-group/unflushed',
  'longest-group/reads-to-end',
  'longest-group/no-line-feed',
  'longest-group/slow-start',
  'longest-group/one-and-two',
  'json/no-line-feed',
])

/** Long enough for a busy machine: no bot is late, or nearly late. */
const AMPLE: CheckFlags = { clock: '5m' }

describe('bots with one mistake do not conform, and are told which', () => {
  test.concurrent.each(MISTAKES)('%s', async (bot, sentences) => {
    const { code, out } = await run(challengeOf(bot), program(bot), SILENT.has(bot) ? {} : AMPLE)
    for (const sentence of sentences) expect(out).toContain(sentence)
    expect(out).toContain('does not conform')
    expect(code).toBe(1)
  })
})

test.each(['latin1', 'utf16le'] as const)('a source in %s is named with its cure', async (encoding) => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-encoding-'))
  try {
    writeFileSync(join(folder, 'bot.py'), Buffer.from('\u00FFprint("größer")\n', encoding))
    const { code, out } = await run(
      'light-cycle',
      `python3 ${relative(process.cwd(), join(folder, 'bot.py'))}`,
    )
    expect(out).toContain('It crashed')
    expect(out).toContain('fix        Save the source in UTF-8\n')
    expect(code).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const GOOD: readonly string[] = [
  'light-cycle/good',
  'light-cycle/crlf',
  'light-cycle/prompting',
  'longest-group/good',
  'longest-group/crlf',
  'longest-group/polling',
  'json/good',
]

/** The last ones have no wire. */
const PLAYERS: readonly (readonly [challenge: string, bot: string])[] = [
  ...GOOD.map((bot) => [challengeOf(bot), program(bot)] as const),
  ['quoridor', program('json/good')],
  ['boost-tron', program('json/good')],
  ['torus-tron', program('json/good')],
  ['light-cycle', 'house:random'],
  ['longest-group', 'house:first'],
  ['quoridor', 'house:random'],
  ['tic-tac-toe', relative(process.cwd(), join(root, 'test/brains/good.ts'))],
]

const WARNED = [
  ['light-cycle/flooding', '! order         It does not wait for the size of the board'],
  ['light-cycle/debugging', '! output        It writes text that the host passes over'],
] as const

describe('good bots conform', () => {
  test.concurrent.each(PLAYERS)('%s: %s', async (challenge, bot) => {
    const { code, out } = await run(challenge, bot, AMPLE)
    expect(out).toMatch(/rounds to their end, in both seats/)
    expect(out).toMatch(/ conforms$/)
    expect(code).toBe(0)
  })

  test.concurrent.each(WARNED)('%s does, with a warning', async (bot, line) => {
    const { code, out } = await run('light-cycle', program(bot), AMPLE)
    expect(out).toContain(line)
    expect(out).toMatch(/ conforms, with 1 warning$/)
    expect(code).toBe(0)
  })

  test('another wire can be asked for', async () => {
    const { code } = await run('light-cycle', program('json/good'), { ...AMPLE, wire: 'json' })
    expect(code).toBe(0)
  })
})

test('what the doctor holds back is not on the clock: two lines take longer than it runs', async () => {
  const { code, out } = await run('longest-group', program('longest-group/polling'), { clock: '2900ms' })
  // On a busy machine one move may come near the deadline: a warning, and no fault.
  expect(out).toMatch(/ conforms(, with 1 warning)?$/)
  expect(code).toBe(0)
})

describe('a brain is told the file and the line of its mistake', () => {
  test.each([
    ['throws.mjs', 'Its move failed', 4],
    ['throws-later.mjs', 'Its move failed', 5],
    ['throws-at-once.mjs', 'It cannot be loaded', 1],
    ['throws-in-init.mjs', 'It cannot be loaded', 4],
  ])('%s', async (file, title, line) => {
    const path = relative(process.cwd(), join(root, 'test/brains', file))
    const { out } = await run('tic-tac-toe', path)
    expect(out).toContain(title)
    expect(out).toContain(`fix        Repair ${path}:${line}\n`)
    expect(out).not.toContain('connect-brain')
  })

  test.each(['js', 'ts'])('a syntax error in .%s', async (ending) => {
    const folder = mkdtempSync(join(tmpdir(), 'gamegrid-brain-'))
    try {
      const path = relative(process.cwd(), join(folder, `brain.${ending}`))
      writeFileSync(path, 'const name = "x"\n\nexport default { name, move( }\n')
      const { out } = await run('tic-tac-toe', path)
      expect(out).toContain('It cannot be loaded')
      expect(out).toContain(`fix        Repair ${path}:3\n`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.each(['mjs', 'ts'])('a syntax error in a file in .%s that it imports', async (ending) => {
    const folder = mkdtempSync(join(tmpdir(), 'gamegrid-brain-'))
    try {
      const path = relative(process.cwd(), join(folder, `brain.${ending}`))
      const source = `import { pick } from './pick.${ending}'\nexport default { name: 'x', move: pick }\n`
      writeFileSync(path, source)
      writeFileSync(join(folder, `pick.${ending}`), '\nexport const pick = ({ legal }) => = legal[0]\n')
      const { out } = await run('tic-tac-toe', path)
      expect(out).toContain('It cannot be loaded')
      expect(out).toContain(`fix        Repair ${join(dirname(path), `pick.${ending}`)}:2\n`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

test('a brain for another game is told to name this one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-brain-'))
  try {
    const path = relative(process.cwd(), join(folder, 'brain.mjs'))
    writeFileSync(path, 'export default { name: "x", game: "quoridor", move: ({ legal }) => legal[0] }\n')
    const { code, out } = await run('tic-tac-toe', path)
    expect(code).toBe(1)
    expect(out).toContain('cause      Cannot play tic-tac-toe with x: it is a brain for quoridor\n')
    expect(out).toContain('fix        Set its field game to the game of this challenge\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a brain that ends its thread is told not to', async () => {
  const { out } = await run('tic-tac-toe', relative(process.cwd(), join(root, 'test/brains/exits.mjs')))
  expect(out).toContain('cause      Its thread ended\n')
  expect(out).toContain('fix        Do not call process.exit: the host ends the brain\n')
})

test('a bad brain is told what it did', async () => {
  const { code, out } = await run(
    'tic-tac-toe',
    relative(process.cwd(), join(root, 'test/brains/throws.mjs')),
  )
  expect(out).toContain('Its move failed')
  expect(code).toBe(1)
})

test('--json ends with one object that says the same', async () => {
  const { code, out } = await run('longest-group', program('longest-group/comma'), { ...AMPLE, json: true })
  const report = JSON.parse(out.split('\n').at(-1) ?? '') as unknown
  expect(code).toBe(1)
  expect(report).toMatchObject({
    challenge: 'longest-group',
    name: 'comma',
    wire: 'longest-group',
    conforms: false,
    checks: [
      { id: 'start', status: 'passed' },
      {
        id: 'answer',
        status: 'failed',
        findings: [{ kind: 'wrong-form', turn: 1, got: { text: '0,0\n', hex: '30 2c 30 0a' }, seat: 0 }],
      },
      { id: 'order', status: 'not-tried' },
      {},
      {},
      {},
      {},
      {},
    ],
  })
})

test.each([
  ['longest-groop', 'house:first', {}, 'Cannot find challenge "longest-groop": did you mean longest-group?'],
  ['longest-group', 'human', {}, 'Cannot check a human: expected a program or a brain'],
  ['longest-group', 'house:first', { clock: 'soon' }, 'Cannot read clock "soon"'],
  [
    'longest-group',
    program('longest-group/good'),
    { wire: 'light-cycle' },
    'Cannot speak light-cycle in longest-group',
  ],
  ['longest-group', 'no-such-program', {}, 'Cannot find program "no-such-program"'],
] as const)('bad arguments: %s %s %o', async (challenge, bot, flags, message) => {
  const error = await run(challenge, bot, flags).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CommandError)
  expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) as string })
})

test('the report in docs/doctor.md is a real one', async () => {
  const page = readFileSync(join(root, 'docs/doctor.md'), 'utf8')
  const [, report = ''] = /```text\n(.*?)\n```/s.exec(page) ?? []
  const { out } = await run('longest-group', program('longest-group/swapped-writing'), AMPLE)
  const timeless = (text: string): string => text.replaceAll(/[\d.]+ (?=m?s\b)|(?:under )?\d+ (?=%)/g, '# ')
  expect(timeless(out)).toBe(timeless(report))
})

test('every program here is in one of the tables', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const programs = files.flatMap((file) =>
    file.endsWith('.py') ? [file.slice(0, -3).replaceAll('\\', '/')] : [],
  )
  const tables = [...MISTAKES.map(([bot]) => bot), ...GOOD, ...WARNED.map(([bot]) => bot)]
  expect(tables.toSorted()).toEqual(programs.toSorted())
})

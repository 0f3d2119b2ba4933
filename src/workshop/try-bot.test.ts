import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { CHALLENGES, findChallenge } from '../challenges/index.ts'
import { readRecord } from '../match/read-record.ts'
import { findGame } from '../games/index.ts'
import { tryBot, type TryOptions } from './try-bot.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-try-'))
})
afterAll(() => rmSync(home, { recursive: true }))

const wires = join(import.meta.dirname, '../wires')
const challenge = CHALLENGES.find(({ id }) => id === 'longest-group') ?? raise()

let made = 0
function makeBot(text: string): TryOptions {
  const folder = join(home, String(++made))
  mkdirSync(folder)
  writeFileSync(join(folder, 'bot.py'), text)
  return { challenge, folder, run: 'python3 bot.py' }
}

test('a bot that plays passes, and the record of its game holds', async () => {
  const folder = join(wires, 'longest-group/kit/python')
  const trial = must(await tryBot({ challenge, folder, run: 'python3 bot.py', name: 'kit' }))
  expect(trial).toMatchObject({ passed: true, errors: '' })
  expect(trial.verdict).toMatch(/ won by (the longest group|more groups of the longest length) /)
  const { match, header } = must(readRecord(trial.record, findGame))
  expect(match.result).toBeDefined()
  expect(header.players).toEqual([
    { name: 'kit', bot: 'python3 bot.py' },
    { name: 'house-baseline', bot: 'house:baseline' },
  ])
})

test.each(CHALLENGES.map(({ id }) => id))('a bot that speaks JSON is tried in %s', async (id) => {
  const folder = join(wires, 'json-lines/kit/python')
  const trial = await tryBot({
    challenge: findChallenge(id) ?? raise(),
    folder,
    run: 'python3 bot.py',
    wire: 'json',
  })
  expect(must(trial).passed).toBe(true)
})

test('a bot that plays slowly passes when it has played long enough', async () => {
  const text = readFileSync(join(wires, 'longest-group/kit/python/bot.py'), 'utf8')
  const slow = makeBot(
    `import time\nimport builtins\nreal = builtins.print\ndef print(*a, **k):\n    time.sleep(0.2)\n    real(*a, **k)\n${text}`,
  )
  const trial = must(await tryBot({ ...slow, seconds: 2 }))
  expect(trial).toMatchObject({ passed: true, errors: '' })
  expect(trial.verdict).toMatch(/^bot made no mistake in \d+ turns and 2 s$/)
  expect(trial.record.split('\n').length).toBeGreaterThan(1)
})

describe('a bot that does not pass', () => {
  test.each<[string, string, string, RegExp]>([
    [
      'crashes',
      'import sys; print("oh no", file=sys.stderr); sys.exit(3)',
      'crashed',
      /^house-baseline won: bot crashed on turn 1 \(it ended with exit code 3\)$/,
    ],
    ['ends', '', 'silent', /ended without an answer on turn 1/],
    [
      'plays where nothing is',
      'print("99 99", flush=True); input(); input()',
      'illegal',
      /^house-baseline won: bot played "99 99" on turn 1, which is illegal there$/,
    ],
    [
      'talks nonsense',
      'print("hello", flush=True); input(); input()',
      'garbled',
      /^house-baseline won: bot sent something unreadable on turn 1/,
    ],
    [
      'says nothing',
      'import time; time.sleep(100)',
      'timeout',
      /^house-baseline won: bot ran out of time on turn 1 \(3 s a move\)/,
    ],
  ])('because it %s', async (_, text, fault, verdict) => {
    const trial = must(await tryBot(makeBot(text)))
    expect(trial).toMatchObject({ passed: false, fault })
    expect(trial.verdict).toMatch(verdict)
    if (fault === 'crashed') expect(trial.errors).toBe('oh no\n')
  })

  test('because there is nothing to run', async () => {
    const trial = must(await tryBot({ ...makeBot(''), run: './bot' }))
    expect(trial).toMatchObject({ passed: false, fault: 'crashed' })
    expect(trial.verdict).toMatch(/Cannot start "\.\/bot": there is no such program/)
  })

  test('and whose errors are without end', async () => {
    const trial = must(await tryBot(makeBot('import sys; sys.stderr.write("x" * 1000000); sys.exit(1)')))
    expect(trial.passed).toBe(false)
    expect(trial.errors).toMatch(/^x{8000,}\n\[\d+ bytes left out\]\nx{8000,}$/)
    expect(trial.errors.length).toBeLessThanOrEqual(16 * 1024)
  })
})

describe('nothing is found out', () => {
  test('when the host fails: it can be tried again', async () => {
    const trial = await tryBot({ challenge, folder: join(home, 'nosuchfolder'), run: 'python3 bot.py' })
    expect(trial).toMatchObject({ ok: false, problem: { code: 'trial-host' } })
    expect(trial.ok ? '' : trial.problem.message).toMatch(/^Cannot try the bot: not counted: the host failed/)
  })

  test('when it is interrupted', async () => {
    const signal = AbortSignal.abort()
    expect(await tryBot({ ...makeBot('import time; time.sleep(100)'), signal })).toMatchObject({
      ok: false,
      problem: { code: 'trial-stopped', message: 'Cannot try the bot: it was interrupted' },
    })
  })

  test.each<[Partial<TryOptions>, RegExp]>([
    [{ run: '' }, /^Cannot run "": expected a command line/],
    [{ wire: 'telegraph' }, /^Cannot find wire "telegraph"$/],
    [{ wire: 'light-cycle' }, /^Cannot /],
  ])('with %j', async (options, why) => {
    const trial = await tryBot({ ...makeBot(''), ...options })
    expect(trial.ok ? '' : trial.problem.message).toMatch(why)
  })
})

test('a bot cannot write to its folder', async () => {
  const bot = makeBot('open("new", "w")')
  expect(must(await tryBot(bot)).errors).toMatch(/Read-only file system/)
  expect(readdirSync(bot.folder)).toEqual(['bot.py'])
})

function raise(): never {
  throw new Error('there is no such challenge')
}

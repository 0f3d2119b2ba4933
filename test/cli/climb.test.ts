import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ClimbHead, ClimbRound } from '../../src/climb/climb-ledger.ts'
import { removeFolder } from '../../src/runner/sandbox/remove-folder.ts'
import { command, gamegrid, type Ran } from './run.ts'

/** The kit decides by the longest way; this line decides by chance alone, which is weaker than the first rung above it. */
const IDEA = /return max\(QUARTERS, .*\)/
const SLIP = 'return chance.choice(list(QUARTERS))'

/** Does nothing on its first call and waits; then breaks the bot; then mends both the break and the idea. */
const AGENT = `
import os, sys, time
feedback = sys.stdin.read()
text = open('bot.py').read()
if not os.path.exists('../called'):
    open('../called', 'w').write(feedback)
    time.sleep(600)
elif 'def broken(' not in text:
    open('bot.py', 'w').write(text + '\\ndef broken(:\\n')
else:
    assert 'SyntaxError' in feedback, feedback
    text = text.replace('\\ndef broken(:\\n', '')
    text = text.replace(${JSON.stringify(SLIP)}, open('../idea').read())
    open('bot.py', 'w').write(text)
    open(os.environ['GAMEGRID_TOKENS'], 'w').write('4321')
`

test('a scripted agent takes a bot up two rungs, through an interruption and a version that cannot be built', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-climb-'))
  // The versions of a climb are read-only folders.
  onTestFinished(() => removeFolder(folder))
  const bot = join(folder, 'mine')
  expect(await gamegrid(['new-bot', 'light-cycle', 'python', bot])).toMatchObject({ code: 0 })
  const kit = readFileSync(join(bot, 'bot.py'), 'utf8')
  const [idea = ''] = IDEA.exec(kit) ?? []
  writeFileSync(join(folder, 'idea'), idea)
  writeFileSync(join(bot, 'bot.py'), kit.replace(idea, SLIP))
  writeFileSync(join(folder, 'agent.py'), AGENT)
  const rung = ['--to', 'house:baseline', '--nodes', '100', '--sprt', 'elo0=0', 'elo1=400']
  const chance = ['--seed', '7', '--clock', '5m', '--rounds', '5']
  const args = ['climb', bot, '--agent', 'python3 ../agent.py', ...rung, ...chance]

  const first = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  first.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => existsSync(join(folder, 'called')), { timeout: 300_000 }).toBe(true)
  first.kill('SIGINT')
  expect(await once(first, 'exit')).toEqual([1, null])
  expect(said).toContain('✗ house:random')
  expect(said).toContain('it was interrupted: the same command goes on with it')
  // The power failed while a line was written.
  appendFileSync(join(folder, 'mine.climb/climb.jsonl'), '{"round":1,"vers')

  const second = await gamegrid(args)
  expect(second).toMatchObject({ code: 0 })
  expect(second.out).toContain(
    'Going on after round 0. The bot passed no rung yet: the first is house:random',
  )
  expect(second.out).toContain('It could not be built')
  expect(second.out).toContain('The climb ended: it is at the top. The bot stands at the top')

  const [head, ...rounds] = readFileSync(join(folder, 'mine.climb/climb.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown) as [ClimbHead, ...ClimbRound[]]
  expect(head).toEqual({ climb: 1, challenge: 'light-cycle', rungs: ['random', 'baseline'], seed: 7 })
  expect(rounds.map(({ reached, rung }) => [reached, rung])).toEqual([
    ['games', 0],
    ['build', 0],
    ['games', 2],
  ])
  expect(rounds[2]?.agent).toMatchObject({ end: 'ended with code 0', tokens: 4321 })
  expect(rounds[2]?.games.map(({ rung, passed }) => [rung, passed])).toEqual([
    ['random', true],
    ['baseline', true],
  ])
  const report = readFileSync(join(folder, 'mine.climb/report.md'), 'utf8')
  expect(report).toContain('counted 4321 tokens')
  expect(report).toContain('| games | random, baseline | the top |')
  const lost = readdirSync(join(folder, 'mine.climb/round-0')).filter((name) => name.startsWith('lost-'))
  expect(lost.length).toBeGreaterThan(0)
  const game = readFileSync(join(folder, 'mine.climb/round-0', lost[0] ?? ''), 'utf8')
  expect(game).toMatch(/^Round 1: .*random/)
  expect(game).toContain('Moves:\n1. ')
  expect(game).toContain('After turn ')
  expect(readFileSync(join(folder, 'called'), 'utf8')).toContain('.climb/lost-1.txt')
}, 600_000)

test.each([
  [['climb', 'nowhere', '--agent', 'true'], 'Cannot climb with "nowhere": expected the folder of a bot'],
  [['climb', '.', '--agent', 'true'], 'Cannot tell what the bot plays'],
  [
    ['climb', '.', '--agent', 'true', '--challenge', 'light-cycle', '--to', 'house:strongest'],
    'Cannot find rung "house:strongest": expected one of house:first, house:random',
  ],
])('%j is refused in one sentence', async (args, sentence) => {
  const { code, err } = await gamegrid(args, { cwd: import.meta.dirname })
  expect(code).toBe(2)
  expect(err).toContain(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
})

const HEAD = '{"climb":1,"challenge":"light-cycle","rungs":["first","random"],"seed":1}'
const round = (change: object): string =>
  JSON.stringify({ round: 0, version: 'abc', reached: 'build', games: [], rung: 0, ...change })

function climbIn(folder: string): Promise<Ran> {
  const to = ['--from', 'house:first', '--to', 'house:random']
  return gamegrid(['climb', folder, '--agent', 'true', '--challenge', 'light-cycle', '--out', folder, ...to])
}

test.each([
  ['of another version', '{"climb":9}\n{"other":true}'],
  ['that is no climb', 'my notes'],
  ['with a rung below the first', `${HEAD}\n${round({ rung: -5 })}\n`],
  ['with a rung above the top', `${HEAD}\n${round({ rung: 3 })}\n`],
  ['with games of another shape', `${HEAD}\n${round({ games: [null] })}\n`],
  ['with a version that is no text', `${HEAD}\n${round({ version: 7 })}\n`],
  ['with a first round that was not judged', `${HEAD}\n${round({ reached: 'unchanged' })}\n`],
])('a file climb.jsonl %s is refused and stays as it is', async (_, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-climb-'))
  onTestFinished(() => removeFolder(folder))
  const file = join(folder, 'climb.jsonl')
  writeFileSync(file, text)
  const { code, err } = await climbIn(folder)
  expect([code, err]).toEqual([2, `gamegrid: Cannot resume the climb: ${file} is damaged\n`])
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a climb whose feedback was removed, or whose ledger is a folder, is refused in one sentence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-climb-'))
  onTestFinished(() => removeFolder(folder))
  const file = join(folder, 'climb.jsonl')
  writeFileSync(file, `${HEAD}\n${round({})}\n`)
  const missing = join(folder, 'round-0/feedback.md')
  expect(await climbIn(folder)).toMatchObject({
    code: 2,
    err: `gamegrid: Cannot resume the climb: ${missing} is missing\n`,
  })
  rmSync(file)
  mkdirSync(file)
  expect(await climbIn(folder)).toMatchObject({
    code: 2,
    err: `gamegrid: Cannot read ${file}: it is a folder\n`,
  })
})

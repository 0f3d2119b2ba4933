import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gamegrid, root } from './run.ts'

/** A house brain as a program that any host can start. */
const program = (challenge: string, brain: string, ...more: readonly string[]): string =>
  ['node', join(root, 'bin/gamegrid'), 'brain', challenge, brain, ...more].join(' ')

test.each([
  ['quoridor', 'house:walker', 'house:first', []],
  ['tic-tac-toe', 'house:perfect', 'house:first', []],
  ['light-cycle', 'house:voronoi', 'house:first', []],
  ['longest-group', 'house:greedy', 'house:first', []],
  ['light-cycle', 'house:wanderer', 'house:first', ['--wire', 'json']],
])('a house brain of %s, %s, plays as a program, and wins', async (challenge, brain, opponent, more) => {
  const bot = `me=${program(challenge, brain, '--nodes', '50', ...more)}`
  const { out, err } = await gamegrid([
    'play',
    challenge,
    bot,
    opponent,
    '--clock',
    '30s',
    '--seed',
    '3',
    ...more,
  ])
  expect(out, err).toMatch(/^me won by /m)
})

test('what it thinks of its moves reaches the record', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-brain-'))
  const record = join(folder, 'match.jsonl')
  const bot = `me=${program('tic-tac-toe', 'house:perfect')}`
  await gamegrid(['play', 'tic-tac-toe', bot, 'house:first', '--record', record])
  expect(readFileSync(record, 'utf8')).toMatch(/"seat":0,"text":"\w+","remark":\{"text":"[^"]+","score":/)
  rmSync(folder, { recursive: true })
})

test.each([
  [['quoridor', 'house:nobody'], /house brain "nobody"/],
  [['quoridor', 'python3 bot.py'], /Cannot use "python3 bot.py" as a brain: expected house:NAME/],
  [['chess', 'house:random'], /challenge "chess"/],
  [['quoridor', 'house:walker', '--wire', 'tcp'], /wire "tcp"/],
])('%j is refused in a sentence', async (args, sentence) => {
  const { code, out, err } = await gamegrid(['brain', ...args])
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(sentence)
})

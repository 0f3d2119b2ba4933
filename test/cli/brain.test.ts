import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { findChallenge } from '../../src/challenges/index.ts'
import { makeSpec } from '../../src/match/match.ts'
import { findDialect } from '../../src/wires/dialects.ts'
import { playMatch } from '../../src/runner/play-match.ts'
import { programContestant } from '../../src/runner/program-contestant.ts'
import { threadContestant } from '../../src/runner/thread-contestant.ts'
import { command, gamegrid, root } from './run.ts'

/** Long enough for a busy machine: no player is late. */
const AMPLE = { clock: { kind: 'per-move', ms: 60_000 }, startUpMs: 100_000 } as const

test.each([
  ['quoridor', 'house:walker', 'json'],
  ['tic-tac-toe', 'house:perfect', 'json'],
  ['light-cycle', 'house:voronoi', 'light-cycle'],
  ['longest-group', 'house:greedy', 'longest-group'],
  ['light-cycle', 'house:wanderer', 'json'],
])('a house brain of %s, %s, plays as a program on the %s wire, and wins', async (id, brain, wire) => {
  const [challenge, dialect] = [findChallenge(id), findDialect(wire)]
  if (!challenge || !dialect) throw new Error(`There is no ${id} on ${wire}`)
  const { game, preset, rules } = challenge
  // Each uses the challenge's own wire by default.
  const more = id === 'light-cycle' && wire === 'json' ? ['--wire', 'json'] : []
  const me = programContestant({
    name: 'me',
    bot: brain,
    dialect,
    process: { argv: [process.execPath, command, 'brain', id, brain, '--nodes', '50', ...more], cwd: root },
  })
  const first = threadContestant({ name: 'first', bot: 'first', source: { kind: 'house', name: 'first' } })
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, { ...rules, ...AMPLE }, 3))
  const remarks: unknown[] = []
  const match = await playMatch({
    challenge: id,
    spec,
    contestants: [me, first],
    onEvent: (event) => 'remark' in event && remarks.push(event.remark),
  })
  expect(match.ended.map(({ end }) => end.kind)).toEqual(match.ended.map(() => 'played'))
  expect(match.result?.winner).toBe(0)
  if (brain !== 'house:wanderer')
    expect(remarks).toContainEqual(expect.objectContaining({ score: expect.anything() }))
})

test('what it thinks of its moves reaches the record', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-brain-'))
  const record = join(folder, 'match.jsonl')
  const bot = `me=node ${command} brain tic-tac-toe house:perfect`
  await gamegrid(['play', 'tic-tac-toe', bot, 'house:first', '--clock', '60s', '--record', record])
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

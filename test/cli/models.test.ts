import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { findGame } from '../../src/games/index.ts'
import { readRecord } from '../../src/match/read-record.ts'
import type { ExportedRow } from '../../src/cli/export.ts'
import type { ModelMeasure } from '../../src/tournament-runner/measure-models.ts'
import { playLegal, serveModels, type ModelServer } from '../models/model-server.fixture.ts'
import { gamegridHere } from './here.ts'
import { gamegrid, type Ran } from './run.ts'

const KEY = 'sk-secret-of-the-command-line'
const home = mkdtempSync(join(tmpdir(), 'gamegrid-cli-models-'))
let server: ModelServer
beforeAll(async () => {
  server = await serveModels((heard) => ({
    ...playLegal(heard),
    usage: { prompt_tokens: 900, completion_tokens: 100, cost: 0.01 },
  }))
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(home, { recursive: true })
})

const where = () => ({ cwd: home, env: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: KEY } })
const run = (...args: string[]): Promise<Ran> => gamegridHere(args, where())
/** The same, with the command as a process of its own. */
const runApart = (...args: string[]): Promise<Ran> => gamegrid(args, where())

/** Everything that was written below a folder. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

test('play: a model against the house, with a record and the calls beside it, and no key anywhere', async () => {
  const record = join(home, 'match.jsonl')
  const ran = await runApart(
    'play',
    'tic-tac-toe',
    'llm:acme/brain-1',
    'house:first',
    '--prompt',
    'with-legal-moves',
    '--record',
    record,
    '--json',
  )
  expect(ran).toMatchObject({ code: 0 })
  expect(ran.out).toContain('brain-1-with-legal-moves against first (600 s a move')
  expect(ran.err).toMatch(/The models used \$0\.0\d and \d,000 tokens/)
  expect(must(readRecord(readFileSync(record, 'utf8'), findGame)).header.players[0]).toEqual({
    name: 'brain-1-with-legal-moves',
    bot: 'llm:acme/brain-1,prompt=with-legal-moves',
  })
  expect(readFileSync(record, 'utf8')).toContain(
    '"model":{"calls":1,"tokensIn":900,"tokensOut":100,"usd":0.01',
  )
  const calls = join(home, 'match.calls.jsonl')
  expect(readFileSync(calls, 'utf8')).toContain('Legal moves')
  expect(statSync(calls).mode & 0o077).toBe(0)
  for (const text of [ran.out, ran.err, ...filesIn(home).map((path) => readFileSync(path, 'utf8'))])
    expect(text).not.toContain(KEY)
})

test('a tournament stops at its budget, keeps what was played, and goes on with a larger one', async () => {
  const data = join(home, 'data')
  const bots = ['llm:a,prompt=with-legal-moves', 'twin=llm:a,prompt=with-legal-moves', 'house:first']
  const flags = ['--games', '2', '--seed', '3', '--data', data]
  const stopped = await runApart('tournament', 'tic-tac-toe', ...bots, ...flags, '--budget', '0.12usd')
  expect(stopped.code).toBe(1)
  expect(stopped.err).toMatch(
    /The budget of 0\.12 usd is used up: \$0\.1\d .* after \d of 6 matches: gamegrid tournament --resume --data .* goes on/,
  )
  const played = readdirSync(join(data, 'records')).length
  expect(played).toBeGreaterThan(0)
  expect(played).toBeLessThan(6)

  // What was used before counts: the same budget allows no call.
  const before = server.heard.length
  expect(await run('tournament', '--resume', '--data', data, '--budget', '0.12usd')).toMatchObject({
    code: 1,
  })
  expect(server.heard).toHaveLength(before)

  const done = await run(
    'tournament',
    '--resume',
    '--data',
    data,
    '--budget',
    '9usd',
    '--report',
    'html,json',
    '--json',
  )
  expect(done.code, done.err).toBe(0)
  expect(readdirSync(join(data, 'records'))).toHaveLength(6)
  expect(readdirSync(join(data, 'calls')).length).toBe(6)
  // The report tells what the model cost and how well it moved.
  const report = readFileSync(join(data, 'report.html'), 'utf8')
  expect(report).toContain('<h2>Language models</h2>')
  for (const part of ['Rating over the cost of a match', 'Tokens of an answer over the turns of a round'])
    expect(report).toContain(part)
  const { models: measured } = JSON.parse(readFileSync(join(data, 'report.json'), 'utf8')) as {
    readonly models: Readonly<Record<string, ModelMeasure>>
  }
  expect(Object.keys(measured).sort()).toEqual(['a-with-legal-moves', 'twin'])
  for (const one of Object.values(measured)) {
    expect(one).toMatchObject({ matches: 4, retries: 0, calls: one.moves, tokensIn: 900 * one.moves })
    expect(one.usd).toBeCloseTo(0.01 * one.moves)
    expect(one.judged?.brain).toBe('perfect')
    expect(one.judged?.moves).toBe(one.moves)
    expect(one.tokensByTurn.filter((tokens) => tokens !== undefined)).toContain(100)
  }
  for (const path of filesIn(data)) expect(readFileSync(path, 'utf8')).not.toContain(KEY)

  // All turns as a table: another reader finds in the Parquet file what the JSON lines have.
  const [lines, table] = [join(home, 'turns.jsonl'), join(home, 'turns.parquet')]
  expect(await run('export', data, '--out', lines, '--evaluate', '500')).toMatchObject({ code: 0, err: '' })
  const exported = await run('export', data, '--out', table, '--evaluate', '500')
  const rows = readFileSync(lines, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportedRow)
  expect(exported.out).toBe(`Written: ${table}, ${rows.length} turns of 6 records\n`)
  const read = await parquetReadObjects({ file: await asyncBufferFromFile(table) })
  expect(read).toEqual(
    rows.map((row) => ({ ...row, legal: row.legal.join(' '), failures: row.failures.join(' ') })),
  )
  const models = rows.filter(({ bot }) => bot?.startsWith('llm:'))
  expect(models.length).toBeGreaterThan(10)
  for (const row of models)
    expect(row).toMatchObject({ played: true, tokensIn: 900, tokensOut: 100, usd: 0.01 })
  for (const { legal, move, hash, best, value, loss } of rows) {
    expect(legal).toContain(move)
    expect(legal).toContain(best)
    expect([-1, 0, 1]).toContain(value)
    expect(loss).toBeGreaterThanOrEqual(0)
    expect(hash).toMatch(/^[0-9a-f]{32}$/)
  }
})

test('--clock 1500tokens: the second call is too much, and the record proves it', async () => {
  const record = join(home, 'tokens.jsonl')
  const flags = ['--prompt', 'with-legal-moves', '--record', record]
  const ran = await run('play', 'tic-tac-toe', 'llm:a', 'house:first', '--clock', '1500tokens', ...flags)
  expect(ran.out).toContain('600 s a move and 1500 tokens a round')
  expect(ran.out).toContain('ran out of tokens on turn 3')
  expect(must(readRecord(readFileSync(record, 'utf8'), findGame)).header.spec.rules.clock).toEqual({
    kind: 'per-move',
    ms: 600_000,
    allowance: { amount: 1500, unit: 'tokens' },
  })
  const refused = await run('play', 'tic-tac-toe', 'llm:a', 'house:first', '--clock', '5m,0.05usd')
  expect(refused.err).toContain('Cannot call "llm:a": the clock is in dollars, so add the price')
})

test('the text of a file is told in place of the rules', async () => {
  writeFileSync(join(home, 'own.md'), 'Play to win.\n\n{{rules}}\n')
  // The stand-in finds no list of moves, so it loses.
  const ran = await run('play', 'tic-tac-toe', 'llm:a,prompt=own.md', 'house:first')
  expect(ran.out).toContain('a-own against first')
  expect(server.heard.at(-1)?.system).toMatch(/^Play to win\.\n\n# Tic-tac-toe\n/)
})

test('a prompt from a file that was changed between two runs of a tournament is refused', async () => {
  const data = join(home, 'own')
  const prompt = join(home, 'steady.md')
  writeFileSync(prompt, 'Play to win.\n')
  const begun = ['tournament', 'tic-tac-toe', 'llm:a,prompt=steady.md', 'house:first', '--data', data]
  // One call is all that the budget allows.
  expect((await run(...begun, '--budget', '1ktokens')).err).toContain('is used up')
  const resume = ['tournament', '--resume', '--data', data, '--budget', '1ktokens']
  expect((await run(...resume)).err).toContain('is used up')
  writeFileSync(prompt, 'Play to lose.\n')
  expect(await run(...resume)).toMatchObject({
    code: 2,
    err: 'gamegrid: Cannot resume: the prompt "steady.md" was changed since the tournament began, so put its text back or begin a new tournament\n',
  })
})

test.each([
  [
    'a call file that is a folder',
    'folder',
    'calls/1.jsonl/',
    'Cannot count the calls in folder/calls/1.jsonl: it is a folder',
  ],
  [
    'a file in the place of the calls',
    'file',
    'calls',
    'Cannot write the calls to "file/calls": it is not a folder',
  ],
  [
    'hashes of prompts that are a folder',
    'hashes',
    'calls/prompts.json/',
    'Cannot read hashes/calls/prompts.json: it is a folder',
  ],
])('%s is refused in one sentence before a call is made', async (_, data, path, sentence) => {
  const place = join(home, data, path)
  mkdirSync(path.endsWith('/') ? place : join(home, data), { recursive: true })
  if (!path.endsWith('/')) writeFileSync(place, '')
  const before = server.heard.length
  const ran = await run('tournament', 'tic-tac-toe', 'llm:a', 'house:first', '--data', data)
  expect(ran.err.replaceAll(`${home}/`, '')).toBe(`gamegrid: ${sentence}\n`)
  expect([ran.code, server.heard.length]).toEqual([2, before])
})

test('what is wrong is said before anything is played', async () => {
  const cases = [
    [['llm:a,prompt=shout'], 'full'],
    [['llm:a,prompt=none.md'], 'there is no such file'],
    [['llm:anthropic:a'], 'Cannot call "a": set ANTHROPIC_API_KEY'],
    [['llm:a', '--budget', 'much'], 'Cannot read budget "much"'],
  ] as const
  for (const [words, why] of cases) {
    const [bot, ...flags] = words
    const ran = await run('play', 'tic-tac-toe', bot, 'house:first', ...flags)
    expect(ran.code).toBe(2)
    expect(ran.err).toContain(why)
  }
  const compared = await run('compare', 'tic-tac-toe', 'llm:a', 'house:first')
  expect(compared).toMatchObject({ code: 2 })
  expect(compared.err).toContain('Cannot use "llm:a" here: only play and tournament')
})

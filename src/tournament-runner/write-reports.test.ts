import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordOf, USE } from './model-record.fixture.ts'
import { addTime, NO_TIMES } from './move-times.ts'
import { jsonReport, reportsIn, writeReports } from './write-reports.ts'
import { playedTournament, tournamentOf } from './tournament.fixture.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gamegrid-reports-'))
  mkdirSync(join(folder, 'records'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const { result, entries } = playedTournament(tournamentOf(['ann', 'bob', 'cid']))
const PLAYER = { script: 'run()', style: '' }

test('each format has its files, and their paths are told', async () => {
  const written = await writeReports(folder, ['md', 'csv', 'json'], result, entries)
  const names = [
    'report.md',
    'standings.csv',
    'ratings.csv',
    'crosstable.csv',
    'superiority.csv',
    'statistics.csv',
  ]
  expect(written).toEqual([...names, 'matches.csv', 'report.json'].map((name) => join(folder, name)))
  expect(reportsIn(folder)).toEqual(['csv', 'json', 'md'])
  expect(readFileSync(join(folder, 'report.md'), 'utf8')).toMatch(/^# Light Cycle\n/)
  expect(readFileSync(join(folder, 'standings.csv'), 'utf8')).toMatch(/^#,entrant,points/)
})

test('the page has boards of the records that are in the folder, if there is a player for them', async () => {
  const [game] = result.games
  writeFileSync(join(folder, 'records', `${game?.key}.jsonl`), 'the record')
  await writeReports(folder, ['html'], result, entries, PLAYER)
  const page = readFileSync(join(folder, 'report.html'), 'utf8')
  expect(page).toContain(`{"${game?.key}":"the record"}`)
  expect(page).toContain(`${result.games.length - 1} were left out`)
  await writeReports(folder, ['html'], result, entries)
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).not.toContain('the record')
})

test('the JSON report has the result, and the times of each entrant in tenths of a millisecond', () => {
  const times = [1, 2, 3, 400].reduce(addTime, NO_TIMES)
  const moveTimes = new Map([
    ['ann', times],
    ['bob', NO_TIMES],
  ])
  const text = jsonReport(result, { moveTimes, memory: new Map([['bob', 7]]) })
  expect(text).toMatch(/^\{\n {2}"title": "Light Cycle",[^]*\}\n$/)
  const { moveTimes: shown, memory, ...rest } = JSON.parse(text) as Record<string, unknown>
  expect(rest).toEqual(JSON.parse(JSON.stringify(result)))
  expect(shown).toEqual([
    {
      name: 'ann',
      moves: 4,
      meanMs: 101.5,
      percentiles: { 50: 2, 90: 400, 95: 400, 99: 400 },
      longestMs: 400,
    },
    {
      name: 'bob',
      moves: 0,
      meanMs: null,
      percentiles: { 50: null, 90: null, 95: null, 99: null },
      longestMs: 0,
    },
  ])
  expect(memory).toEqual([
    { name: 'ann', peakBytes: null },
    { name: 'bob', peakBytes: 7 },
  ])
})

test('the language models of a tournament are measured in the records of their matches', async () => {
  const entrants = result.entrants.map((one) => (one.name === 'ann' ? { ...one, bot: 'llm:a' } : one))
  const keyOf = (name: string): string =>
    result.games.find(({ players }) => players.includes(name))?.key ?? ''
  writeFileSync(join(folder, 'records', `${keyOf('ann')}.jsonl`), recordOf([USE, USE, USE]))
  const json = async (of: typeof result): Promise<Record<string, unknown>> => {
    await writeReports(folder, ['json', 'html', 'md'], of, entries)
    return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Record<string, unknown>
  }
  expect(await json(result)).not.toHaveProperty('models')
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).not.toContain('Language models')
  expect(await json({ ...result, entrants })).toMatchObject({ models: { ann: { matches: 1, calls: 3 } } })
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('<h2>Language models</h2>')
  expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('## Language models')
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { ticTacToe } from '../../src/challenges/tic-tac-toe.ts'
import { makeSpec, type MatchEvent, type Spent } from '../../src/match/match.ts'
import { writeRecord, type RecordHeader } from '../../src/match/record.ts'
import { gamegridHere } from './here.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-export-'))
})
afterAll(() => rmSync(home, { recursive: true }))

describe('export', () => {
  const table = (): string => join(home, 'turns.parquet')

  test('names a folder among the records', async () => {
    const folder = join(home, 'records-with-a-folder')
    mkdirSync(join(folder, 'a.jsonl'), { recursive: true })
    expect(await gamegridHere(['export', folder, '--out', table()])).toMatchObject({
      code: 2,
      err: `gamegrid: Cannot read record "${join(folder, 'a.jsonl')}": it is a folder\n`,
    })
  })

  test('refuses a record with a use of a language model that is no number', async () => {
    const file = join(home, 'used.jsonl')
    const model = { calls: 1, tokensIn: 'many', tokensOut: 1 }
    writeFileSync(file, recordWith({ wall: 1, model } as unknown as Spent))
    const { code, err } = await gamegridHere(['export', file, '--out', table()])
    expect([code, err]).toEqual([
      1,
      `gamegrid: Cannot follow the record at line 4: what it says is not what follows from the lines before it (${file})\n`,
    ])
  })
})

/** The record of a match with its times. Every move spent the same. */
function recordWith(spent: Spent): string {
  const spec = must(makeSpec(ticTacToe.game, {}, { ...ticTacToe.rules, clock: { kind: 'none' } }, 1))
  const header: RecordHeader = {
    challenge: ticTacToe.id,
    spec,
    players: [{ name: 'ann' }, { name: 'bob' }],
    times: true,
  }
  const moves = ['NW', 'N', 'W', 'C', 'SW'].map((text, index): MatchEvent => ({
    kind: 'answered',
    seat: index % 2 === 0 ? 0 : 1,
    text,
    at: index + 2,
    spent,
  }))
  return writeRecord(header, [{ kind: 'ready', seat: 0, at: 0 }, { kind: 'ready', seat: 1, at: 1 }, ...moves])
}

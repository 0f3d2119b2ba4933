import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gamegrid, root } from './run.ts'

test('analyse says what docs/records.md shows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-analyse-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'match.jsonl')
  const played = await gamegrid([
    'play',
    'tic-tac-toe',
    'house:first',
    'house:random',
    '--seed',
    '3',
    '--record',
    file,
  ])
  expect(played).toMatchObject({ code: 0, err: '' })
  const { out, code } = await gamegrid(['analyse', file])
  expect(code).toBe(0)
  const page = readFileSync(join(root, 'docs/records.md'), 'utf8')
  expect(page).toContain(`\`\`\`text\n${out}\`\`\``)
  const told = JSON.parse((await gamegrid(['analyse', file, '--json'])).out) as {
    readonly brain: string
    readonly players: readonly { readonly name: string; readonly accuracy: number }[]
    readonly rounds: readonly { readonly losingMove: number; readonly moves: readonly unknown[] }[]
  }
  expect(told.brain).toBe('house:perfect')
  expect(told.players.map(({ name, accuracy }) => [name, Math.round(accuracy)])).toEqual([
    ['first', 100],
    ['random', 54],
  ])
  expect(told.rounds.map(({ losingMove, moves }) => [losingMove, moves.length])).toEqual([[4, 5]])
})

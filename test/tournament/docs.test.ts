import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FORMATS } from '../../src/tournament-runner/tournament-spec.ts'
import { TOURNAMENT_KEYS } from '../../src/cli/tournament-file.ts'
import { TIE_BREAKS } from '../../src/tournament/tie-breaks.ts'
import { gamegrid, root } from '../cli/run.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-tournament-docs-'))
afterAll(() => rmSync(home, { recursive: true }))

const page = readFileSync(join(root, 'docs/tournaments.md'), 'utf8')

test('the file of the page is played to its end', async () => {
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? []
  writeFileSync(join(home, 'cup.yaml'), yaml)
  const { code, out, err } = await gamegrid(['tournament', 'cup.yaml', '--json'], { cwd: home })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    title: 'Summer cup',
    seed: 2025,
    isDone: true,
    standings: [{ name: 'voronoi' }, {}, {}, {}],
  })
  expect(readdirSync(join(home, 'cup-data'))).toEqual(
    expect.arrayContaining(['records', 'logs', 'results.jsonl', 'report.html', 'standings.csv']),
  )
})

test('the mistake of the page is found where it says', async () => {
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? []
  writeFileSync(join(home, 'cup.yaml'), yaml.replace('games: 1', 'games: many'))
  const { code, err } = await gamegrid(['tournament', 'cup.yaml'], { cwd: home })
  expect(code).toBe(2)
  expect(page).toContain(err.trimEnd().replace('gamegrid: ', ''))
})

test('the page names every key, every format and all that can be set', () => {
  for (const key of TOURNAMENT_KEYS)
    expect(page, key).toMatch(new RegExp(`^\\| (\`\\w+\`, )*\`${key}\``, 'm'))
  for (const { id, fields } of FORMATS) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${id}\``))
    expect(row, id).toBeDefined()
    if (id !== 'round-robin-knock-out')
      for (const name of Object.keys(fields)) expect(row).toContain(`\`${name}\``)
  }
  for (const { id } of TIE_BREAKS) expect(page).toContain(`\`${id}\``)
})

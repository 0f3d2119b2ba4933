import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { missingExports } from './missing-exports.ts'
import { formatFiles, writeGame } from './new-game.ts'

const root = resolve(import.meta.dirname, '..')

test('a new game of several words passes the contract suite, the type checker and the format check as it is', () => {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-new-game-'))
  try {
    for (const folder of ['src/base', 'src/game', 'tsconfig.json', 'package.json', '.oxfmtrc.json'])
      cpSync(join(root, folder), join(home, folder), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
    writeFileSync(join(home, 'vitest.config.ts'), 'export default {}\n')
    const files = writeGame('four-in-a-row', home)
    expect(files).toContain(join(home, 'src/games/four-in-a-row/index.ts'))
    formatFiles(files, home)
    expect(() => writeGame('four-in-a-row', home)).toThrow(/is there already/)
    const run = (args: readonly string[]): string =>
      execFileSync(process.execPath, args, {
        cwd: home,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
      })
    run([join(root, 'node_modules/typescript/bin/tsc'), '-p', home])
    expect(run([join(root, 'node_modules/oxfmt/bin/oxfmt'), '--check', 'src/games'])).toContain(
      'correct format',
    )
    expect(run([join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'src/games'])).toMatch(
      /Tests\s+\d+ passed/,
    )
    expect(readFileSync(join(home, 'docs/rules/four-in-a-row.md'), 'utf8')).toMatch(/^# Four in a row/)
  } finally {
    rmSync(home, { recursive: true })
  }
})

test('a file without the export that its name promises gets one sentence', () => {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-exports-'))
  try {
    const write = (file: string, text: string): string => {
      writeFileSync(join(home, file), text)
      return file
    }
    const good = write('good.ts', "export type { X } from './x.ts'\nexport { made as goodGame, type Y }\n")
    const other = write('other.ts', 'export const connectFour = {}\nexport function helper() {}\n')
    const none = write('none.ts', 'const fourInARow = {}\n')
    expect(missingExports(home, [{ file: good, names: ['goodGame'] }])).toEqual([])
    expect(
      missingExports(home, [
        { file: other, names: ['fourInARow'] },
        { file: none, names: ['fourInARow'] },
      ]),
    ).toEqual([
      'Cannot list other.ts: expected it to export fourInARow, and it exports connectFour, helper',
      'Cannot list none.ts: expected it to export fourInARow, and it exports nothing',
    ])
  } finally {
    rmSync(home, { recursive: true })
  }
})

test.each(['', 'Chess', '../x', 'a b', 'switch', 'legal-moves'])('%j is no name for a game', (name) => {
  expect(() => writeGame(name, '/nowhere')).toThrow(/^Cannot name a game/)
})

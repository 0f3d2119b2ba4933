import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { writeGame } from './new-game.ts'

const root = resolve(import.meta.dirname, '..')

test('a new game passes the contract suite and the type checker as it is', () => {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-new-game-'))
  try {
    for (const folder of ['src/base', 'src/game', 'tsconfig.json', 'package.json'])
      cpSync(join(root, folder), join(home, folder), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
    writeFileSync(join(home, 'vitest.config.ts'), 'export default {}\n')
    expect(writeGame('four-stones', home)).toContain(join(home, 'src/games/four-stones/index.ts'))
    expect(() => writeGame('four-stones', home)).toThrow(/is there already/)
    const run = (args: readonly string[]): string =>
      execFileSync(process.execPath, args, {
        cwd: home,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
      })
    run([join(root, 'node_modules/typescript/bin/tsc'), '-p', home])
    expect(run([join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'src/games'])).toMatch(
      /Tests\s+\d+ passed/,
    )
    expect(readFileSync(join(home, 'docs/rules/four-stones.md'), 'utf8')).toMatch(/^# Four stones/)
  } finally {
    rmSync(home, { recursive: true })
  }
})

test.each(['', 'Chess', '../x', 'a b'])('%j is no name for a game', (name) => {
  expect(() => writeGame(name, '/nowhere')).toThrow(/^Cannot name a game/)
})

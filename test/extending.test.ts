import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/extending.md'), 'utf8')

test('the contest of docs/extending.md is added and played by its own commands', () => {
  const [, name = '', code = ''] = /`(src\/challenges\/[\w-]+\.ts)`:\n\n```ts\n([^]*?)```/.exec(page) ?? []
  const [, block = ''] = /```sh\n([^]*?)```/.exec(page) ?? []
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-extending-'))
  try {
    for (const part of ['src', 'bin', 'scripts', 'docs', 'package.json', 'tsconfig.json'])
      cpSync(join(root, part), join(home, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
    writeFileSync(join(home, name), code)
    const run = (command: string): string =>
      execFileSync(command, {
        cwd: home,
        encoding: 'utf8',
        shell: true,
        env: { ...process.env, NO_COLOR: '1' },
      })
    const said = block.trim().split('\n').map(run)
    expect(said.at(-1)).toMatch(/wins the match \d–\d/)
    expect(run('npx gamegrid games')).toContain('light-cycle-blitz')
    writeFileSync(
      join(home, 'tsconfig.one.json'),
      JSON.stringify({ extends: './tsconfig.json', include: [], files: [name] }),
    )
    expect(run('node_modules/.bin/tsc -p tsconfig.one.json')).toBe('')
  } finally {
    rmSync(home, { recursive: true })
  }
})

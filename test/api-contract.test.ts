import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './cli/run.ts'

/** Clients and servers of the API, each with a field that it reads or writes. */
const USERS = {
  src: [
    ['src/server/present.ts', 'origin'],
    ['src/wires/turns/server.ts', 'legal'],
    ['src/wires/turns/read-documents.ts', 'legal'],
    ['src/sdk/arena-platform.ts', 'key'],
  ],
  web: [['web/src/api/account.ts', 'key']],
} as const

/** The same contract with other names for these fields. */
const RENAMES = [
  ['matches.ts', '  origin: Type.String()', '  source: Type.String()'],
  ['games.ts', '  legal: List(', '  moves: List('],
  ['people.ts', 'Type.Object({ key: Type.String() })]', 'Type.Object({ secret: Type.String() })]'],
] as const

test.each(['src', 'web'] as const)(
  'a field of the API that gets another name breaks the build of all that use it in %s',
  async (project) => {
    const folder = mkdtempSync(join(tmpdir(), 'gamegrid-api-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const name of ['src', 'web/src', 'web/tsconfig.json', 'tsconfig.json', 'package.json'])
      cpSync(join(root, name), join(folder, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const [file, from, to] of RENAMES) {
      const path = join(folder, 'src/api', file)
      const text = readFileSync(path, 'utf8')
      expect(text).toContain(from)
      writeFileSync(path, text.replace(from, to))
    }
    const base = project === 'web' ? './web/tsconfig.json' : './tsconfig.json'
    const files = USERS[project].map(([file]) => file)
    writeFileSync(join(folder, 'users.json'), JSON.stringify({ extends: base, include: [], files }))
    const errors = await typeErrors(folder)
    for (const [file, field] of USERS[project])
      expect(errors.filter((line) => line.startsWith(`${file}(`) && line.includes(`'${field}'`))).not.toEqual(
        [],
      )
  },
)

const typeErrors = (folder: string): Promise<readonly string[]> =>
  new Promise((resolve) => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const args = [tsc, '-p', 'users.json', '--pretty', 'false', '--checkers', '1']
    // An error begins a line; the lines that explain it are indented.
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) =>
      resolve(stdout.replaceAll(/\n\s+/g, ' ').split('\n')),
    )
  })

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../cli/run.ts'
import { openTestArena } from '../server/arena.fixture.ts'

const run = promisify(execFile)
const program = (name: string): string => join(root, 'node_modules/.bin', name)

test('a client that is generated from the description of the API has the right types and plays a whole match, as docs/reference/api.md shows it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-typed-client-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await using arena = await openTestArena()

  const page = readFileSync(join(root, 'docs/reference/api.md'), 'utf8')
  const [, options = ''] = /npx oazapfts (.*)http:\/\/ARENA\/openapi\.json arena-api\.ts/.exec(page) ?? []
  const [, code = ''] = /^```ts\n([^]*?)^```$/m.exec(page) ?? []
  expect(code).toContain('sendMove')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'play.ts'), code)
  writeFileSync(
    join(folder, 'wrong.ts'),
    "import { askForGame } from './arena-api.ts'\nvoid askForGame({ opponnent: 'house:first' })\n",
  )

  await run(program('oazapfts'), [
    ...options.split(' ').filter(Boolean),
    `${arena.url}/openapi.json`,
    join(folder, 'arena-api.ts'),
  ])

  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'esnext',
        module: 'nodenext',
        allowImportingTsExtensions: true,
        types: ['node'],
      },
      include: ['*.ts'],
    }),
  )
  const checked = await run(program('tsc'), ['-p', folder]).catch((error: { stdout: string }) => error)
  const errors = checked.stdout.split('\n').filter((line) => line.includes('error TS'))
  expect(errors).toEqual([expect.stringMatching(/wrong\.ts.*opponnent/)])

  const played = await run(process.execPath, [join(folder, 'play.ts')], {
    env: { ...process.env, ARENA: arena.url },
  })
  expect(played.stdout).toMatch(/^Match 1: Typed Team won by three in a row\n$/)
})

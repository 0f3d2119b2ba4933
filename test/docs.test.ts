import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { TRANSCRIPTS } from '../src/wires/torus-tcp/transcript.fixture.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const sdk = join(root, 'src/sdk/index.ts')
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PAGES = ['docs/brains/api.md']

interface Example {
  readonly title: string
  readonly code: string
  readonly isRun: boolean
}

const examples = PAGES.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```ts( no-run)?\n([^]*?)^```$/gm)].map(
    ([, mark, code = ''], index): Example => ({
      title: `${page}, example ${index + 1}`,
      code,
      isRun: mark === undefined,
    }),
  ),
)

/** The examples import the published package; here they get its sources. */
const fromSources = (code: string): string =>
  code.replaceAll("'gamegrid/sdk'", `'${pathToFileURL(sdk).href}'`)

describe('the pages for brain authors', () => {
  test.each(examples.filter(({ isRun }) => isRun))('$title runs', async ({ title, code }) => {
    const file = join(folder, `${title.replaceAll(/\W+/g, '-')}.ts`)
    writeFileSync(file, fromSources(code))
    const { stdout, stderr } = await run(process.execPath, [file])
    expect(stdout).not.toBe('')
    expect(stderr).toBe('')
  })

  test('have examples with the right types', async () => {
    const names = examples.map(({ title, code }) => {
      const file = `${title.replaceAll(/\W+/g, '-')}.check.ts`
      writeFileSync(join(folder, file), code)
      return file
    })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
      compilerOptions: object
    }
    const typeRoots = [join(root, 'node_modules/@types')]
    const config = {
      compilerOptions: { ...compilerOptions, typeRoots, paths: { 'gamegrid/sdk': [sdk] } },
      files: names,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const checked = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(checked.stdout).toBe('')
  })
})

test.each(TRANSCRIPTS)('docs/wire/torus-tron.md shows $file as it is', ({ text }) => {
  expect(readFileSync(join(root, 'docs/wire/torus-tron.md'), 'utf8')).toContain(`\`\`\`text\n${text}\`\`\``)
})

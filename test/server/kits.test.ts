import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { CHALLENGES } from '../../src/challenges/index.ts'
import { findDialect } from '../../src/wires/dialects.ts'
import { kitsFor } from '../../src/wires/kits.ts'
import { guessCommands } from '../../src/workshop/guess-commands.ts'
import { unpackArchive } from '../../src/workshop/unpack-archive.ts'
import { openTestArena, type Answer, type TestArena } from './arena.fixture.ts'

let arena: TestArena
beforeAll(async () => {
  arena = await openTestArena()
})
afterAll(() => arena[Symbol.asyncDispose]())

const kit = (path: string, headers?: Record<string, string>): Promise<Answer> =>
  arena.request(`/api/v1/challenges/${path}`, headers ? { headers } : {})

/** The folder that the workshop makes of a zip. */
async function unpack(bytes: Uint8Array): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-kit-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const folder = mkdtempSync(join(home, 'unpacked-'))
  writeFileSync(join(home, 'kit.zip'), bytes)
  expect(await unpackArchive(join(home, 'kit.zip'), folder)).toMatchObject({ ok: true })
  return folder
}

const ALL = CHALLENGES.flatMap((challenge) =>
  kitsFor(challenge).map((one) => [challenge.id, one.name, one] as const),
)

describe('a kit', () => {
  test.each(ALL)('of %s in %s is a zip that the workshop understands', async (id, name, one) => {
    const { status, headers, bytes } = await kit(`${id}/kits/${name}`)
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${id}-${name}.zip"`,
    ])
    const folder = await unpack(bytes)
    const pages = ['README.md', 'AGENTS.md']
    const files = [one.edit, ...(one.with ?? []), ...pages, ...(one.uploads ? ['gamegrid.json'] : [])]
    expect(readdirSync(folder).sort()).toEqual(files.sort())
    expect(readFileSync(join(folder, one.edit))).toEqual(readFileSync(join(one.folder, one.edit)))
    if (!one.uploads) return
    expect(findDialect(one.wire)).toBeDefined()
    expect(await guessCommands(folder)).toEqual({
      ok: true,
      value: {
        build: one.build.map((argv) => argv.join(' ')),
        run: one.run.join(' '),
        wire: one.wire,
      },
    })
  })

  test('has its files in one folder, and the same bytes every time', async () => {
    const { bytes } = await kit('light-cycle/kits/rust')
    expect(Buffer.from(bytes).includes('light-cycle-rust/bot.rs')).toBe(true)
    expect(bytes).toEqual((await kit('light-cycle/kits/rust')).bytes)
  })

  test.each(ALL)('of %s in %s tells its commands with the address of the arena', async (id, name, one) => {
    const folder = await unpack((await kit(`${id}/kits/${name}`)).bytes)
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    expect(readme).not.toMatch(/npx gamegrid|docs\/|127\.0\.0\.1:8080|gamegrid serve/)
    expect(readme).toContain(`${arena.url}/help/wire/`)
    const agents = readFileSync(join(folder, 'AGENTS.md'), 'utf8')
    expect(agents).not.toMatch(/npx gamegrid|docs\/|127\.0\.0\.1:8080|gamegrid serve/)
    expect(agents).toContain(`${arena.url}/help/rules/`)
    if (one.uploads) {
      const run = one.run.length > 1 ? `"${one.run.join(' ')}"` : one.run.join(' ')
      expect(readme).toContain(`npx ${arena.url}/gamegrid.tgz play ${id} ${run} house:random`)
      expect(readme).toContain(`npx ${arena.url}/gamegrid.tgz upload`)
      expect(agents).toContain(`npx ${arena.url}/gamegrid.tgz check ${id} ${run}`)
      expect(readme).toContain(`${arena.url}/games/${id}/write`)
    }
  })

  test('names its wire where the challenge has another', async () => {
    const folder = await unpack((await kit('light-cycle/kits/python-json-lines')).bytes)
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('house:random --wire json --watch')
  })

  test('has its source for an editor', async () => {
    const { status, body } = await kit('longest-group/kits/csharp/source')
    const source = kitsFor(CHALLENGES.find(({ id }) => id === 'longest-group')!).find(
      ({ name }) => name === 'csharp',
    )!
    expect([status, body]).toEqual([
      200,
      { file: 'Bot.cs', text: readFileSync(join(source.folder, 'Bot.cs'), 'utf8') },
    ])
  })

  test.each(['kits/cobol', 'kits/cobol/source', 'kits/..%2f..%2fjson-lines'])(
    'that is not there (%s) is one sentence that names the others',
    async (path) => {
      const { status, body } = await kit(`boost-tron/${path}`)
      expect([status, body['message']]).toEqual([
        404,
        expect.stringMatching(/^There is no kit ".*" for boost-tron: there are python, typescript$/),
      ])
    },
  )

  test('of no challenge is not there', async () => {
    expect((await kit('chess/kits/python')).status).toBe(404)
  })
})

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './cli/run.ts'
import { openTestArena } from './server/arena.fixture.ts'

const run = promisify(execFile)

/** The blocks of the page in their order: commands, and what one should see after them. */
const blocks = [
  ...readFileSync(join(root, 'docs/reference/curl.md'), 'utf8').matchAll(/^```(sh|json)\n([^]*?)\n```$/gm),
].map(([, kind, text = '']) => ({ kind, text }))

/** `…` stands for a part that differs each time. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('.*')}$`,
  )

test('the commands of docs/reference/curl.md play a whole match, and show what the page shows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-curl-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await using arena = await openTestArena()
  const MARK = '=== next ==='
  const script = blocks
    .map(({ kind, text }) =>
      kind === 'json' ? `echo; echo '${MARK}'` : text.replace(/^ARENA=.*$/m, `ARENA=${arena.url}`),
    )
    .join('\n')
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
  const seen = stdout.split(`${MARK}\n`).map((text) => text.trim())
  const shown = blocks.filter(({ kind }) => kind === 'json').map(({ text }) => patternOf(text))
  expect(shown.length).toBeGreaterThan(8)
  for (const [index, pattern] of shown.entries()) expect(seen[index]).toMatch(pattern)
  expect(readFileSync(join(folder, 'match.jsonl'), 'utf8')).toContain('three in a row')
})

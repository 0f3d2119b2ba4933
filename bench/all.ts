import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run bench [NAME …]`: runs all benchmarks, or the named ones, one after the other. */
const wanted = process.argv.slice(2)
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.fixture.ts'))
  .filter((file) => !['all.ts', 'table.ts'].includes(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name))

for (const name of names) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}

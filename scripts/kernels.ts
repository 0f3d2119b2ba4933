import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stampOf } from '../src/brains/longest-group/kernel/stamp.fixture.ts'

/**
 * Compiles the C of house brains to WebAssembly (`npm run kernels`; it needs clang and lld). The bytes are kept in a TypeScript module,
 * so that a brain loads them in threads, in bundles and in browsers without reading a file.
 */
const folder = join(import.meta.dirname, '../src/brains/longest-group/kernel')
const source = join(folder, 'kernel.c')
const built = mkdtempSync(join(tmpdir(), 'gamegrid-kernel-'))
const exported = ['begin', 'playOut', 'lead', 'stones', 'empty', 'filled', 'leads']
try {
  const wasm = join(built, 'kernel.wasm')
  execFileSync('clang', [
    ...'--target=wasm32 -O3 -mbulk-memory -nostdlib -ffreestanding -Wall -Wextra -Werror'.split(' '),
    ...'-Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=16384'.split(' '),
    ...exported.map((name) => `-Wl,--export=${name}`),
    '-o',
    wasm,
    source,
  ])
  const bytes = readFileSync(wasm)
  const lines = bytes.toString('base64').match(/.{1,120}/g) ?? []
  writeFileSync(
    join(folder, 'module.ts'),
    `// Written by scripts/kernels.ts (npm run kernels) from kernel.c: do not edit.

/** The compiled kernel, in base64. */
export const MODULE = \`
${lines.join('\n')}
\`

/** The hash of the source and of these bytes: a test sees that they belong together. */
export const STAMP = '${stampOf(readFileSync(source, 'utf8'), bytes)}'
`,
  )
  console.log(`${bytes.length} bytes`)
} finally {
  rmSync(built, { recursive: true })
}

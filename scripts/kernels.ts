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
const built = mkdtempSync(join(tmpdir(), 'gamegrid-kernel-'))
const functions =
  'begin lead playOut plant searchOnce mostVisited firstChildOf childrenOf cellOf visitsOf valueOf'
const variables = 'rootStones rootTurn stones empty emptyCount filled leads'
try {
  const wasm = join(built, 'kernel.wasm')
  execFileSync('clang', [
    ...'--target=wasm32 -O3 -mbulk-memory -nostdlib -ffreestanding -Wall -Wextra -Werror'.split(' '),
    ...'-Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=16384'.split(' '),
    ...`${functions} ${variables}`.split(' ').map((name) => `-Wl,--export=${name}`),
    '-o',
    wasm,
    join(folder, 'tree.c'),
  ])
  const bytes = readFileSync(wasm)
  const lines = bytes.toString('base64').match(/.{1,120}/g) ?? []
  writeFileSync(
    join(folder, 'module.ts'),
    `// Written by scripts/kernels.ts (npm run kernels) from the C files beside it: do not edit.

/** The compiled kernel, in base64. */
export const MODULE = \`
${lines.join('\n')}
\`

/** The hash of the sources and of these bytes: a test sees that they belong together. */
export const STAMP = '${stampOf(folder, bytes)}'
`,
  )
  console.log(`${bytes.length} bytes`)
} finally {
  rmSync(built, { recursive: true })
}

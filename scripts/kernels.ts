import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stampOf } from '../src/brains/kernel-stamp.fixture.ts'

/**
 * Compiles the C of house brains to WebAssembly (`npm run kernels`; it needs clang and lld). The bytes are kept in a TypeScript module,
 * so that a brain loads them in threads, in bundles and in browsers without reading a file.
 */
const KERNELS = [
  {
    game: 'longest-group',
    source: 'tree.c',
    exported:
      'begin lead playOut plant searchOnce mostVisited firstChildOf childrenOf cellOf visitsOf valueOf ' +
      'rootStones rootTurn stones empty emptyCount filled leads',
    stackBytes: 16_384,
    features: [],
  },
  {
    game: 'tron',
    source: 'kernel.c',
    exported:
      'begin weigh weighOpenness learn quicken layRows load value search stepsOf fill ' +
      'next colour tiles heads facing boosts boosted found line moves plan',
    stackBytes: 262_144,
    // Four rows of the board at a time: every Node from 16 on and every browser since 2023 can do it.
    features: ['-msimd128'],
  },
]

const built = mkdtempSync(join(tmpdir(), 'gamegrid-kernel-'))
try {
  for (const { game, source, exported, stackBytes, features } of KERNELS) {
    const folder = join(import.meta.dirname, `../src/brains/${game}/kernel`)
    const wasm = join(built, `${game}.wasm`)
    execFileSync('clang', [
      ...'--target=wasm32 -O3 -mbulk-memory -nostdlib -ffreestanding -Wall -Wextra -Werror'.split(' '),
      ...features,
      ...`-Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=${stackBytes}`.split(' '),
      ...exported.split(' ').map((name) => `-Wl,--export=${name}`),
      '-o',
      wasm,
      join(folder, source),
    ])
    const bytes = readFileSync(wasm)
    writeFileSync(join(folder, 'module.ts'), moduleOf(bytes, stampOf(folder, bytes)))
    console.log(`${game}: ${bytes.length} bytes`)
  }
} finally {
  rmSync(built, { recursive: true })
}

function moduleOf(bytes: Buffer, stamp: string): string {
  const lines = bytes.toString('base64').match(/.{1,120}/g) ?? []
  return `// Written by scripts/kernels.ts (npm run kernels) from the C files beside it: do not edit.

/** The compiled kernel, in base64. */
export const MODULE = \`
${lines.join('\n')}
\`

/** The hash of the sources and of these bytes: a test sees that they belong together. */
export const STAMP = '${stamp}'
`
}

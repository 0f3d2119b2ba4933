import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * `node scripts/package-exports.ts dist|src` sets the target of `exports` in package.json. A checkout exports its sources, which
 * Node runs without a build. Node runs no TypeScript below node_modules, so the published package exports the build.
 */
const SDK = {
  src: { types: './src/sdk/index.ts', default: './src/sdk/index.ts' },
  dist: { types: './dist/sdk/index.d.ts', default: './dist/sdk/index.js' },
}

const target = process.argv[2]
if (target !== 'dist' && target !== 'src') throw new Error('Cannot set the exports: expected dist or src')
const file = resolve(import.meta.dirname, '../package.json')
const manifest = JSON.parse(readFileSync(file, 'utf8')) as { exports: Record<string, unknown> }
for (const entry of ['.', './sdk']) manifest.exports[entry] = SDK[target]
writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`)

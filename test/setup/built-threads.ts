import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vitest/config'
import { BUILT_COMMAND } from '../cli/run.ts'

/** How a source file names the program of a thread or of a process that it starts. */
export const STARTS = /import\.meta\.url\.endsWith\('\.ts'\) \? '(\.\/[\w-]+)\.ts' : '\1\.js'/

/**
 * The servers of the tests start their threads and processes as `npm test` bundled them. To load a thread from its sources takes up to
 * four times the processor time, and the tests start thousands. Without a bundle the sources are loaded.
 */
export function builtThreads(): Plugin {
  const folder = process.env[BUILT_COMMAND]
  return {
    name: 'built-threads',
    enforce: 'pre',
    // Vitest keeps transformed files from one run to the next, but the bundle has another folder then.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ sourceCode }) =>
        STARTS.test(sourceCode) ? (folder ?? 'sources') : undefined,
      )
    },
    transform(code) {
      const started = folder === undefined ? undefined : STARTS.exec(code)?.[1]
      if (folder === undefined || started === undefined) return undefined
      const built = pathToFileURL(join(folder, 'dist/cli', `${basename(started)}.js`)).href
      return code.replace(STARTS, JSON.stringify(built))
    },
  }
}

import { registerHooks, type LoadHookSync } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUILT_COMMAND } from '../cli/run.ts'

/** How a source file names the program of a thread or of a process that it starts. */
export const STARTS = /import\.meta\.url\.endsWith\('\.ts'\) \? '(\.\/[\w-]+)\.ts' : '\1\.js'/

const folder = process.env[BUILT_COMMAND]

/**
 * The servers of the tests start their threads and processes as `npm test` bundled them. To load a thread from its sources takes up to
 * four times the processor time, and the tests start thousands. Without a bundle the sources are loaded.
 */
const startBuilt =
  (bundle: string): LoadHookSync =>
  (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('.ts') || !(loaded.source instanceof Buffer)) return loaded
    const code = loaded.source.toString()
    const started = STARTS.exec(code)?.[1]
    if (started === undefined) return loaded
    const built = pathToFileURL(join(bundle, 'dist/cli', `${basename(started)}.js`)).href
    return { ...loaded, source: code.replace(STARTS, JSON.stringify(built)) }
  }

if (folder !== undefined) registerHooks({ load: startBuilt(folder) })

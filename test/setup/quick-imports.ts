import { registerHooks, type ResolveHookSync } from 'node:module'
import { pathToFileURL } from 'node:url'
import { BUILT_COMMAND, root } from '../cli/run.ts'

const ours = pathToFileURL(root).href

/**
 * Vitest tells its main process of each import, and gives a test file a new name in each run (`?vitest=` and the time), which no cache
 * knows: both serve only who watches. In `npm test` an import from one of our sources to another is an address, without a search or a
 * message, and a test file has its own name. That halves the processor time for loading the server.
 */
const resolve: ResolveHookSync = (specifier, context, nextResolve) =>
  /^\.\.?\/.*\.ts$/.test(specifier) && context.parentURL?.startsWith(ours)
    ? { url: new URL(specifier, context.parentURL).href, shortCircuit: true }
    : nextResolve(specifier.replace(/(?<=\.test\.ts)%3Fvitest=\d+$/, ''), context)

if (process.env[BUILT_COMMAND] !== undefined) registerHooks({ resolve })

import { createRequire } from 'node:module'

/** What this package says about itself. An arena writes its own address into the client that it serves. */
export const { version, arena } = createRequire(import.meta.url)('../../package.json') as {
  readonly version: string
  readonly arena?: string
}

/** What a person types to run this program. */
export const GAMEGRID = arena === undefined ? 'npx gamegrid' : `npx ${arena}/gamegrid.tgz`

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { buildWebFolder } from '../../src/cli/web-folder.ts'
import { BUILT_WEB } from '../cli/run.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page begins in the process of its context: a second one would cost a tenth of a visit.
  '--renderer-process-limit=1',
]

/** The built web application. */
export interface ShippedWeb extends AsyncDisposable {
  readonly folder: string
}

/**
 * A copy of the built application, in a folder that is removed with it, because the checkout may build again while a test runs.
 * `npm test` makes one for all tests and names its folder.
 */
export async function buildWeb(): Promise<ShippedWeb> {
  const built = process.env[BUILT_WEB]
  if (built !== undefined) return { folder: built, [Symbol.asyncDispose]: async () => {} }
  const { folder: source, problem } = await buildWebFolder(console.log)
  if (problem !== undefined) throw new Error(`The web application could not be built: ${problem}`)
  const folder = await mkdtemp(join(tmpdir(), 'gamegrid-web-'))
  await cp(source, folder, { recursive: true })
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Chromium without windows takes a third less processor time than Chromium that hides them. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: FLAGS })

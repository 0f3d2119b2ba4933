import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { BUILT_WEB, root } from '../cli/run.ts'

const VITE = join(root, 'node_modules/vite/bin/vite.js')

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The built web application. */
export interface ShippedWeb extends AsyncDisposable {
  readonly folder: string
}

/** A build of its own, in a folder that is removed with it; `npm test` builds once for all tests and names that folder. */
export async function buildWeb(): Promise<ShippedWeb> {
  const built = process.env[BUILT_WEB]
  if (built !== undefined) return { folder: built, [Symbol.asyncDispose]: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'gamegrid-web-'))
  const build = [VITE, 'build', 'web', '--outDir', folder, '--logLevel', 'error']
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, build, { cwd: root, env })
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Chromium without windows takes a third less processor time than Chromium that hides them. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: FLAGS })

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { whyNotBuilt } from './why-build-failed.ts'

/**
 * The folder of the built web application. In a checkout this builds it if it is missing or older than its sources;
 * the published package contains it.
 */
export async function findWebFolder(print: (line: string) => void, root = ROOT): Promise<string | undefined> {
  const isCheckout = existsSync(join(root, 'web/vite.config.ts'))
  if (!isCheckout) return isBuilt(SHIPPED) ? SHIPPED : undefined
  const { folder, problem } = await buildWebFolder(print, root)
  if (problem !== undefined) print(`The web application could not be built: ${problem}`)
  return isBuilt(folder) ? folder : undefined
}

/** The same folder as it is now, without building anything; undefined where it is not built. */
export const builtWebFolder = (root = ROOT): string | undefined =>
  [join(root, 'dist/web'), SHIPPED].find(isBuilt)

/** In a checkout: builds the web application unless it is as new as its sources. After a problem the folder has the last build, if any. */
export async function buildWebFolder(
  print: (line: string) => void,
  root = ROOT,
): Promise<{ readonly folder: string; readonly problem: string | undefined }> {
  const folder = join(root, 'dist/web')
  const newest = newestSource(root)
  if (isAsNewAs(newest, folder)) return { folder, problem: undefined }
  print(
    isBuilt(folder)
      ? 'Building the web application anew: it has changed'
      : 'Building the web application, once',
  )
  return { folder, problem: await build(root, folder, newest) }
}

/**
 * Builds into a new folder and renames it, so that other processes never see half of a build. If another process has
 * built the same sources meanwhile, its build stays, because a third process may be reading it.
 */
async function build(root: string, folder: string, newest: number): Promise<string | undefined> {
  const fresh = `${folder}.${randomUUID()}`
  const old = `${fresh}.old`
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const args = [vite, 'build', 'web', '--outDir', fresh, '--logLevel', 'error']
    const env = { ...process.env, NODE_ENV: 'production' }
    await promisify(execFile)(process.execPath, args, { cwd: root, env })
    if (isAsNewAs(newest, folder)) return undefined
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(fresh, folder)
    return undefined
  } catch (error) {
    return isAsNewAs(newest, folder) ? undefined : whyNotBuilt(error, root, 'start the server again')
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true })
  }
}

/** When the newest file was written that the web application is built from. */
export const newestSource = (root: string): number =>
  Math.max(
    newestIn(join(root, 'web')),
    newestIn(join(root, 'src')),
    writtenAt(join(root, 'package-lock.json')),
  )

/** Every start of a server looks at some thousand files: `join` would take as long as the rest. */
function newestIn(folder: string): number {
  let newest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) {
      if (!/\.test\.tsx?$/.test(entry.name)) newest = Math.max(newest, writtenAt(path))
    } else if (entry.name !== 'node_modules') newest = Math.max(newest, newestIn(path))
  }
  return newest
}

const INDEX = 'index.html'
const isBuilt = (folder: string): boolean => existsSync(join(folder, INDEX))
const isAsNewAs = (newest: number, folder: string): boolean => writtenAt(join(folder, INDEX)) >= newest
const writtenAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

export const ROOT = pathOf('../..')
/** In the published package this file is in `dist/cli`. */
export const SHIPPED = pathOf('../web')

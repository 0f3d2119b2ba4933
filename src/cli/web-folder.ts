import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the built web application. In a checkout this builds it if it is missing or older than its sources;
 * the published package contains it.
 */
export function findWebFolder(print: (line: string) => void, root = ROOT): string | undefined {
  const isCheckout = existsSync(join(root, 'web/vite.config.ts'))
  if (!isCheckout) return isBuilt(SHIPPED) ? SHIPPED : undefined
  const built = join(root, 'dist/web')
  const isThere = isBuilt(built)
  if (isThere && newestSource(root) <= statSync(join(built, INDEX)).mtimeMs) return built
  print(isThere ? 'Building the web application anew: it has changed' : 'Building the web application, once')
  const problem = build(root, built)
  if (problem !== undefined) print(`The web application could not be built: ${problem}`)
  return isBuilt(built) ? built : undefined
}

/** The same folder as it is now, without building anything; undefined where it is not built. */
export const builtWebFolder = (root = ROOT): string | undefined =>
  [join(root, 'dist/web'), SHIPPED].find(isBuilt)

/** Builds into a new folder and renames it, so that other processes never see half of a build. */
function build(root: string, folder: string): string | undefined {
  const fresh = `${folder}.${process.pid}`
  const old = `${fresh}.old`
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const args = [vite, 'build', 'web', '--outDir', fresh, '--logLevel', 'error']
    const env = { ...process.env, NODE_ENV: 'production' }
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
    if (status !== 0) return stderr.trim().split('\n')[0] ?? 'no reason given'
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(fresh, folder)
    return undefined
  } catch (error) {
    // Another process built it first: its build is as new as ours.
    return isBuilt(folder) ? undefined : String(error)
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true })
  }
}

export function newestSource(root: string): number {
  const files = ['web', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => !/\.test\.tsx?$|(?:^|[/\\])node_modules(?:[/\\]|$)/.test(name))
      .map((name) => join(root, folder, name)),
  )
  return [...files, join(root, 'package-lock.json')].reduce((newest, file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    return stat?.isFile() ? Math.max(newest, stat.mtimeMs) : newest
  }, 0)
}

const INDEX = 'index.html'
const isBuilt = (folder: string): boolean => existsSync(join(folder, INDEX))
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

export const ROOT = pathOf('../..')
/** In the published package this file is in `dist/cli`. */
export const SHIPPED = pathOf('../web')

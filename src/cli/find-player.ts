import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../store/make-folder.ts'
import { PLAYER_FILE, readPlayer } from '../tournament-runner/read-player.ts'
import type { Player } from '../tournament-runner/report-html.ts'
import type { ReportFormat } from '../tournament-runner/write-reports.ts'
import { newestSource, ROOT, SHIPPED } from './web-folder.ts'
import { whyNotBuilt } from './why-build-failed.ts'

/**
 * The script of the boards for reports in these formats; undefined if none of them has boards. In a checkout this packs it if it is
 * missing or older than its sources, which takes two seconds; the published package contains it.
 */
export function findPlayer(formats: readonly ReportFormat[], root = ROOT): Player | undefined {
  if (!formats.includes('html')) return undefined
  if (!existsSync(join(root, 'web/vite.config.ts'))) return readPlayer(SHIPPED)
  const newest = newestSource(root)
  const own = join(root, 'dist/player')
  const timeOf = (folder: string): number =>
    statSync(join(folder, PLAYER_FILE), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const fresh = [join(root, 'dist/web'), own].find((folder) => timeOf(folder) >= newest)
  if (fresh !== undefined) return readPlayer(fresh)
  const problem = pack(root, join(own, PLAYER_FILE))
  if (problem !== undefined) console.error(`The boards of the report could not be packed: ${problem}`)
  return readPlayer(own)
}

/** Packs into a new file and renames it, so that other processes never read half of it. */
function pack(root: string, file: string): string | undefined {
  const part = `${file}.${process.pid}`
  const script = join(root, 'scripts/pack-player.ts')
  const env = { ...process.env, NODE_ENV: 'production' }
  try {
    makeFolder(dirname(file))
    execFileSync(process.execPath, [script, part], { cwd: root, env, encoding: 'utf8', stdio: 'pipe' })
    renameSync(part, file)
    return undefined
  } catch (error) {
    rmSync(part, { force: true })
    return whyNotBuilt(error, root, 'write the report again')
  }
}

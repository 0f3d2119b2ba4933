import { spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realClock } from '../clock.ts'
import { watchdog } from '../process/watchdog.ts'
import { homeFolder } from './inspect-program.ts'
import { removeFolder } from './remove-folder.ts'

let stage: string | undefined

/**
 * A folder of ours for what strangers' programs are shown: closed to other users, and removed when we end. A program can
 * read in /proc/self/mountinfo where its folder lies on the host, and a copy here tells it neither team nor data folder.
 */
export function stageFolder(): string {
  stage ??= makeStage()
  return stage
}

const PREFIX = 'gamegrid-stage-'

/** /var/tmp is on a disk, mostly on that of /var/lib; /tmp may be memory. Programs may be forbidden in both. */
function makeStage(): string {
  for (const root of ['/var/tmp', tmpdir(), homeFolder()]) {
    const folder = tryStage(root)
    if (folder === undefined) continue
    watchdog.remove(folder)
    return folder
  }
  throw new Error(
    'there is no place for programs: /var/tmp, /tmp and the home are all closed to us or noexec',
  )
}

function tryStage(root: string): string | undefined {
  try {
    sweepStages(root)
    const folder = mkdtempSync(join(root, `${PREFIX}${process.pid}-${startOf(process.pid)}-`))
    const program = join(folder, 'try')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    const { status } = spawnSync(program)
    rmSync(status === 0 ? program : folder, { recursive: true })
    return status === 0 ? folder : undefined
  } catch {
    return undefined
  }
}

/** Removes what processes of ours have left that died with the machine, and their watchdogs with them. */
function sweepStages(root: string): void {
  for (const name of readdirSync(root)) {
    const [, pid = '', started] = new RegExp(`^${PREFIX}(\\d+)-(\\d+)-`).exec(name) ?? []
    if (started === undefined || startOf(pid) === started) continue
    const path = join(root, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    // A container may share the folder, and has numbers of its own for processes.
    const isOld = stat !== undefined && stat.mtimeMs < realClock.date().getTime() - DAY_MS
    if (isOld && stat.isDirectory() && stat.uid === process.getuid?.())
      void removeFolder(path).catch(() => {})
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** When a process was started, in ticks since the machine was: two processes of one number differ in it. */
function startOf(pid: number | string): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    return 'none'
  }
}

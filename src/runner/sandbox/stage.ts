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
 * A private folder for copies that untrusted programs see; closed to other users and removed when the host ends. A
 * program can read the host path of its folder in /proc/self/mountinfo; the path of a copy reveals neither team nor
 * data folder.
 */
export function stageFolder(): string {
  stage ??= makeStage()
  return stage
}

const PREFIX = 'gamegrid-stage-'

/** /var/tmp is on a disk, mostly the one of /var/lib; /tmp may be in memory. Both may be mounted noexec. */
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

/** Removes the stage folders of hosts that died together with their watchdogs, as in a power cut. */
function sweepStages(root: string): void {
  for (const name of readdirSync(root)) {
    const [, pid = '', started] = new RegExp(`^${PREFIX}(\\d+)-(\\d+)-`).exec(name) ?? []
    if (started === undefined || startOf(pid) === started) continue
    const path = join(root, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    // A container may share this folder but has its own pids, so only old folders are removed.
    const isOld = stat !== undefined && stat.mtimeMs < realClock.date().getTime() - DAY_MS
    if (isOld && stat.isDirectory() && stat.uid === process.getuid?.())
      void removeFolder(path).catch(() => {})
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The start time of a process in ticks since boot: it tells two processes with the same pid apart. */
function startOf(pid: number | string): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    return 'none'
  }
}

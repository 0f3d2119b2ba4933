import { mkdtempSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'

/** A folder for the work of this worker. Those of workers that were killed are removed. */
export async function makeWorkerFolder(): Promise<string> {
  await sweepFolders()
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  own.add(basename(folder))
  return folder
}

/** A container that starts again has the process id of before, so the id alone does not say whose a folder is. */
const own = new Set<string>()

/** With the name of the host: containers may share a folder, and count their processes each for itself. */
const PREFIX = `gamegrid-worker-${hostname()}-`

/** Removes the folders of workers that were killed. */
async function sweepFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1] : undefined
    const isLeft = Number(pid) === process.pid ? !own.has(name) : !isRunning(Number(pid))
    if (pid !== undefined && isLeft) await removeFolder(join(tmpdir(), name)).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

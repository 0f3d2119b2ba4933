import { mkdtemp, readdir } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'

/** A folder for the work of this worker. Those of workers that were killed are removed. */
export async function makeWorkerFolder(): Promise<string> {
  await sweepFolders()
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
}

/** With the name of the host: containers may share a folder, and count their processes each for itself. */
const PREFIX = `gamegrid-worker-${hostname()}-`

/** Removes the folders of workers that were killed. */
async function sweepFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1] : undefined
    if (pid !== undefined && !isRunning(Number(pid))) await removeFolder(join(tmpdir(), name)).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

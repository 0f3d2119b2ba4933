import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { makeTemp } from './temp-folder.ts'

/**
 * Renames a complete folder into place. A folder that is already there is first renamed to a temporary name, which the sweep
 * removes.
 */
export async function putInPlace(temp: string, folder: string): Promise<void> {
  const old = await makeTemp(dirname(folder))
  try {
    await rename(folder, old)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  await rename(temp, folder)
  await removeFolder(old)
}

import { errorCode } from '../base/error-code.ts'
import { show } from '../base/fields.ts'
import { walkFolder } from '../runner/sandbox/walk-folder.ts'

export interface FolderLimits {
  readonly folderMb: number
  /** Files and folders. */
  readonly files: number
}

const MB = 1024 * 1024
const DEEPEST = 64

/** Why the folders together exceed the limits, as the end of a sentence; undefined if they do not. */
export async function measureFolders(
  folders: readonly string[],
  limits: FolderLimits,
): Promise<string | undefined> {
  let files = 0
  let bytes = 0
  for (const folder of folders)
    try {
      for await (const { stat, depth } of walkFolder(folder)) {
        // Sparse files count by their size, files with preallocated blocks by their blocks.
        if (stat.isFile()) bytes += Math.max(stat.size, stat.blocks * 512)
        if (bytes > limits.folderMb * MB) return `it wrote more than ${limits.folderMb} MiB`
        if (++files > limits.files) return `it made more than ${limits.files} files`
        if (depth > DEEPEST) return `it made folders more than ${DEEPEST} deep`
      }
    } catch (error) {
      return `it made a folder that cannot be looked into (${show(errorCode(error) ?? String(error))})`
    }
  return undefined
}

import { errorCode } from '../base/error-code.ts'
import { show } from '../base/fields.ts'
import type { NamelessFiles } from '../runner/sandbox/nameless-files.ts'
import { walkFolder } from '../runner/sandbox/walk-folder.ts'

export interface FolderLimits {
  readonly folderMb: number
  /** Files and folders. */
  readonly files: number
}

const MB = 1024 * 1024
const DEEPEST = 64

/**
 * Why the folders together exceed the limits, as the end of a sentence; undefined if they do not. `nameless`: the files
 * that were removed from them and still fill the disk.
 */
export async function measureFolders(
  folders: readonly string[],
  limits: FolderLimits,
  nameless?: NamelessFiles,
): Promise<string | undefined> {
  let files = nameless?.files ?? 0
  let bytes = nameless?.bytes ?? 0
  if (nameless && nameless.held > limits.files) return `it has more than ${limits.files} files open`
  if (bytes > limits.folderMb * MB) return wroteTooMuch(limits)
  for (const folder of folders)
    try {
      for await (const { stat, depth } of walkFolder(folder)) {
        // Sparse files count by their size, files with preallocated blocks by their blocks.
        if (stat.isFile()) bytes += Math.max(stat.size, stat.blocks * 512)
        if (bytes > limits.folderMb * MB) return wroteTooMuch(limits)
        if (++files > limits.files) return `it made more than ${limits.files} files`
        if (depth > DEEPEST) return `it made folders more than ${DEEPEST} deep`
      }
    } catch (error) {
      return `it made a folder that cannot be looked into (${show(errorCode(error) ?? String(error))})`
    }
  return undefined
}

const wroteTooMuch = ({ folderMb }: FolderLimits): string => `it wrote more than ${folderMb} MiB`

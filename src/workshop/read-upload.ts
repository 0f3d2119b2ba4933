import { ok, type Result } from '../base/result.ts'
import { guessCommands, type BotCommands } from './guess-commands.ts'
import { placeSource } from './place-source.ts'
import { unpackArchive, type Unpacked, type UnpackLimits } from './unpack-archive.ts'

export interface Upload {
  readonly archive: string
  /** The archive is no archive but one source file of this name. */
  readonly file?: string
  /** An empty folder for its files. */
  readonly folder: string
  /** A folder for unfinished work, on the same disk. */
  readonly scratch: string
  readonly limits?: Partial<UnpackLimits>
  /** The commands that the uploader gave; guessed if left out. */
  readonly commands?: BotCommands
}

export interface ReadUpload extends Unpacked {
  readonly commands: BotCommands
}

/** Puts the files of an upload into its folder, and finds out how they are built and run. */
export async function readUpload(upload: Upload): Promise<Result<ReadUpload>> {
  const { archive, file, folder, scratch, limits } = upload
  const unpacked =
    file === undefined
      ? await unpackArchive(archive, folder, limits, scratch)
      : await placeSource(archive, folder, file)
  if (!unpacked.ok) return unpacked
  const commands = upload.commands ? ok(upload.commands) : await guessCommands(folder)
  return commands.ok ? ok({ ...unpacked.value, commands: commands.value }) : commands
}

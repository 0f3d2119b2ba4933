import { chmod, copyFile, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { messageOf } from '../base/message-of.ts'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isPlain, SOURCE_ENDINGS } from './guess-commands.ts'
import { readJavaClass } from './java-class.ts'
import type { Unpacked } from './unpack-archive.ts'

/** Whether a single file of this name can be a bot. With commands of its own it may have any plain name. */
export function checkSourceName(name: string, hasCommands: boolean): Result<void> {
  if (hasCommands)
    return isPlain(name)
      ? ok(undefined)
      : fail('bad-file', `Cannot use the file name ${show(name)}: expected letters, digits, dots and dashes`)
  return SOURCE_ENDINGS.includes(extname(name))
    ? ok(undefined)
    : fail(
        'bad-file',
        `Cannot tell how ${show(name)} is built and run: expected a source that ends in ${SOURCE_ENDINGS.join(', ')}, or a folder of sources packed as a .zip, a .tar or a .tar.gz`,
      )
}

/** Puts a bot that is a single file into its folder, under a name that its language accepts. */
export async function placeSource(file: string, folder: string, name: string): Promise<Result<Unpacked>> {
  try {
    const { size } = await stat(file)
    const target = join(folder, await nameSource(file, name))
    await copyFile(file, target)
    await chmod(target, 0o644)
    // Whatever the umask is: the bot runs as another user.
    await chmod(folder, 0o755)
    return ok({ files: 1, bytes: size })
  } catch (error) {
    const code = errorCode(error) ?? messageOf(error)
    return fail('workshop-disk', `Cannot unpack the archive here: ${code}`)
  }
}

/** A Java source must have the name of its public class. Names that a command cannot hold are replaced. */
async function nameSource(file: string, given: string): Promise<string> {
  const ending = extname(given)
  if (ending === '.java') {
    const { name } = readJavaClass(await readFile(file, 'utf8'))
    if (name !== undefined) return `${name}.java`
  }
  return isPlain(given) ? given : `bot${ending}`
}

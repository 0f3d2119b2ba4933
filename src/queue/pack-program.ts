import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { fail, ok, type Result } from '../base/result.ts'
import type { ProgramCommand } from '../runner/program-command.ts'
import { UNPACK_LIMITS } from '../workshop/unpack-archive.ts'

/** A program with its folder, ready to be sent to workers. */
export interface PackedProgram {
  /** The command, with the files of the folder named from the folder on. */
  readonly argv: ProgramCommand['argv']
  /** The SHA-256 of the archive; empty for a program that has no files of its own. */
  readonly sha: string
  readonly archive: Buffer
}

/** Packs the folder that a program starts in. Equal files give equal bytes. */
export async function packProgram(
  bot: string,
  { argv, cwd }: ProgramCommand,
): Promise<Result<PackedProgram>> {
  const [program, ...args] = argv
  const fromFolder = (word: string): string =>
    word.startsWith(cwd + sep) ? `.${sep}${word.slice(cwd.length + 1)}` : word
  const words: ProgramCommand['argv'] = [fromFolder(program), ...args.map(fromFolder)]
  const hasFiles = words.some((word, at) => (at > 0 || word.includes('/')) && isInside(cwd, word))
  if (!hasFiles) return ok({ argv: words, sha: '', archive: Buffer.alloc(0) })
  const files = filesIn(cwd)
  const bytes = files?.reduce((sum, { size }) => sum + size, 0) ?? Infinity
  if (files === undefined || bytes > UNPACK_LIMITS.bytes)
    return fail(
      'bad-program',
      `Cannot send the folder of ${JSON.stringify(bot)} to workers: it has more than ${UNPACK_LIMITS.entries} files or ${UNPACK_LIMITS.bytes >> 20} MiB, so give the bot a folder of its own`,
    )
  const tar = pack()
  for (const { name, mode } of files)
    tar.entry({ name: `bot/${name}`, mode: mode & 0o777, mtime: new Date(0) }, readFileSync(join(cwd, name)))
  tar.finalize()
  const archive = await buffer(tar.pipe(createGzip()))
  return ok({ argv: words, sha: createHash('sha256').update(archive).digest('hex'), archive })
}

const isInside = (cwd: string, word: string): boolean => {
  const path = resolve(cwd, word)
  return (path === cwd || path.startsWith(cwd + sep)) && existsSync(path)
}

interface PackedFile {
  readonly name: string
  readonly mode: number
  readonly size: number
}

/** All files but those of git; undefined if there are more than a worker would unpack. */
function filesIn(folder: string): readonly PackedFile[] | undefined {
  const files: PackedFile[] = []
  const below = ['']
  for (let part = below.pop(); part !== undefined; part = below.pop())
    for (const entry of readdirSync(join(folder, part)).toSorted()) {
      const name = part === '' ? entry : `${part}/${entry}`
      const stat = statSync(join(folder, name), { throwIfNoEntry: false })
      if (entry === '.git' || stat === undefined) continue
      if (stat.isDirectory()) below.push(name)
      else if (stat.isFile()) files.push({ name, mode: stat.mode, size: stat.size })
      if (files.length + below.length > UNPACK_LIMITS.entries - 1) return undefined
    }
  return files
}

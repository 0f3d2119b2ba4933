import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'

/** The interpreter line of a script. */
export interface Shebang {
  /** As it is written there. */
  readonly interpreter: string
  readonly options: readonly string[]
}

/** The part of a first line that the kernel reads. */
const LONGEST = 256

/**
 * Parses the first line of a script, without `env`; undefined if the file is no script. The text is untrusted: only
 * names are taken from it.
 */
export async function readShebang(file: string): Promise<Shebang | undefined> {
  const line = /^#![ \t]*([^\s]+)(?:[ \t]+(.*?))?[ \t\r]*(?:\n|$)/.exec(await readStart(file))
  if (line === null) return undefined
  const [, program = '', rest = ''] = line
  if (basename(program) !== 'env') return { interpreter: program, options: rest === '' ? [] : [rest] }
  const [interpreter = '', ...options] = rest.startsWith('-S')
    ? rest
        .slice(2)
        .trim()
        .split(/[ \t]+/)
    : [rest]
  return { interpreter, options }
}

async function readStart(file: string): Promise<string> {
  try {
    // O_NOFOLLOW and O_NONBLOCK: links are not followed, and a named pipe does not block.
    await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(LONGEST), 0, LONGEST, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } catch {
    // A binary may be executable without being readable.
    return ''
  }
}

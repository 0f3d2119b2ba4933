import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'

/** What the first line of a script asks for. */
export interface Shebang {
  /** As it is written there. */
  readonly interpreter: string
  readonly options: readonly string[]
}

/** As much as the kernel reads of a first line. */
const LONGEST = 256

/**
 * The first line of a script, `env` left out; undefined if the file is none. A stranger wrote it: only names are taken
 * from it.
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
    // Neither a link is followed nor a pipe waited for.
    await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(LONGEST), 0, LONGEST, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } catch {
    // It may be executed all the same, if it is no script.
    return ''
  }
}

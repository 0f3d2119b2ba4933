import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { badArgument } from './problem.ts'

/** What is sent to an arena: an archive, or one source file under its name. */
export interface PackedBot {
  readonly body: Uint8Array<ArrayBuffer>
  readonly file?: string
}

export type BotPath = 'folder' | 'archive' | 'file'

export function kindOfPath(path: string): BotPath {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return 'folder'
  if (!stat?.isFile())
    throw badArgument(`Cannot upload ${JSON.stringify(path)}: there is no such file or folder`)
  if (stat.size === 0) throw badArgument(`Cannot upload ${JSON.stringify(path)}: the file is empty`)
  return /\.(?:zip|tar|tar\.gz|tgz)$/i.test(path) ? 'archive' : 'file'
}

export async function packBot(path: string): Promise<PackedBot> {
  switch (kindOfPath(path)) {
    case 'folder':
      return { body: await packFolder(path) }
    case 'archive':
      return { body: new Uint8Array(readFileSync(path)) }
    case 'file':
      return { body: new Uint8Array(readFileSync(path)), file: basename(path) }
  }
}

/**
 * Not sent: what the arena builds again, and folders of other tools. Names with a dot in front are not sent either:
 * they may be secrets.
 */
const LEFT_OUT = new Set(['node_modules', 'target', '__pycache__', 'venv'])
const isSource = (name: string): boolean =>
  !name.startsWith('.') && !LEFT_OUT.has(name) && !name.endsWith('.pyc')

/** The archive is made in memory, so its size has a limit. The limit of the arena is lower. */
const MOST_BYTES = 256 * 1024 * 1024

async function packFolder(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const files = filesIn(folder)
  if (files.length === 0) throw badArgument(`Cannot upload ${JSON.stringify(folder)}: it has no files`)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > MOST_BYTES)
    throw badArgument(
      `Cannot upload ${JSON.stringify(folder)}: its files have ${Math.ceil(bytes / 1024 / 1024)} MiB, is this the folder of a bot?`,
    )
  const tar = pack()
  for (const { name, mode, mtime } of files)
    tar.entry({ name, mode: mode & 0o777, mtime }, readFileSync(join(folder, name)))
  tar.finalize()
  return new Uint8Array(await buffer(tar.pipe(createGzip())))
}

/** SHA-256 of the names and contents of all files that are sent. */
export function fingerprintBot(folder: string): string {
  const hash = createHash('sha256')
  for (const { name, mode } of filesIn(folder)) {
    const text = readFileSync(join(folder, name))
    hash.update(`${name}\n${mode & 0o111}\n${text.length}\n`).update(text)
  }
  return hash.digest('hex')
}

interface SourceFile {
  /** With slashes, from the folder on. */
  readonly name: string
  readonly mode: number
  readonly mtime: Date
  readonly size: number
}

function filesIn(folder: string, below = ''): readonly SourceFile[] {
  return readdirSync(join(folder, below))
    .filter(isSource)
    .sort()
    .flatMap((entry) => {
      const name = below === '' ? entry : `${below}/${entry}`
      const stat = statSync(join(folder, name), { throwIfNoEntry: false })
      if (stat?.isDirectory()) return filesIn(folder, name)
      return stat?.isFile() ? [{ name, mode: stat.mode, mtime: stat.mtime, size: stat.size }] : []
    })
}

import { zipSync, type Zippable } from 'fflate'
import type { Source } from '../api/bots.ts'
import { fail, ok, type Result } from '../../../src/base/result.ts'

/** A file with its path in the folder that was picked. */
export interface PickedFile {
  readonly path: string
  readonly file: File
}

/** What is sent, and how the page calls it. */
export interface PickedSource {
  readonly source: Source
  readonly title: string
  /** The one source file, for the editor. */
  readonly text?: string
}

/** Folders that are made by tools, and never part of a bot's source. */
const LEFT_OUT = new Set(['.git', '.DS_Store', '__pycache__', 'node_modules', 'target', '.venv'])
const ARCHIVE = /\.(?:zip|tar|tar\.gz|tgz)$/i
const MOST_FILES = 2_000
/** The server refuses larger uploads; a folder is refused before it is packed. */
const MOST_BYTES = 64 << 20

/** The files of an input; those of a folder have their paths. */
export const chosenFiles = (list: FileList | null): readonly PickedFile[] =>
  [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** The files of a drop, and all files in the folders of it. The entries are read before the event is over. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly PickedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return chosenFiles(transfer.files)
  return (await Promise.all(entries.map((entry) => filesIn(entry)))).flat()
}

async function filesIn(entry: FileSystemEntry): Promise<readonly PickedFile[]> {
  if (LEFT_OUT.has(entry.name)) return []
  const path = entry.fullPath.replace(/^\//, '')
  if (isFile(entry)) return [{ path, file: await new Promise<File>((...done) => entry.file(...done)) }]
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const found: PickedFile[] = []
  // A browser gives the entries of a folder in pieces; an empty piece is the end.
  while (found.length <= MOST_FILES) {
    const piece = await new Promise<FileSystemEntry[]>((...done) => reader.readEntries(...done))
    if (piece.length === 0) break
    found.push(...(await Promise.all(piece.map((one) => filesIn(one)))).flat())
  }
  return found
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** One file is sent as it is, an archive too; several files become a zip. */
export async function packFiles(picked: readonly PickedFile[]): Promise<Result<PickedSource>> {
  const files = picked.filter(({ path }) => !path.split('/').some((name) => LEFT_OUT.has(name)))
  const [first] = files
  if (!first)
    return fail('archive-empty', 'There is no file in the folder: choose a source file, a folder or a zip')
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  if (files.length > MOST_FILES || bytes > MOST_BYTES)
    return fail(
      'too-big',
      `Cannot send ${sizeWords(files.length, bytes)}: at most 2000 files of 64 MiB together`,
    )
  if (files.length > 1) return packZip(files, bytes)
  const { name, size } = first.file
  if (ARCHIVE.test(name)) return ok({ source: { body: first.file }, title: name })
  if (size === 0) return fail('archive-empty', `${name} is empty`)
  const text = await readText(first.file)
  return ok({
    source: { body: first.file, file: name },
    title: name,
    ...(text !== undefined && { text }),
  })
}

async function packZip(files: readonly PickedFile[], bytes: number): Promise<Result<PickedSource>> {
  const zipped: Zippable = {}
  for (const { path, file } of files) zipped[path] = new Uint8Array(await file.arrayBuffer())
  const [folder] = files[0]?.path.split('/') ?? []
  const isFolder = files.every(({ path }) => path.startsWith(`${folder}/`))
  return ok({
    source: { body: new Blob([new Uint8Array(zipSync(zipped))]) },
    title: `${isFolder ? `${folder}, ` : ''}${sizeWords(files.length, bytes)}`,
  })
}

const sizeWords = (files: number, bytes: number): string =>
  `${files} files of ${bytes < 1 << 20 ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.ceil(bytes / (1 << 20))} MiB`}`

/** The text of a file; undefined if it is not text, or too long to edit. */
async function readText(file: File): Promise<string | undefined> {
  if (file.size > 256 * 1024) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

import { execFile } from 'node:child_process'
import { dirname, isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BrainSource } from './brain-source.ts'
import { describeThrown } from '../protocols/in-process/connect-brain.ts'

/**
 * What the brain in the file `path` threw, and where in the files of its author, relative to the working folder; undefined if
 * the stack names none of them.
 */
function traceOfThrown(error: unknown, path: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const stack = error.stack ?? ''
  const head = headOf(stack)
  const frames = head === undefined ? framesOf(stack, path).slice(0, FRAMES) : [head]
  return frames.length === 0 ? undefined : traceWith(error, frames)
}

/** Logs the place of what a brain threw, for its author; house brains are ours. */
export const logThrown =
  (source: BrainSource, log: (line: string) => void) =>
  (error: unknown): void => {
    const trace = source.kind === 'module' ? traceOfThrown(error, source.path) : undefined
    if (trace !== undefined) log(trace)
  }

/**
 * The same for an error in the import of that file. Node tells the line of a syntax error in a module only when the error ends a process. It
 * reads all modules that the file imports before it runs one of them.
 */
export async function traceOfImport(error: unknown, path: string): Promise<string | undefined> {
  const trace = traceOfThrown(error, path)
  if (trace !== undefined || !(error instanceof SyntaxError)) return trace
  const head = headOf(await errorsOfImport(path))
  return head === undefined ? undefined : traceWith(error, [head])
}

const FRAMES = 3

const traceWith = (error: Error, frames: readonly string[]): string =>
  [describeThrown(error), ...frames.map((frame) => `    at ${frame}`)].join('\n')

/** The place of a syntax error: Node writes it before the error. */
function headOf(text: string): string | undefined {
  const [, file, line] = /^(\S.*?):(\d+)\r?\n/.exec(text) ?? []
  const absolute = file === undefined ? undefined : pathOf(file)
  return absolute === undefined ? undefined : `${relative(process.cwd(), absolute)}:${line}`
}

function framesOf(stack: string, path: string): readonly string[] {
  return stack.split('\n').flatMap((text) => {
    const [, name, file = '', place] = /^ {4}at (?:(.+) \()?(?:async )?(.+?)(:\d+:\d+)\)?$/.exec(text) ?? []
    const absolute = pathOf(file)
    if (absolute === undefined || !isAuthors(absolute, path)) return []
    const shown = `${relative(process.cwd(), absolute)}${place}`
    return [name === undefined ? shown : `${name} (${shown})`]
  })
}

function pathOf(file: string): string | undefined {
  if (file.startsWith('file:')) return fileURLToPath(file)
  return isAbsolute(file) ? file : undefined
}

const isAuthors = (file: string, path: string): boolean =>
  !isInside(OURS, file) &&
  !file.includes(`${sep}node_modules${sep}`) &&
  (isInside(dirname(path), file) || isInside(process.cwd(), file))

const isInside = (folder: string, file: string): boolean => file.startsWith(`${folder}${sep}`)

const OURS = dirname(import.meta.dirname)

const errorsOfImport = (path: string): Promise<string> =>
  new Promise((resolve) => {
    const argv = ['--import', pathToFileURL(path).href, '--eval', '']
    execFile(process.execPath, argv, { timeout: IMPORT_MS, killSignal: 'SIGKILL' }, (_, _out, errors) =>
      resolve(errors),
    )
  })

const IMPORT_MS = 5_000

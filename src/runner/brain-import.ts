import { basename } from 'node:path'

/** The files that this thread imports as brains right now. All copies of gamegrid in a process share the list. */
const IMPORTED = Symbol.for('gamegrid.brains-being-imported')
const NAME = 'PlaysWhenImported'

type Shared = typeof globalThis & { [IMPORTED]?: string[] }

/** Runs the import of a brain's file. A function of the library that plays fails in this time. */
export async function whileImporting<T>(path: string, load: () => Promise<T>): Promise<T> {
  const paths = ((globalThis as Shared)[IMPORTED] ??= [])
  paths.push(path)
  try {
    return await load()
  } finally {
    paths.splice(paths.indexOf(path), 1)
  }
}

/**
 * Throws if the file of a brain calls this function of the library while a command imports the file: the command wants
 * the brain, and the file would first play its own matches, once for each thread.
 */
export function notWhileImported(called: string): void {
  const [path] = (globalThis as Shared)[IMPORTED] ?? []
  if (path === undefined) return
  const file = basename(path)
  const error = new Error(
    `${file} calls ${called} when it is imported: put the call into another file, or below if (import.meta.main)`,
  )
  error.name = NAME
  throw error
}

/** The sentence for the author of the file, if that was the reason why the import failed. */
export const whyNotImported = (error: unknown): string | undefined =>
  error instanceof Error && error.name === NAME ? error.message : undefined

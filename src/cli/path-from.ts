import { relative } from 'node:path'

/** A path relative to a folder, as a person in that folder would write it. */
export function pathFrom(folder: string, path: string): string {
  const short = relative(folder, path)
  return short === '' ? '.' : short.startsWith('..') ? path : short
}

import { relative } from 'node:path'

/** A path as people would write it who stand in a folder. */
export function pathFrom(folder: string, path: string): string {
  const short = relative(folder, path)
  return short === '' ? '.' : short.startsWith('..') ? path : short
}

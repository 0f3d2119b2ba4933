import { readdir, readFile, stat } from 'node:fs/promises'
import { descendantsOf } from '../process/descendants.ts'

/** Files that were removed while processes had them open: no folder shows them, and they fill the disk all the same. */
export interface NamelessFiles {
  readonly files: number
  readonly bytes: number
  /** Open descriptors of all kinds, and mappings of removed files. */
  readonly held: number
}

/**
 * The nameless files that processes of a sandbox have open or mapped. It stops after `most` descriptors and mappings: the
 * processes may have millions. `init`: the host's pid of the first process of the sandbox.
 */
export async function namelessFiles(init: number, most: number): Promise<NamelessFiles> {
  const sizes = new Map<string, number>()
  let held = 0
  for (const pid of descendantsOf(init)) {
    if (held > most) break
    for (const fd of await orNone(readdir(`/proc/${pid}/fd`))) {
      if (++held > most) break
      const file = await orGone(stat(`/proc/${pid}/fd/${fd}`))
      if (file?.isFile() && file.nlink === 0)
        sizes.set(`${file.dev} ${file.ino}`, Math.max(file.size, file.blocks * 512))
    }
    for (const { range, length } of removedMaps(
      (await orGone(readFile(`/proc/${pid}/maps`, 'latin1'))) ?? '',
    )) {
      if (++held > most) break
      // Only root may look at the file behind a mapping.
      const file = await orGone(stat(`/proc/${pid}/map_files/${range}`))
      if (file === undefined) sizes.set(`${pid} ${range}`, length)
      else if (file.isFile() && file.nlink === 0)
        sizes.set(`${file.dev} ${file.ino}`, Math.max(file.size, file.blocks * 512))
    }
  }
  return { files: sizes.size, bytes: sizes.values().reduce((sum, size) => sum + size, 0), held }
}

/** `7f00-7f10 rw-s 00000000 fe:00 1234 /bot/file (deleted)`. Shared memory without a file belongs to device 00:01. */
const removedMaps = (maps: string): readonly { readonly range: string; readonly length: number }[] =>
  maps.split('\n').flatMap((line) => {
    if (!line.endsWith(' (deleted)')) return []
    const [range = '', , , device] = line.split(' ', 4)
    if (device === '00:01') return []
    const [from = 0, to = 0] = range.split('-').map((address) => Number.parseInt(address, 16))
    return [{ range, length: to - from }]
  })

const orGone = <T>(found: Promise<T>): Promise<T | undefined> => found.catch(() => undefined)
const orNone = <T>(found: Promise<readonly T[]>): Promise<readonly T[]> => found.catch(() => [])

import { readdirSync, readFileSync } from 'node:fs'

const O_CLOEXEC = 0o2000000
let known: ReadonlySet<number> | undefined

/**
 * Descriptors that this process inherited from its parent and would pass on to children. Node opens its own ones
 * close-on-exec, so the set does not grow.
 */
export function leakedDescriptors(): ReadonlySet<number> {
  known ??= new Set(
    readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => fd > 2 && isInherited(fd)),
  )
  return known
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0
  } catch {
    // The descriptor of the directory listing itself.
    return false
  }
}

import { readOrEmpty } from '../runner/process/read-or-empty.ts'
import { CommandError } from './problem.ts'

/**
 * A thread with a search in WebAssembly reserves 10 GB of addresses, of which it uses some MB. An arena runs 32 matches in threads at
 * once, each with two of them.
 */
const NEEDED_BYTES = 2 ** 40

/**
 * Ends the command where `ulimit -v` is too low: V8 ends the whole process when a thread cannot reserve its addresses, records cannot be
 * written, and matches are void. Linux only: other systems have no such file, and do not enforce the limit.
 */
export function refuseAddressLimit(doing: string, limits = readOrEmpty('/proc/self/limits')): void {
  const soft = /^Max address space +(\d+)/m.exec(limits)?.[1]
  if (soft === undefined || Number(soft) >= NEEDED_BYTES) return
  throw new CommandError(
    `Cannot ${doing} with ulimit -v ${Math.floor(Number(soft) / 1024)}: threads reserve far more addresses than they use. Run "ulimit -v unlimited" first (LimitAS=infinity in a unit of systemd); MemoryMax= or a container limits the memory itself`,
    1,
  )
}

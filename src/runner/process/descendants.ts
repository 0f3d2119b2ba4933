import { readdirSync } from 'node:fs'
import { readOrEmpty } from './read-or-empty.ts'

/** All processes below this one, by the pids of the host. */
export function descendantsOf(pid: number): readonly number[] {
  const children = threadsOf(pid).flatMap((thread) => childrenOf(pid, thread))
  return children.concat(children.flatMap(descendantsOf))
}

/** None if the process has ended. */
export function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}

/** The processes that this thread has started and not waited for. */
export function childrenOf(pid: number, thread: number): readonly number[] {
  const children = readOrEmpty(`/proc/${pid}/task/${thread}/children`).trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { format } from 'node:util'
import { vi } from 'vitest'
import { command, root, type Ran } from './run.ts'

const MAIN = resolve(root, 'src/cli/main.ts')
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs the command in the process of the test, which loads its modules once for all calls; a process of its own takes a third of a second of
 * processor time to load them. The threads and the programs of bots are the same. It takes over the console, so one call ends before the next.
 */
export async function gamegridHere(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  const { argv, exitCode, env } = process
  const cwd = process.cwd()
  const heard = SIGNALS.map((signal) => process.listeners(signal))
  const said = { out: '', err: '' }
  const take =
    (to: 'out' | 'err', end = '') =>
    (...words: readonly unknown[]): true => {
      said[to] += format(...words) + end
      return true
    }
  const taken = [
    vi.spyOn(console, 'log').mockImplementation(take('out', '\n')),
    vi.spyOn(console, 'error').mockImplementation(take('err', '\n')),
    vi.spyOn(process.stdout, 'write').mockImplementation(take('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(take('err')),
  ]
  try {
    Object.assign(process, {
      argv: [process.execPath, command, ...args],
      exitCode: undefined,
      env: { ...env, ...options.env },
    })
    process.chdir(options.cwd ?? root)
    // The query makes it another module, so it runs again.
    await import(/* @vite-ignore */ `${MAIN}?call=${randomUUID()}`)
    return { code: Number(process.exitCode ?? 0), ...said }
  } finally {
    for (const spy of taken) spy.mockRestore()
    process.chdir(cwd)
    Object.assign(process, { argv, exitCode, env })
    // A process that ends takes its listeners along.
    for (const [at, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!heard[at]?.includes(listener)) process.off(signal, listener)
  }
}

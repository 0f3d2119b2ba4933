import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** A part of a bench in a process of its own. It runs one task after the other. */
export interface Part extends AsyncDisposable {
  tell<Answer>(what: string, data?: unknown): Promise<Answer>
}

/** This part runs with the flags of Node that `gamegrid serve` has. */
const ARENA = 'server-host.fixture.ts'
const nodeFlags = createRequire(import.meta.url)('../bin/node-flags.js') as {
  readonly serve: readonly string[]
}

/** Starts a part on this core, or on any. The file is in this folder and calls `playPart`. */
export async function startPart(
  core: number | 'any',
  file: string,
  ...args: readonly string[]
): Promise<Part> {
  const flags = [...(file === ARENA ? nodeFlags.serve : []), ...profiling(file)]
  const own = [process.execPath, ...flags, join(import.meta.dirname, file), ...args]
  const [command = '', ...rest] = core !== 'any' && canPin() ? ['taskset', '-c', String(core), ...own] : own
  const child = spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const died = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`)))
  died.catch(() => {})
  const hear = async (): Promise<unknown> => {
    const [answer] = (await Promise.race([once(child, 'message'), died])) as [unknown]
    return answer
  }
  await hear()
  return {
    async tell<Answer>(what: string, data?: unknown) {
      const answer = hear()
      child.send({ what, data })
      return (await answer) as Answer
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
    },
  }
}

/** `BENCH_PROFILE=server-host.fixture.ts` writes a CPU profile of each thread of that part into the current folder. */
const profiling = (file: string): readonly string[] =>
  process.env['BENCH_PROFILE'] === file ? ['--cpu-prof'] : []

type Duties = Readonly<Record<string, (data: never) => unknown>>

/** Runs in the part: does each task that the parent sends, and exits when the parent disconnects. */
export function playPart(duties: Duties): void {
  process.on('message', ({ what, data }: { readonly what: string; readonly data: never }) => {
    void Promise.resolve(duties[what]?.(data)).then((answer) => process.send?.(answer ?? null))
  })
  process.on('disconnect', () => process.exit())
  process.send?.('ready')
}

function canPin(): boolean {
  try {
    return (
      execFileSync('nproc', { encoding: 'utf8' }).trim() !== '1' && execFileSync('taskset', ['-V']).length > 0
    )
  } catch {
    return false
  }
}

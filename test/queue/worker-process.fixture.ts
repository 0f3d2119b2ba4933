import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { command } from '../cli/run.ts'
import type { TestRedis } from './redis.fixture.ts'

/** A real `gamegrid worker`. */
export interface WorkerProcess {
  readonly pid: number
  /** What it has printed so far. */
  out(): string
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void
  /** Resolves with its exit code; null if a signal ended it. */
  readonly exited: Promise<number | null>
}

/** Resolves once the worker takes matches. */
export async function startWorker({ url, password }: TestRedis, ...flags: string[]): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [command, 'worker', '--queue', url, '--lost-after', '3', ...flags], {
    env: { ...process.env, GAMEGRID_QUEUE_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  const { pid } = child
  if (pid === undefined) throw new Error('the worker could not be started')
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const ready = new Promise<void>((done) => {
    const hear = (text: string): void => {
      out += text
      if (out.includes('at once for')) done()
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
  })
  await Promise.race([
    ready,
    exited.then((code) => {
      throw new Error(`the worker ended with ${code}: ${out}`)
    }),
  ])
  return { pid, out: () => out, signal: (name) => void child.kill(name), exited }
}

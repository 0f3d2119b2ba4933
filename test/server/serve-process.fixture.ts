import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { command, root } from '../cli/run.ts'

/** `gamegrid serve` in a process of its own, as an organiser starts it. */
export interface ServeProcess {
  readonly pid: number
  /** What it printed, once it serves; empty if it ended before. */
  readonly ready: Promise<string>
  kill(): Promise<void>
  stop(): Promise<void>
}

export function serve({ port, folder }: { readonly port: number; readonly folder: string }): ServeProcess {
  const child = spawn(
    process.execPath,
    [command, 'serve', '--no-tcp', '--port', String(port), '--data', folder],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: join(root, 'test/bots') },
  )
  const ended = new Promise<void>((done) => void child.on('close', () => done()))
  const ready = new Promise<string>((done) => {
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (/^Data/m.test(out)) setImmediate(() => done(out))
    })
    child.on('close', () => done(''))
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid ?? 0,
    ready,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

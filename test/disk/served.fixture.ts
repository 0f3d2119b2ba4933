import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { quietPort } from '../../src/protocols/quiet-port.fixture.ts'
import { command, root } from '../cli/run.ts'

/** `gamegrid serve` in a process of its own, as an organiser starts it. */
export interface Served {
  readonly url: string
  /** Its whole output so far. */
  readonly out: () => string
  /** Resolves when the server listens, or has ended. */
  readonly ready: Promise<void>
  readonly exitCode: () => number | null
  call(method: string, path: string, options?: CallOptions): Promise<Answered>
  kill(): Promise<void>
  stop(): Promise<void>
}

export interface CallOptions {
  readonly key?: string
  readonly json?: object
  readonly body?: Buffer
  readonly signal?: AbortSignal
}

export interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export async function serveArena(
  folder: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const port = await quietPort()
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(
    process.execPath,
    [command, 'serve', '--no-tcp', '--port', String(port), '--data', folder, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env }, cwd: join(root, 'test/bots') },
  )
  let out = ''
  const ended = new Promise<void>((done) => void child.on('close', () => done()))
  const ready = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        out += text
        if (/^Data/m.test(out)) done()
      })
    child.on('close', () => done())
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null) child.kill(signal)
    await ended
  }
  return {
    url,
    out: () => out,
    ready,
    exitCode: () => child.exitCode,
    async call(method, path, { key, json, body, signal } = {}) {
      const answer = await fetch(url + path, {
        method,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(json && { 'content-type': 'application/json' }),
          ...(body && { 'content-type': 'application/octet-stream' }),
        },
        ...(json && { body: JSON.stringify(json) }),
        ...(body && { body: new Uint8Array(body) }),
        ...(signal && { signal }),
      })
      const text = await answer.text()
      let read: unknown
      try {
        read = JSON.parse(text)
      } catch {
        read = { text }
      }
      return { status: answer.status, body: read as Answered['body'] }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

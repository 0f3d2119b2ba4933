import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

/** A server in another process. */
export interface ServerProcess extends AsyncDisposable {
  readonly port: number
  readonly url: string
  /** Bytes in use after garbage collection. */
  memory(): Promise<number>
  /** Its stderr, once it has ended. */
  readonly complaints: Promise<string>
}

/** `patienceMs`: how long the server waits for the head of a request. */
export async function openServerProcess(patienceMs: number): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-abuse-'))
  const child = spawn(
    process.execPath,
    ['--expose-gc', join(import.meta.dirname, 'abuse-server.ts'), folder, String(patienceMs)],
    { stdio: 'pipe' },
  )
  const complaints = text(child.stderr)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async (): Promise<number> => {
    const line = await lines.next()
    if (line.done) throw new Error(`the server has ended: ${await complaints}`)
    return Number(line.value)
  }
  const port = await read()
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    complaints,
    async memory() {
      child.stdin.write('memory\n')
      return await read()
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** All bytes until the other side closes. */
export async function hear(socket: Socket): Promise<string> {
  let heard = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => void (heard += String(chunk)))
  await new Promise<void>((resolve) => void socket.once('end', resolve).once('close', resolve))
  socket.destroy()
  return heard
}

/** Sends raw bytes and returns all that comes back until the server closes. */
export async function say(port: number, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const socket = await dial(port)
  const heard = hear(socket)
  for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
  return await heard
}

/** The status codes of the responses in this text. */
export const statusesIn = (heard: string): readonly number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

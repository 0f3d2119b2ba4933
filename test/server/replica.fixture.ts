import { createParser } from 'eventsource-parser'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { must } from '../../src/base/result.ts'
import { openReplica, type Replica, type ReplicaOptions } from '../../src/replica/open-replica.ts'

/** A stretch of network: passes connections on to a port that may change, and can be cut. */
export interface Relay extends AsyncDisposable {
  readonly url: string
  /** Ends all connections. */
  cut(): void
  /** Ends all connections, and each new one at once, until it is on again. */
  off(): void
  on(): void
  /** The connections that are there stay open and carry nothing more, as behind a firewall that has forgotten them. New ones work. */
  silence(): void
}

export async function openRelay(target: () => number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isOff = false
  const server = createServer((inner) => {
    if (isOff) return void inner.destroy()
    const outer = connect({ port: target(), host: '127.0.0.1' })
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    off() {
      isOff = true
      cut()
    },
    on: () => void (isOff = false),
    silence() {
      for (const socket of sockets) socket.unpipe().resume()
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}

/** A spectator of a match over server-sent events, on one connection. */
export interface Viewer extends Disposable {
  /** The numbers and the text of the lines that came. */
  readonly seen: { readonly id: number; readonly line: string }[]
  /** `end`: all lines have come. `cut`: the connection is gone. */
  readonly over: Promise<'end' | 'cut'>
}

/** Resolves once the stream is open. */
export async function openViewer(url: string, match: number, after?: number): Promise<Viewer> {
  const gone = new AbortController()
  const response = await fetch(`${url}/api/v1/matches/${match}/events`, {
    headers: { ...(after !== undefined && { 'last-event-id': String(after) }) },
    signal: gone.signal,
  })
  if (response.status !== 200) throw new Error(`Cannot watch: ${await response.text()}`)
  const seen: Viewer['seen'] = []
  const read = async (): Promise<'end' | 'cut'> => {
    let hasEnded = false
    const parser = createParser({
      onEvent({ event, id, data }) {
        if (event === 'end') hasEnded = true
        else if (id !== undefined) seen.push({ id: Number(id), line: data })
      },
    })
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
    } catch {
      // The connection was cut.
    }
    return hasEnded ? 'end' : 'cut'
  }
  return { seen, over: read(), [Symbol.dispose]: () => gone.abort() }
}

export const openTestReplica = async (
  arena: string,
  options: Partial<ReplicaOptions> = {},
): Promise<Replica> => must(await openReplica({ host: '127.0.0.1', port: 0, ...options, arena }))

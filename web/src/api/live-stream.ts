import { connectOverHttp, openEventStream, type Connect, type StreamOptions } from './event-stream.ts'

/**
 * An event stream that stays open. It comes over a WebSocket: a browser opens at most six HTTP/1.1 connections to a server, for all its
 * windows together, and a page whose streams hold them keeps every other page from loading. WebSockets do not count there.
 */
export const openLiveStream = (options: StreamOptions): (() => void) =>
  openEventStream({ ...options, connect: connectLive })

/** A proxy may refuse the WebSocket, and a refusal has no reason that a page can read: then an ordinary request gets the stream, or the reason. */
const connectLive: Connect = async (asked) =>
  (await connectOverSocket(asked).catch(() => undefined)) ?? connectOverHttp(asked)

/** Timeout: the server sends a first message as soon as it has the stream. */
const OPEN_MS = 10_000

/** Resolves when the first message comes; with undefined if none will. */
function connectOverSocket({ url, lastId, signal }: Parameters<Connect>[0]) {
  return new Promise<ReadableStream<string> | undefined>((resolve) => {
    if (signal.aborted) return resolve(undefined)
    const socket = new WebSocket(socketUrl(url, lastId))
    const heard = new AbortController()
    const text = new ReadableStream<string>({
      start(controller) {
        const end = (): void => {
          if (heard.signal.aborted) return
          heard.abort()
          clearTimeout(timer)
          socket.close()
          controller.close()
          resolve(undefined)
        }
        const timer = setTimeout(end, OPEN_MS)
        const whileOpen = { signal: heard.signal }
        socket.addEventListener('message', take, whileOpen)
        socket.addEventListener('close', end, whileOpen)
        signal.addEventListener('abort', end, whileOpen)

        function take({ data }: MessageEvent<string>): void {
          clearTimeout(timer)
          controller.enqueue(data)
          resolve(text)
        }
      },
      cancel() {
        heard.abort()
        socket.close()
      },
    })
  })
}

function socketUrl(url: string, lastId: string | undefined): URL {
  const address = new URL(url, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  if (lastId !== undefined) address.searchParams.set('after', lastId)
  return address
}

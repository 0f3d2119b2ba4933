import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { deferred } from '../../../src/base/deferred.ts'
import { followWith } from './follow-stream.fixture.ts'
import { openLiveStream } from './live-stream.ts'

type OnSocket = (socket: WebSocket, asked: IncomingMessage) => void
type OnRequest = (asked: IncomingMessage, answer: ServerResponse) => void

const refuse: OnRequest = (_, answer) => answer.writeHead(503).end()

/** A server that takes one WebSocket after the other as `sockets` say, and answers requests as `onRequest` says. */
async function serve(sockets: readonly OnSocket[], onRequest: OnRequest = refuse) {
  const requests: string[] = []
  const server = createServer((asked, answer) => {
    requests.push(asked.headers.upgrade ?? 'plain')
    if (asked.headers.upgrade) refuse(asked, answer)
    else onRequest(asked, answer)
  })
  if (sockets.length > 0) {
    let opened = 0
    const socketServer = new WebSocketServer({ server })
    socketServer.on('connection', (socket, asked) => {
      sockets[Math.min(opened++, sockets.length - 1)]?.(socket, asked)
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, requests }
}

const follow = followWith(openLiveStream)

const END = 'event: end\ndata: {}\n\n'

// Relative addresses are those of the page.
beforeEach(() => {
  vi.stubGlobal('location', { href: 'http://127.0.0.1/' })
  onTestFinished(() => void vi.unstubAllGlobals())
})

test('a stream comes over a WebSocket, in whatever pieces', async () => {
  const { url, requests } = await serve([
    (socket) => {
      for (const text of [': \n\n', 'data: a\n\nda', 'ta: b\n\n', END]) socket.send(text)
    },
  ])
  expect(await follow(url, 'ended')).toEqual({ states: ['open', 'ended'], data: ['a', 'b'] })
  expect(requests).toEqual([])
})

test('it is closed with its page, whether or not a message has come', async () => {
  for (const first of ['data: a\n\n', undefined]) {
    const [opened, closed] = [deferred(), deferred()]
    const { url } = await serve([
      (socket) => {
        if (first !== undefined) socket.send(first)
        socket.on('close', () => closed.resolve())
        opened.resolve()
      },
    ])
    const close = openLiveStream({ url, onEvents: () => {} })
    await opened.promise
    close()
    await closed.promise
  }
})

test('after a failure it comes back and says which event was the last', async () => {
  const asked: unknown[] = []
  const tell =
    (text: string): OnSocket =>
    (socket, { url }) => {
      asked.push(url)
      socket.send(text)
      socket.close()
    }
  const { url } = await serve([tell('id: 0\ndata: a\n\nid: 1\ndata: b\n\nid: 2\nda'), tell(END)])
  expect(await follow(url, 'ended')).toEqual({
    states: ['open', 'lost', 'open', 'ended'],
    data: ['a', 'b'],
  })
  expect(asked).toEqual(['/events', '/events?after=1'])
})

test.each([
  ['is refused', []],
  ['is closed before a message comes', [(socket: WebSocket) => socket.close()]],
  ['breaks before a message comes', [(socket: WebSocket) => socket.terminate()]],
] as const)('where the WebSocket %s, the stream comes by an ordinary request', async (_, sockets) => {
  const given: unknown[] = []
  const { url } = await serve(sockets, (asked, answer) => {
    given.push(asked.headers['last-event-id'])
    answer.end(`data: a\n\n${END}`)
  })
  expect(await follow(url, 'ended', { lastId: '7' })).toEqual({ states: ['open', 'ended'], data: ['a'] })
  expect(given).toEqual(['7'])
})

test('what is not there is not asked for again', async () => {
  const { url, requests } = await serve([(socket) => socket.terminate()], (_, answer) =>
    answer.writeHead(404).end(),
  )
  expect(await follow(url, 'missing')).toEqual({ states: ['missing'], data: [] })
  expect(requests).toEqual(['plain'])
})

test('a server that falls silent is given up and asked again', async () => {
  const { url } = await serve([(socket) => socket.send('data: a\n\n'), (socket) => socket.send(END)])
  const { states } = await follow(url, 'ended', { silenceMs: 200 })
  // On a busy machine the silence may begin before the answer, and more than once.
  expect(states).toContain('lost')
  expect(states.slice(-2)).toEqual(['open', 'ended'])
})

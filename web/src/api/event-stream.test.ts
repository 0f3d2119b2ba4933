import * as fc from 'fast-check'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventParser, openEventStream, type StreamEvent } from './event-stream.ts'
import { followWith } from './follow-stream.fixture.ts'

const TEXT = [
  ': a comment\n\n',
  'data: plain\n\n',
  'event: now\ndata: {"at":3}\n\n',
  'id: 7\r\ndata: one\r\ndata: two\r\n\r\n',
  'id:8\ndata:tight\n\n',
  'event: lonely\n\n',
  'retry: 10\nid: 9\ndata\n\n',
  'data: cut off',
].join('')

const EVENTS: readonly StreamEvent[] = [
  { type: 'message', data: 'plain' },
  { type: 'now', data: '{"at":3}' },
  { type: 'message', data: 'one\ntwo', id: '7' },
  { type: 'message', data: 'tight', id: '8' },
  { type: 'message', data: '', id: '9' },
]

test('events are the same in whatever pieces the text comes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: TEXT.length - 1 })), (cuts) => {
      const parse = eventParser()
      const places = [0, ...cuts.sort((a, b) => a - b), TEXT.length]
      const events = places.slice(1).flatMap((end, index) => parse(TEXT.slice(places[index], end)))
      expect(events).toEqual(EVENTS)
    }),
  )
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server that answers one request after the other as the handlers say. */
async function serve(...handlers: readonly Handler[]): Promise<string> {
  let asked = 0
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/event-stream')
    const handler = handlers[Math.min(asked++, handlers.length - 1)]
    handler?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
}

const follow = followWith(openEventStream)

test('the end ends it, and what comes after is not heard', async () => {
  const url = await serve((_, response) => response.end('data: a\n\nevent: end\ndata: {}\n\ndata: late\n\n'))
  expect(await follow(url, 'ended')).toEqual({ states: ['open', 'ended'], data: ['a'] })
})

test('after a failure it comes back and says which event was the last', async () => {
  const given: unknown[] = []
  const note: (answer: string) => Handler = (answer) => (request, response) => {
    given.push(request.headers['last-event-id'])
    response.write(answer)
    response.end()
  }
  const url = await serve(
    note('id: 0\ndata: a\n\nid: 1\ndata: b\n\nid: 2\ndata: c'),
    (_, response) => response.writeHead(503).end(),
    (_, response) => response.destroy(),
    note('id: 2\ndata: c\n\nevent: end\ndata: {}\n\n'),
  )
  const { states, data } = await follow(url, 'ended')
  expect(data).toEqual(['a', 'b', 'c'])
  expect(given).toEqual([undefined, '1'])
  expect(states).toEqual(['open', 'lost', 'lost', 'lost', 'open', 'ended'])
})

test('it goes on after an event that was seen before', async () => {
  const url = await serve((request, response) =>
    response.end(`data: ${String(request.headers['last-event-id'])}\n\nevent: end\ndata: {}\n\n`),
  )
  expect((await follow(url, 'ended', { lastId: '41' })).data).toEqual(['41'])
})

test('it can ask again for events that it has', async () => {
  const given: unknown[] = []
  const answer: (text: string) => Handler = (text) => (request, response) => {
    given.push(request.headers['last-event-id'])
    response.end(text)
  }
  const url = await serve(
    answer('id: 0\ndata: a\n\n'),
    answer('id: 0\ndata: a\n\nid: 1\ndata: b\n\n'),
    answer('id: 1\ndata: b\n\nevent: end\ndata: {}\n\n'),
  )
  const resumeAfter = (id: string): string | undefined => (id === '0' ? undefined : String(Number(id) - 1))
  expect((await follow(url, 'ended', { resumeAfter })).data).toEqual(['a', 'a', 'b', 'b'])
  expect(given).toEqual([undefined, undefined, '0'])
})

test('what is not there is not asked for again', async () => {
  const url = await serve((_, response) => response.writeHead(404).end())
  expect(await follow(url, 'missing')).toEqual({ states: ['missing'], data: [] })
})

test('a server that falls silent is given up and asked again', async () => {
  const url = await serve(
    (_, response) => response.write('data: a\n\n'),
    (_, response) => response.end('data: b\n\nevent: end\ndata: {}\n\n'),
  )
  const { states, data } = await follow(url, 'ended', { silenceMs: 50 })
  // On a busy machine the silence may begin before the answer, and more than once.
  expect(states).toContain('lost')
  expect(states.slice(-2)).toEqual(['open', 'ended'])
  expect(data.at(-1)).toBe('b')
})

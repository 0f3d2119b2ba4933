import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { isObject } from '../../src/base/json.ts'
import { dial, hear, openServerProcess, say, statusesIn, type ServerProcess } from './abuse.fixture.ts'
import { until } from './arena.fixture.ts'

/** A patient server: clients may be slow because the machine is busy. */
let server: ServerProcess
/** An impatient server: it soon closes slow connections. */
let hasty: ServerProcess
let key: string
let game: number

beforeAll(async () => {
  ;[server, hasty] = await Promise.all([openServerProcess(60_000), openServerProcess(600)])
  key = String((await post('/api/v1/players', { name: 'Ann' }))['key'])
  game = Number((await post('/api/v1/games', { challenge: 'quoridor', opponent: 'house:first' }))['id'])
})

afterAll(async () => {
  for (const one of [server, hasty]) {
    await one[Symbol.asyncDispose]()
    expect(await one.complaints).toBe('')
  }
})

async function post(path: string, json: unknown): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(json),
  })
  const body: unknown = await response.json()
  return isObject(body) ? body : {}
}

/** Checks that the server still answers other clients. On a busy machine this client may itself be too slow for the hasty server. */
async function expectServing({ url } = server): Promise<void> {
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        ({ status }) => status,
        () => undefined,
      ),
    )
    .toBe(200)
}

const get = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`

const postJson = (path: string, body: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body, 'latin1')}\r\n${more}\r\n${body}`

describe('slow senders', () => {
  test('of headers are closed, and delay no other client', async () => {
    const heard = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const socket = await dial(hasty.port)
        const rest = hear(socket)
        socket.write('GET / HTTP/1.1\r\nX: ')
        const isSilent = index % 4 === 0
        const dribble = setInterval(() => !isSilent && socket.writable && socket.write('x'), 50)
        if (index % 20 === 0) await expectServing(hasty)
        return rest.finally(() => clearInterval(dribble))
      }),
    )
    // A client that still sends when it is closed may not get the answer. Those that fell silent do.
    const told = heard.filter((text) => text !== '')
    expect(new Set(told.map((text) => statusesIn(text)[0]))).toEqual(new Set([408]))
    expect(told[0]).toMatch(/\{"error":"too-slow","message":"[^"]+"\}$/)
  })

  test('of bodies are hung up on', async () => {
    const socket = await dial(hasty.port)
    const rest = hear(socket)
    socket.write(
      'POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
    )
    const dribble = setInterval(() => socket.writable && socket.write(' '), 50)
    await expectServing(hasty)
    // As above.
    expect([[], [408]]).toContainEqual(statusesIn(await rest))
    clearInterval(dribble)
  })

  test('of half a head, as in HTTP/0.9, are hung up on', async () => {
    expect(statusesIn(await say(hasty.port, 'GET /\r\n'))).toEqual([408])
  })

  test('of nothing at all are hung up on, two thousand at once', async () => {
    const sockets = await Promise.all(Array.from({ length: 2000 }, () => dial(hasty.port)))
    await expectServing(hasty)
    const ended = await Promise.all(sockets.map(hear))
    expect(ended).toHaveLength(2000)
    await expectServing(hasty)
  })
})

describe('big bodies', () => {
  test('are refused when they are announced, and when they are not', async () => {
    const big = Buffer.alloc(10 << 20, 32)
    const said = await say(
      server.port,
      `POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${big.length}\r\n\r\n`,
    )
    expect(statusesIn(said)).toEqual([413])
    const socket = await dial(server.port)
    const heard = hear(socket)
    socket.write(
      'POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    for (let n = 0; n < 160 && socket.writable; n++) {
      socket.write('10000\r\n')
      socket.write(big.subarray(0, 0x10000))
      socket.write('\r\n')
    }
    // A client that goes on sending may not get the answer.
    expect([[], [413]]).toContainEqual(statusesIn(await heard))
    await expectServing()
  })

  test('to addresses that take none are not read into memory', async () => {
    const before = await server.memory()
    const head = (path: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${10 << 20}\r\n\r\n`
    for (const path of ['/healthz', '/nowhere', '/move/1/1001/Left/True/forward.json', '/organiser']) {
      const [status] = statusesIn(await say(server.port, head(path), Buffer.alloc(1 << 20)))
      expect([404, 405, 413, undefined]).toContain(status)
    }
    expect((await server.memory()) - before).toBeLessThan(4 << 20)
  })
})

describe('broken text', () => {
  test.each([
    ['a path', get('/api/v1/players/\xff\xfe')],
    ['an escape in a path', get('/api/v1/challenges/%ff%fe')],
    ['an escape in a query', get('/api/v1/matches?challenge=%ff%fe')],
    ['half an escape', get('/api/v1/challenges/%4')],
    ['no escape', get('/api/v1/challenges/%zz')],
    ['an escape on the polling wire', get('/grid/%ff/1001.json')],
    ['a body', postJson('/api/v1/players', '{"name":"Ann\xff"}')],
    ['half a surrogate', postJson('/api/v1/players', String.raw`{"name":"\ud800"}`)],
    ['a header', get('/api/v1/me', 'Authorization: Bearer \xff\xfe\r\n')],
    ['a cookie', get('/api/v1/me', 'Cookie: gamegrid_session=%ff%fe\r\n')],
  ])('in %s is refused', async (_, request) => {
    const heard = await say(server.port, request)
    const [status = 0] = statusesIn(heard)
    expect(status === 200 || (status >= 400 && status < 500)).toBe(true)
    expect(heard).toMatch(status === 200 ? /"matches":\[\]/ : /\{"error":"[a-z.-]+","message":"[^"]+"/)
    await expectServing()
  })
})

describe('tricks with addresses', () => {
  test.each([
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/docs/../../../etc/passwd',
    '/docs/js/..%2f..%2f..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '//etc/passwd',
    '/\\..\\..\\etc\\passwd',
    '/docs/js/scalar.js%00.html',
    '/%00',
    '/api/v1/matches/%00',
    '/assets/..%5c..%5cpackage.json',
    `/${'a'.repeat(8000)}`,
    `/api/v1/matches/${'1'.repeat(8000)}`,
    `/${'../'.repeat(2000)}etc/passwd`,
    'http://evil.example/etc/passwd',
    '*',
    '/;/etc/passwd',
    '/?/../../etc/passwd',
  ])('find nothing: %s', async (path) => {
    const heard = await say(server.port, get(path))
    const [status = 0] = statusesIn(heard)
    expect([302, 400, 404, 414]).toContain(status)
    expect(heard).not.toMatch(/root:|"dependencies"/)
  })

  test('too long for a head at all are refused', async () => {
    expect(statusesIn(await say(server.port, get(`/${'a'.repeat(20_000)}`)))).toEqual([431])
  })
})

describe('requests that could be taken for two', () => {
  const body = '{"name":"Smuggled"}'
  test.each([
    ['two lengths', `Content-Length: ${body.length}\r\nContent-Length: 0\r\n`],
    ['two lengths in one', `Content-Length: ${body.length}, 0\r\n`],
    ['a length and chunks', `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n`],
    ['chunks that are none', 'Transfer-Encoding: chunked, identity\r\n'],
    ['chunks spelt otherwise', 'Transfer-Encoding: xchunked\r\n'],
    ['a space before the colon', `Content-Length : ${body.length}\r\n`],
    ['a negative length', 'Content-Length: -1\r\n'],
    ['a length in hexadecimal', 'Content-Length: 0x13\r\n'],
    ['a length of many digits', `Content-Length: ${'9'.repeat(30)}\r\n`],
    ['a folded header', `X: a\r\n Content-Length: ${body.length}\r\n`],
    ['a line feed alone', `X: a\nContent-Length: ${body.length}\r\n`],
    ['a NUL', `X: a\0b\r\nContent-Length: ${body.length}\r\n`],
  ])('by %s are refused', async (_, headers) => {
    const request = `POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n${body}`
    const heard = await say(server.port, request, get('/api/v1/players'))
    expect(statusesIn(heard)).toEqual([400])
    await expectServing()
  })

  test('left no connection behind', async () => {
    const { players } = (await (await fetch(`${server.url}/api/v1/players`)).json()) as { players: unknown }
    expect(JSON.stringify(players)).not.toContain('Smuggled')
  })
})

describe('what is hardly HTTP', () => {
  test.each([
    ['another version', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n', [400]],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
    ['a method of its own', 'BREW /pot HTTP/1.1\r\nHost: localhost\r\n\r\n', [400]],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', []],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', [405]],
    ['many headers', get('/healthz', 'X: y\r\n'.repeat(300)), [200]],
    ['too many headers', get('/healthz', 'X: y\r\n'.repeat(4000)), [431]],
    ['a header too big', get('/healthz', `X: ${'y'.repeat(20_000)}\r\n`), [431]],
    ['an odd expectation', get('/healthz', 'Expect: cake\r\n'), [417]],
    ['an upgrade to h2c', get('/healthz', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'), [200]],
  ])('is answered as such: %s', async (_, request, statuses) => {
    expect(statusesIn(await say(server.port, request))).toEqual(statuses)
    await expectServing()
  })

  test('is told to go on before a body, and what is wrong with it after', async () => {
    const socket = await dial(server.port)
    const heard = hear(socket)
    const body = '{"name":""}'
    socket.write(postJson('/api/v1/players', body, 'Expect: 100-continue\r\n').slice(0, -body.length))
    socket.write(body)
    expect(statusesIn(await heard)).toEqual([100, 400])
  })

  test('is answered when its sender has said all it wants to, and dropped when it has not', async () => {
    const whole = await dial(server.port)
    const heard = hear(whole)
    whole.end('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(statusesIn(await heard)).toEqual([200])
    const half = await dial(server.port)
    const nothing = hear(half)
    half.end('GET /healthz HTT')
    expect(statusesIn(await nothing).filter((status) => status !== 400)).toEqual([])
  })

  test('may be a thousand requests at once, answered in order', async () => {
    const requests = Array.from(
      { length: 1000 },
      (_, n) => `GET /api/v1/players/${n + 1} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    )
    const heard = await say(server.port, requests.join(''), get('/healthz'))
    expect(statusesIn(heard)).toHaveLength(1001)
    const missing = [...heard.matchAll(/There is no player (\d+)/g)].map(([, id]) => Number(id))
    expect(missing).toEqual(Array.from({ length: 1000 }, (_, n) => n + 1))
  })
})

describe('JSON', () => {
  test.each([
    ['deep', '['.repeat(30_000)],
    ['deep and whole', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a prototype', '{"name":"x","__proto__":{"role":"organiser"}}'],
    ['a prototype elsewhere', '{"name":"x","constructor":{"prototype":{"role":"organiser"}}}'],
    ['a huge number', '{"name":1e99999}'],
    ['no end', '{"name":"x"'],
    ['two documents', '{"name":"x"}{"name":"y"}'],
    ['a byte order mark', '\xef\xbb\xbf{"name":""}'],
    ['nothing', ''],
  ])('that is %s is refused', async (_, body) => {
    expect(statusesIn(await say(server.port, postJson('/api/v1/players', body)))).toEqual([400])
  })

  test('has made no organiser', async () => {
    const { players } = (await (await fetch(`${server.url}/api/v1/players`)).json()) as { players: unknown }
    expect(players).toEqual([expect.objectContaining({ name: 'Ann', role: 'player' })])
  })
})

describe('sockets', () => {
  const upgrade = (path: string, more = ''): string =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`

  const path = (): string => `/api/v1/matches/${game}/socket`

  test.each([
    ['a frame that is too large', [0x82, 0xff, 0, 0, 0, 0, 0x10, 0, 0, 0, 1, 2, 3, 4]],
    ['a frame without a mask', [0x81, 0x02, 0x68, 0x69]],
    ['a kind that does not exist', [0x83, 0x80, 1, 2, 3, 4]],
    ['reserved bits', [0xf1, 0x80, 1, 2, 3, 4]],
    ['a long ping', [0x89, 0xfe, 0, 126, 1, 2, 3, 4]],
    ['text that is not UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]],
    ['a close that is not one', [0x88, 0x81, 0, 0, 0, 0, 1]],
  ])('with %s are closed', async (_, bytes) => {
    const heard = await say(server.port, upgrade(path()), Uint8Array.from(bytes))
    expect(statusesIn(heard)).toEqual([101])
    await expectServing()
  })

  const open = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path()}`)
    socket.on('error', () => {})
    await once(socket, 'open')
    return socket
  }

  test.each([
    ['messages', (socket: WebSocket) => socket.send('x')],
    ['pings without end', (socket: WebSocket) => socket.ping()],
  ])('with %s are cut off: nothing is expected from spectators', async (_, say) => {
    const [talker, quiet] = [await open(), await open()]
    const closed = once(talker, 'close')
    for (let n = 0; n < 100; n++) say(talker)
    await closed
    quiet.ping()
    await once(quiet, 'pong')
    expect(quiet.readyState).toBe(WebSocket.OPEN)
    quiet.terminate()
  })

  test.each([
    ['to nowhere', '/nowhere', 404],
    ['to a page', '/healthz', 101],
    ['to no match', '/api/v1/matches/x/socket', 400],
  ])('are not for everything: %s', async (_, where, status) => {
    // A connection that was accepted may stay.
    const socket = await dial(server.port)
    socket.write(upgrade(where))
    const [head] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(statusesIn(String(head))).toEqual([status])
  })

  test('need their handshake', async () => {
    const bare = `GET ${path()} HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`
    expect(statusesIn(await say(server.port, bare))).toEqual([400])
    expect(statusesIn(await say(server.port, get(path())))).toEqual([426])
  })
})

describe('memory', () => {
  /** Some requests of each kind that could leak memory. */
  async function abuse(times: number): Promise<void> {
    const events = `/api/v1/matches/${game}/events`
    for (let n = 0; n < times; n++) {
      await Promise.all(
        Array.from({ length: 100 }, async (_, index) => {
          const socket = await dial(server.port)
          const where = index % 3 === 0 ? '/api/v1/live' : events
          socket.write(`GET ${where} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
          // Some disconnect at once, some after the first data.
          if (index % 2 === 0) await once(socket, 'data')
          socket.resetAndDestroy()
        }),
      )
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          await say(server.port, get(`/api/v1/players?${index}=${n}`))
          await say(server.port, get(`/player/${n * 20 + index + 2000}/1/data.json`))
          await say(server.port, postJson('/api/v1/players', `{"name":${'['.repeat(1000)}`))
        }),
      )
    }
  }

  test('stays flat while clients come and go', async () => {
    await abuse(5)
    const before = await server.memory()
    await abuse(20)
    await until(async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      return metrics.includes('gamegrid_spectators 0\n') ? true : undefined
    })
    const grown = (await server.memory()) - before
    expect(grown).toBeLessThan(6 << 20)
  })
})

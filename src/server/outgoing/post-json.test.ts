import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { readAddressRules, type AddressRules } from './address-rules.ts'
import { openOutgoing, type Lookup } from './post-json.ts'

interface Place extends AsyncDisposable {
  readonly port: number
  readonly requests: {
    readonly url: string
    readonly body: string
    readonly headers: IncomingMessage['headers']
  }[]
}

/** A receiver, and the requests that it got. */
async function openPlace(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<Place> {
  const requests: Place['requests'] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      requests.push({ url: request.url ?? '', body, headers: request.headers })
      answer(response, request)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

const local = must(readAddressRules({ allowed: [], isLocal: true }))
const strangers = must(readAddressRules({ allowed: ['*'], isLocal: false }))

/** Names that lead where the test wants; a list is gone through, one call after the other. */
const names =
  (table: Readonly<Record<string, readonly string[]>>, asked: string[] = []): Lookup =>
  (host, _options, callback) => {
    const answers = table[host] ?? []
    const address = answers[Math.min(asked.filter((name) => name === host).length, answers.length - 1)]
    asked.push(host)
    if (address === undefined) return callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }

const post = (url: string, rules: AddressRules, lookup?: Lookup, options = {}) =>
  openOutgoing({ rules, ...(lookup && { lookup }) })(
    url,
    { battleId: 'a' },
    { signal: new AbortController().signal, timeoutMs: 5000, ...options },
  )

describe('posting to a stranger', () => {
  test('sends JSON and tells the status, whatever the body says', async () => {
    await using place = await openPlace((response) => response.writeHead(202).end('not JSON'))
    const answer = await post(`http://127.0.0.1:${place.port}/quoridor`, local, undefined, {
      authorization: 'secret',
    })
    expect(answer).toEqual({ ok: true, value: { status: 202 } })
    expect(place.requests).toMatchObject([
      {
        url: '/quoridor',
        body: '{"battleId":"a"}',
        headers: { 'content-type': 'application/json', authorization: 'secret' },
      },
    ])
  })

  test.each([
    ['itself', '127.0.0.1'],
    ['in decimal', '2130706433'],
    ['in octal', '0177.0.0.1'],
    ['in hexadecimal', '0x7f.1'],
    ['short', '127.1'],
    ['mapped', '[::ffff:127.0.0.1]'],
    ['mapped, in hexadecimal', '[::ffff:7f00:1]'],
  ])('does not call this machine, spelt %s', async (_how, host) => {
    await using place = await openPlace((response) => response.end())
    expect(await post(`http://${host}:${place.port}/`, strangers)).toMatchObject({
      ok: false,
      problem: { message: 'the server may not call that address' },
    })
    expect(place.requests).toEqual([])
  })

  test.each(['127.0.0.1', '169.254.169.254', '::1', '10.0.0.1'])(
    'does not call a name that leads to %s',
    async (to) => {
      await using place = await openPlace((response) => response.end())
      const answer = await post(
        `http://bots.example.org:${place.port}/`,
        strangers,
        names({ 'bots.example.org': [to] }),
      )
      expect(answer).toMatchObject({
        ok: false,
        problem: { message: 'the server may not call that address' },
      })
      expect(place.requests).toEqual([])
    },
  )

  test('calls the very address that was checked, though the name means another one the next time', async () => {
    await using place = await openPlace((response) => response.end())
    const asked: string[] = []
    const lookup = names({ 'bots.example.org': ['127.0.0.1', '169.254.169.254'] }, asked)
    const url = `http://bots.example.org:${place.port}/`
    expect(await post(url, local, lookup)).toMatchObject({ ok: true })
    expect(asked).toEqual(['bots.example.org'])
    expect(place.requests).toHaveLength(1)
    expect(await post(url, local, lookup)).toMatchObject({ ok: false })
    expect(place.requests).toHaveLength(1)
  })

  test.each(['http://bots.example.org:8080/', 'http://93.184.216.34:8080/'])(
    'reaches %s at the address that was checked',
    async (url) => {
      await using place = await openPlace((response) => response.writeHead(202).end())
      const dialled: string[] = []
      const post = openOutgoing({
        rules: must(readAddressRules({ allowed: ['93.184.216.0/24'], isLocal: false })),
        lookup: names({ 'bots.example.org': ['93.184.216.34'] }),
        connect(address, port) {
          dialled.push(`${address}:${port}`)
          return connect(place.port, '127.0.0.1')
        },
      })
      const options = { signal: new AbortController().signal, timeoutMs: 5000 }
      expect(await post(url, {}, options)).toEqual({ ok: true, value: { status: 202 } })
      expect(dialled).toEqual(['93.184.216.34:8080'])
      // Nothing is opened to an address that is not allowed.
      expect(await post('http://93.184.217.1:8080/', {}, options)).toMatchObject({ ok: false })
      expect(await post('http://nowhere.example.org:8080/', {}, options)).toMatchObject({
        problem: { message: 'there is no such host' },
      })
      expect(dialled).toHaveLength(1)
      expect(place.requests).toHaveLength(1)
    },
  )

  test('follows three redirects as a POST with its body, and checks where each leads', async () => {
    await using place = await openPlace((response, { url = '' }) => {
      const steps = Number(url.slice(1))
      if (steps === 0) response.end()
      else response.writeHead(307, { location: `/${steps - 1}` }).end()
    })
    const at = (steps: number) => post(`http://127.0.0.1:${place.port}/${steps}`, local)
    expect(await at(3)).toEqual({ ok: true, value: { status: 200 } })
    expect(place.requests.map(({ url, body }) => [url, body])).toEqual(
      ['/3', '/2', '/1', '/0'].map((url) => [url, '{"battleId":"a"}']),
    )
    expect(await at(4)).toMatchObject({ ok: false, problem: { message: 'it redirected more than 3 times' } })
  })

  test('makes headers from the text that it sends, and takes a redirect for the answer if it must not follow it', async () => {
    await using place = await openPlace((response) => response.writeHead(307, { location: '/else' }).end())
    const url = `http://127.0.0.1:${place.port}/`
    const headers = (body: string) => ({ 'x-signed': `${body.length} ${body}` })
    expect(await post(url, local, undefined, { headers, refusesRedirects: true })).toEqual({
      ok: true,
      value: { status: 307 },
    })
    expect(place.requests).toMatchObject([
      { url: '/', body: '{"battleId":"a"}', headers: { 'x-signed': '16 {"battleId":"a"}' } },
    ])
    // They are for the first address alone.
    await post(url, local, undefined, { headers })
    expect(place.requests.slice(1, 3).map((one) => [one.url, one.headers['x-signed'] !== undefined])).toEqual(
      [
        ['/', true],
        ['/else', false],
      ],
    )
  })

  test.each([
    'http://169.254.169.254/latest',
    'http://192.168.0.1/',
    'file:///etc/passwd',
    'http://[::1]:22/',
    'http://',
  ])('does not follow a redirect to %s', async (location) => {
    await using place = await openPlace((response) => response.writeHead(302, { location }).end())
    expect(await post(`http://127.0.0.1:${place.port}/`, local)).toMatchObject({ ok: false })
    expect(place.requests).toHaveLength(1)
  })

  test('gives the token to nobody else', async () => {
    await using other = await openPlace((response) => response.end())
    await using place = await openPlace((response) =>
      response.writeHead(308, { location: `http://127.0.0.1:${other.port}/` }).end(),
    )
    await post(`http://127.0.0.1:${place.port}/`, local, undefined, { authorization: 'secret' })
    expect(place.requests[0]?.headers.authorization).toBe('secret')
    expect(other.requests).toHaveLength(1)
    expect(other.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('follows no redirect with the token, be it to the same place', async () => {
    await using place = await openPlace((response, { url }) =>
      url === '/there' ? response.end() : response.writeHead(307, { location: '/there' }).end(),
    )
    await post(`http://127.0.0.1:${place.port}/`, local, undefined, {
      authorization: 'secret',
      idempotencyKey: 'one',
    })
    expect(
      place.requests.map(({ url, headers }) => [url, headers.authorization, headers['idempotency-key']]),
    ).toEqual([
      ['/', 'secret', 'one'],
      ['/there', undefined, 'one'],
    ])
  })

  test('does not wait for a body that never ends, and hangs up on one that is too big', async () => {
    let isCut = false
    await using place = await openPlace((response) => {
      response.writeHead(200)
      response.on('close', () => (isCut = true))
      const more = (): void =>
        void (
          response.destroyed ||
          (response.write('x'.repeat(65_536)) ? setImmediate(more) : response.once('drain', more))
        )
      more()
    })
    expect(await post(`http://127.0.0.1:${place.port}/`, local)).toEqual({ ok: true, value: { status: 200 } })
    await expect.poll(() => isCut).toBe(true)
  })

  test('gives up when there is no answer in time, and at once when it is told to', async () => {
    await using place = await openPlace(() => {})
    const url = `http://127.0.0.1:${place.port}/`
    expect(await post(url, local, undefined, { timeoutMs: 50 })).toMatchObject({
      problem: { message: 'no answer within 0.05 s' },
    })
    const stop = new AbortController()
    const answer = post(url, local, undefined, { signal: stop.signal })
    await expect.poll(() => place.requests.length).toBe(2)
    stop.abort()
    expect(await answer).toMatchObject({ problem: { message: 'it was given up' } })
  })

  test.each([
    [
      'switches protocols',
      ({ socket }: ServerResponse) =>
        void socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      'it answered 101',
    ],
    ['hangs up', (response: ServerResponse) => void response.destroy(), 'it hung up without an answer'],
    [
      'has headers without end',
      (response: ServerResponse) => void response.writeHead(200, { x: 'x'.repeat(20_000) }).end(),
      'its headers are too big',
    ],
  ])('says so when the other side %s', async (_what, answer, message) => {
    await using place = await openPlace(answer)
    expect(await post(`http://127.0.0.1:${place.port}/`, local)).toMatchObject({ problem: { message } })
  })

  test('says so when nobody is there', async () => {
    const { port } = await openPlace((response) => response.end()).then(async (place) => {
      await place[Symbol.asyncDispose]()
      return place
    })
    expect(await post(`http://127.0.0.1:${port}/`, local)).toMatchObject({
      problem: { message: 'nothing listens there' },
    })
    expect(await post('http://nowhere.example.org/', local, names({}))).toMatchObject({
      problem: { message: 'there is no such host' },
    })
  })
})

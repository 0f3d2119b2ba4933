import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { root } from '../cli/run.ts'
import { listIn, numberIn, openTestArena, said, textIn, until, type TestPlayer } from './arena.fixture.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const ok = (response: ServerResponse): void => void response.writeHead(200).end()

/** A server that takes what is posted to it. Each request gets the next answer; when they are used up, all get 200. */
async function receiver(...answers: ((response: ServerResponse) => void)[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      received.push({ headers: request.headers, body: await text(request) })
      const answer = answers.shift() ?? ok
      answer(response)
    }
    void take()
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(code, headers).end()

const add = (organiser: TestPlayer, url: string, events?: readonly string[]) =>
  organiser.request('/api/v1/webhooks', { method: 'POST', json: { url, ...(events && { events }) } })

const sendTest = (organiser: TestPlayer, webhook = 1) =>
  organiser.request(`/api/v1/webhooks/${webhook}/test`, { method: 'POST' })

const resend = (organiser: TestPlayer, webhook: number, delivery: number) =>
  organiser.request(`/api/v1/webhooks/${webhook}/deliveries/${delivery}/send`, { method: 'POST' })

const idOf = (delivery: JsonObject | undefined): number => numberIn(delivery ?? {}, 'id')

const deliveries = async (organiser: TestPlayer, webhook = 1) =>
  listIn((await organiser.request(`/api/v1/webhooks/${webhook}/deliveries?limit=100`)).body, 'deliveries')

/** The deliveries, once all of them are in one of these states. */
const settled = (organiser: TestPlayer, count: number, webhook = 1) =>
  until(async () => {
    const rows = await deliveries(organiser, webhook)
    return rows.length >= count && rows.every(({ state }) => state !== 'owed') ? rows : undefined
  })

/** Plays a contest of house brains to its end. */
async function playContest(organiser: TestPlayer): Promise<void> {
  const json = {
    name: 'Spring cup',
    challenge: 'tic-tac-toe',
    format: 'single-elimination',
    options: { bestOf: 1, thirdPlace: false },
    entrants: ['house:perfect', 'house:first', 'house:random'],
    seed: 3,
  }
  expect(await organiser.request('/api/v1/tournaments', { method: 'POST', json })).toMatchObject({
    status: 201,
  })
  await organiser.request('/api/v1/tournaments/1/start', { method: 'POST' })
  await until(async () =>
    (await organiser.request('/api/v1/tournaments/1')).body['status'] === 'over' ? true : undefined,
  )
}

const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)

test('news of a contest is posted with a signature that the secret proves, as the page of webhooks shows it', async () => {
  await using arena = await openTestArena()
  const organiser = await arena.organiser()
  const { url, received } = await receiver()
  const added = await add(organiser, url)
  expect(added.status).toBe(201)
  expect(added.headers.get('cache-control')).toBe('no-store')
  const secret = textIn(added.body, 'secret')
  expect(secret).toMatch(/^whsec_[\w+/=]{44}$/)
  await playContest(organiser)
  await organiser.request('/api/v1/tournaments/1/publish', { method: 'POST' })
  const rows = await settled(organiser, 7)
  expect(
    rows.toReversed().map(({ event, state, status, attempts }) => [event, state, status, attempts]),
  ).toEqual(
    [
      'tournament.running',
      'tournament.round',
      'match.over',
      'tournament.round',
      'match.over',
      'tournament.over',
      'tournament.published',
    ].map((event) => [event, 'delivered', 200, 1]),
  )
  for (const { headers, body } of received) {
    const [id, at] = [headers['webhook-id'], headers['webhook-timestamp']].map(String)
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    expect(headers['content-type']).toBe('application/json')
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(received.length)

  // The examples of the page, but for the time.
  const bodies = received.map(({ body }) => JSON.parse(body) as JsonObject)
  const timeless = (body: JsonObject): unknown => ({ ...body, timestamp: '' })
  for (const example of blocks('json').map((code) => JSON.parse(code) as JsonObject))
    expect(bodies.map(timeless)).toContainEqual(timeless(example))
  const shown = blocks('json').map((code) => (JSON.parse(code) as JsonObject)['type'])
  expect(new Set(shown)).toEqual(new Set(['match.over', 'tournament.round', 'tournament.over']))

  // The functions of the page: they accept what was sent, and nothing else.
  const node = `${blocks('js')[0]}
const [secret, id, at, body, signature] = process.argv.slice(1)
console.log(isGenuine(secret, id, at, Buffer.from(body), signature) ? 'genuine' : 'forged')`
  const python = `${blocks('python')[0]}
import sys
secret, id, at, body, signature = sys.argv[1:]
print('genuine' if is_genuine(secret, id, at, body.encode(), signature) else 'forged')`
  const [first] = received
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = first?.headers ?? {}
  for (const command of [
    [process.execPath, '-e', node, '--'],
    ['python3', '-c', python],
  ] as const)
    for (const [body, given, word] of [
      [first?.body, signature, 'genuine'],
      [`${first?.body} `, signature, 'forged'],
      // As long as the right one, but in other bytes.
      [first?.body, String(signature).replace('v1,', 'v1é'), 'forged'],
    ] as const)
      expect(await runFile([...command, secret, id, at, body, given].map(String))).toBe(`${word}\n`)

  // The secret was shown once.
  for (const path of ['/api/v1/webhooks', '/api/v1/actions', '/api/v1/webhooks/1/deliveries', '/api/v1/me'])
    expect((await organiser.request(path)).text).not.toContain(secret.slice(6))
})

const runFile = ([file = '', ...args]: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    execFile(file, args, (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })

test('a failed delivery is tried again with the same id, given up in the end, and sent again by the organiser', async () => {
  await using arena = await openTestArena({ webhookBackOff: (failures) => (failures < 3 ? 1 : undefined) })
  const organiser = await arena.organiser()
  const elsewhere = await receiver()
  const { url, received } = await receiver(status(500), status(307, { location: elsewhere.url }), status(503))
  await add(organiser, url, ['tournament.over'])
  expect((await sendTest(organiser)).status).toBe(204)
  const [tried] = await settled(organiser, 1)
  expect(tried).toMatchObject({
    event: 'webhook.test',
    state: 'given-up',
    attempts: 3,
    status: 503,
    problem: 'it answered 503',
    next: null,
  })
  const again = (id: number) => resend(organiser, 1, id)
  expect((await again(idOf(tried))).body).toMatchObject({ state: 'owed', attempts: 0 })
  const [sent] = await settled(organiser, 1)
  expect(sent).toMatchObject({ id: tried?.['id'], state: 'delivered', attempts: 1, problem: null })
  expect(said(await again(idOf(sent)))).toEqual([409, 'already-delivered'])
  expect(said(await again(99))).toEqual([404, 'not-found'])
  expect(received).toHaveLength(4)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  // Redirects are not followed: no other server learns what was sent.
  expect(elsewhere.received).toEqual([])
})

test('a receiver that never answers delays no other, and what is owed at the end of a server is sent by the next', async () => {
  await using arena = await openTestArena({ webhookBackOff: () => 3_600_000 })
  const organiser = await arena.organiser()
  const silent = await receiver(...Array<() => void>(50).fill(() => {}))
  const quick = await receiver()
  const broken = await receiver(status(500))
  await add(organiser, silent.url)
  await add(organiser, quick.url, ['match.over', 'tournament.over'])
  await add(organiser, broken.url, ['tournament.over'])
  await playContest(organiser)
  expect((await settled(organiser, 3, 2)).map(({ event }) => event)).toEqual([
    'tournament.over',
    'match.over',
    'match.over',
  ])
  const late = await until(async () => {
    const [row] = await deliveries(organiser, 3)
    return row?.['attempts'] === 1 ? row : undefined
  })
  expect(late).toMatchObject({
    state: 'owed',
    status: 500,
    problem: 'it answered 500',
    next: expect.any(String),
  })
  const owed = await deliveries(organiser, 1)
  expect(owed.map(({ state }) => state)).toEqual(owed.map(() => 'owed'))

  await arena.restart()
  expect((await deliveries(organiser, 1)).map(({ id }) => id)).toEqual(owed.map(({ id }) => id))
  expect(await deliveries(organiser, 3)).toEqual([late])
  // What waits can be sent at once.
  await resend(organiser, 3, idOf(late))
  expect(await settled(organiser, 1, 3)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  const [before, after] = broken.received
  expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id'])
  expect(after?.body).toBe(before?.body)
  expect(quick.received).toHaveLength(3)

  expect((await organiser.request('/api/v1/webhooks/1', { method: 'DELETE' })).status).toBe(204)
  expect(listIn((await organiser.request('/api/v1/webhooks')).body, 'webhooks').map(({ id }) => id)).toEqual([
    2, 3,
  ])
  expect(said(await organiser.request('/api/v1/webhooks/1/deliveries'))).toEqual([404, 'not-found'])
})

test('public addresses are called, private ones are not, and there are at most 20 webhooks', async () => {
  const { url, received } = await receiver()
  const dialled: string[] = []
  await using arena = await openTestArena({
    hasLocalTeams: false,
    webhookBackOff: () => undefined,
    connect(address, port) {
      dialled.push(`${address}:${port}`)
      return connect(Number(new URL(url).port), '127.0.0.1')
    },
  })
  const organiser = await arena.organiser()
  expect(said(await add(organiser, 'ftp://example.org'))).toEqual([400, 'bad-url'])
  expect(said(await add(organiser, 'https://a:b@example.org'))).toEqual([400, 'bad-url'])
  expect(said(await add(organiser, url, ['match.begun']))).toEqual([400, 'bad-request'])
  expect((await add(organiser, url)).status).toBe(201)
  await sendTest(organiser)
  expect(await settled(organiser, 1)).toMatchObject([
    { problem: 'the server may not call that address', status: null },
  ])
  expect(received).toEqual([])
  await add(organiser, 'http://93.184.216.34:8080/')
  await sendTest(organiser, 2)
  expect(await settled(organiser, 1, 2)).toMatchObject([{ state: 'delivered' }])
  expect(dialled).toEqual(['93.184.216.34:8080'])
  expect(received).toMatchObject([{ headers: { host: '93.184.216.34:8080' } }])
  for (let count = 2; count < 20; count++) expect((await add(organiser, url)).status).toBe(201)
  expect(said(await add(organiser, url))).toEqual([429, 'too-many-webhooks'])
})

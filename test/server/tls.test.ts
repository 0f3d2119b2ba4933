import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { serve } from '../../src/cli/serve.ts'
import { removeFolder } from '../../src/runner/sandbox/remove-folder.ts'
import { openServer, type ArenaServer } from '../../src/server/open-server.ts'
import { readCertificate } from '../../src/server/read-certificate.ts'
import { command, gamegrid } from '../cli/run.ts'
import { openTestArena } from './arena.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-tls-'))
const file = (name: string): string => join(folder, name)
const openssl = (...args: readonly string[]): void => void execFileSync('openssl', args, { stdio: 'ignore' })
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
const NAMES = ['-subj', '/CN=arena', '-addext', 'subjectAltName=IP:127.0.0.1']
const REQUEST = ['req', '-x509', ...KEY, ...NAMES]

/** A certificate that signs itself, for 127.0.0.1. */
const makeCertificate = (name: string, ...more: readonly string[]): void =>
  openssl(...REQUEST, ...more, '-keyout', file(`${name}.key`), '-out', file(`${name}.pem`))

beforeAll(() => {
  makeCertificate('own', '-nodes')
  makeCertificate('other', '-nodes')
  makeCertificate('locked', '-passout', 'pass:secret')
  writeFileSync(file('text'), 'SECRET TEXT')
  writeFileSync(file('forbidden.key'), readFileSync(file('own.key')))
  chmodSync(file('forbidden.key'), 0)
})
afterAll(() => removeFolder(folder))

describe('a certificate and its key', () => {
  test.each([
    ['none.pem', 'own.key', /^Cannot use the TLS certificate ".*none\.pem": there is no such file$/],
    ['own.pem', 'none.key', /^Cannot use the TLS key ".*none\.key": there is no such file$/],
    ['own.pem', '.', /^Cannot use the TLS key ".*": it is a folder$/],
    ['text', 'own.key', /^Cannot use the TLS certificate ".*text": expected a certificate in PEM$/],
    ['own.key', 'own.key', /^Cannot use the TLS certificate ".*own\.key": expected a certificate in PEM$/],
    ['own.pem', 'text', /^Cannot use the TLS key ".*text": expected a private key in PEM$/],
    ['own.pem', 'own.pem', /^Cannot use the TLS key ".*own\.pem": expected a private key in PEM$/],
    [
      'locked.pem',
      'locked.key',
      /^Cannot use the TLS key .*: it has a passphrase, expected a key without one$/,
    ],
    ['own.pem', 'other.key', /^Cannot use the TLS key .*other\.key": it does not belong to the certificate/],
  ])('%s with %s is refused in one sentence that quotes nothing of it', (cert, key, sentence) => {
    const read = readCertificate(file(cert), file(key))
    if (read.ok) throw new Error('expected a refusal')
    expect(read.problem.message).toMatch(sentence)
    expect(read.problem.message).not.toContain('SECRET')
  })

  test('a key that this user may not read is named; root may read all', () => {
    expect(readCertificate(file('own.pem'), file('forbidden.key'))).toMatchObject(
      process.getuid?.() === 0
        ? { ok: true }
        : { problem: { message: expect.stringMatching(/forbidden\.key": this user may not read it$/) } },
    )
  })

  test('the command line takes both or none', async () => {
    await expect(serve({ tcp: false, tlsCert: file('own.pem') })).rejects.toThrow(
      'Cannot serve HTTPS: expected both --tls-cert FILE and --tls-key FILE',
    )
  })
})

describe('an arena over HTTPS', () => {
  let server: ArenaServer
  let ca = ''
  const failures: unknown[] = []

  beforeAll(async () => {
    ca = readFileSync(file('own.pem'), 'utf8')
    const certificate = readCertificate(file('own.pem'), file('own.key'))
    if (!certificate.ok) throw new Error(certificate.problem.message)
    const opened = await openServer({
      folder: file('data'),
      host: '127.0.0.1',
      port: 0,
      certificate: certificate.value,
      onFailure: (...failure) => failures.push(failure),
    })
    if (!opened.ok) throw new Error(opened.problem.message)
    server = opened.value
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    expect(failures).toEqual([])
  })

  async function call(path: string, method = 'GET', body?: object): Promise<http.IncomingMessage> {
    const headers = { 'content-type': 'application/json', origin: server.url }
    const request = https.request(`${server.url}${path}`, { ca, agent: false, method, headers })
    request.end(body && JSON.stringify(body))
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    return response
  }

  test('links begin with https, and the cookie of a sign-in stays on it', async () => {
    expect(server.url).toBe(`https://127.0.0.1:${server.port}`)
    expect(server.invitation).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/organiser\?token=/)
    const registered = JSON.parse(await text(await call('/api/v1/players', 'POST', { name: 'Ann' })))
    const session = await call('/api/v1/session', 'POST', { key: registered.key })
    expect(session.statusCode).toBe(201)
    expect(session.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; Secure; SameSite=Strict/)
    session.resume()
    const guide = await text(await call('/api/v1/guide/kits'))
    expect(guide).toContain(`npx ${server.url}/gamegrid.tgz`)
  })

  test('a client plays over it, and event streams and WebSockets tell the match', async () => {
    const args = ['connect', server.url, 'house:first', '--challenge', 'tic-tac-toe', '--name', 'Bob']
    const played = await gamegrid(args, { env: { NODE_EXTRA_CA_CERTS: file('own.pem') } })
    expect(played).toMatchObject({ code: 0, out: expect.stringContaining(`(${server.url}/matches/1)`) })
    const stream = await call('/api/v1/matches/1/events')
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream/)
    const [chunk] = (await once(stream, 'data')) as [Buffer]
    expect(chunk.toString()).toContain('data: ')
    stream.destroy()
    const socket = new WebSocket(`${server.url.replace('https', 'wss')}/api/v1/matches/1/socket`, { ca })
    const [message] = (await once(socket, 'message')) as [Buffer]
    expect(message.toString()).toContain('tic-tac-toe')
    socket.terminate()
  })

  test('plain HTTP on the same port is cut off, and the server goes on', async () => {
    const request = http.get(`http://127.0.0.1:${server.port}/`, { agent: false })
    await once(request, 'error')
    const health = await call('/healthz')
    expect(health.statusCode).toBe(200)
    health.resume()
  })
})

test('a replica prints its public name first, as an arena does: the certificate is for it', async () => {
  await using arena = await openTestArena()
  const replica = ['--replica-of', arena.url, '--port', '0', '--public-host', 'arena.example']
  const certificate = ['--tls-cert', file('own.pem'), '--tls-key', file('own.key')]
  const child = spawn(process.execPath, [command, 'serve', ...replica, ...certificate], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let out = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    out += String(chunk)
    if (/^Arena /m.test(out)) child.kill()
  }
  await ended
  expect(out).toMatch(/^Replica {4}https:\/\/arena\.example:\d+\n {11}https:\/\/127\.0\.0\.1:\d+\nArena /)
})

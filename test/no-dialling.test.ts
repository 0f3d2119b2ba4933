import { execFileSync } from 'node:child_process'
import { lookup, promises } from 'node:dns'
import { request } from 'node:http'
import { connect, createServer, type AddressInfo, type LookupFunction } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'

/** Addresses reserved for documentation: they lead nowhere, even if the guard fails. */
const ELSEWHERE = '192.0.2.1'
const NAME = 'bots.example.org'
const REFUSED = /A test may not dial/

const leadsTo =
  (address: string): LookupFunction =>
  (_host, options, callback) =>
    options.all ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4)

test.each([
  ['an address', () => connect(80, ELSEWHERE)],
  ['an address in options', () => connect({ host: ELSEWHERE, port: 80 })],
  ['an address of IPv6', () => connect({ host: '2001:db8::1', port: 80 })],
  ['a name', () => connect(80, NAME)],
  ['over TLS', () => connectTls(443, ELSEWHERE)],
  ['by HTTP', () => request({ host: ELSEWHERE })],
  ['the question for a name', () => lookup(NAME, () => {})],
  ['a question of another kind', () => promises.resolve4(NAME)],
])('%s outside is refused before anything leaves the machine', (_what, dial) => {
  expect(dial).toThrow(REFUSED)
})

test('so is what is asked for by fetch, by a WebSocket and by a stand-in for names', async () => {
  const why = await fetch(`http://${ELSEWHERE}/`).catch((error: unknown) => error)
  expect(String(why instanceof Error && why.cause)).toMatch(REFUSED)
  const socket = new WebSocket(`ws://${ELSEWHERE}/`)
  expect(String(await new Promise((done) => socket.on('error', done)))).toMatch(REFUSED)
  expect(() => connect({ host: NAME, port: 80, lookup: leadsTo(ELSEWHERE) })).toThrow(REFUSED)
})

test('so is what a program dials that a test starts', () => {
  const dial = `require('node:net').connect(80, '${ELSEWHERE}')`
  expect(() => execFileSync(process.execPath, ['-e', dial], { stdio: 'pipe' })).toThrow(REFUSED)
})

test('this machine is dialled as ever, by address, by name and by a stand-in for names', async () => {
  const server = createServer((socket) => socket.end('x'))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  for (const options of [{ host: '127.0.0.1' }, {}, { host: NAME, lookup: leadsTo('127.0.0.1') }]) {
    const socket = connect({ port, ...options })
    expect(await new Promise((done) => socket.setEncoding('utf8').on('data', done))).toBe('x')
  }
  await new Promise((done) => void server.close(done))
})

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fastify from 'fastify'
import { playPart } from './server-part.fixture.ts'

/** The baseline for the arena server: the least that a framework, a database and a socket need for the same work. */
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const database = new DatabaseSync(join(folder, 'bare.db'))
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE log (seq INTEGER PRIMARY KEY, time INTEGER, kind TEXT, match INTEGER, body TEXT) STRICT;
`)
const insertion = database.prepare('INSERT INTO log (time, kind, match, body) VALUES (?, ?, ?, ?)')
const BODY = JSON.stringify({ event: { kind: 'answered', seat: 0, text: 'forward', at: 123_456 } })
const insert = (match: number): unknown => insertion.run(Date.now(), 'match-event', match, BODY)

const app = fastify()
let document: unknown
app.get('/player/:player/:game/data.:format', async () => document)
app.post('/move/:game/:player/:turn/:boost/forward.:format', async (request) => {
  insert(Number((request.params as { readonly game: string }).game))
  return document
})
await app.listen({ host: '127.0.0.1', port: 0 })

const watching = new Set<ServerResponse>()
const stage = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  watching.add(response)
  response.on('close', () => watching.delete(response))
})
stage.listen({ host: '127.0.0.1', port: 0, backlog: 4096 })

let cpu = process.cpuUsage()

playPart({
  /** The response of every route. */
  open: (answer: unknown) => {
    document = answer
    return {
      port: (app.server.address() as AddressInfo).port,
      stage: (stage.address() as AddressInfo).port,
    }
  },
  /** Inserts for a while, one transaction each; returns how many in a second. */
  insert(ms: number): number {
    const began = performance.now()
    let count = 0
    for (; performance.now() - began < ms; count++) insert(count % 64)
    return (count * 1000) / (performance.now() - began)
  },
  /** Sends it to all spectators. */
  send(chunk: string): void {
    for (const response of watching) response.write(chunk)
  },
  begin(): void {
    cpu = process.cpuUsage()
  },
  end(): { readonly cpuSeconds: number; readonly residentBytes: number } {
    const { user, system } = process.cpuUsage(cpu)
    return { cpuSeconds: (user + system) / 1e6, residentBytes: process.memoryUsage().rss }
  },
})

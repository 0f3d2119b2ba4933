import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { isObject, type JsonObject } from '../../src/base/json.ts'
import { decodeDocument } from '../../src/wires/polling/decode-document.ts'
import { FORMATS, type Format } from '../../src/wires/polling/format.ts'
import { removeFolder } from '../../src/runner/sandbox/remove-folder.ts'
import { openServer, type ArenaServer } from '../../src/server/open-server.ts'
import type { ServerOptions } from '../../src/server/server-options.ts'
import type { Store } from '../../src/store/store.ts'
import { readContract, type Contract } from './contract.fixture.ts'

/** A real server on a folder of its own. Every response is checked against the published description. */
export interface TestArena extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly folder: string
  readonly server: ArenaServer
  /** Failures of the server. The list must be empty at the end: a test that provokes failures removes them. */
  readonly failures: string[]
  request(path: string, wanted?: Wanted): Promise<Answer>
  /** Registers a team. */
  register(name: string): Promise<TestPlayer>
  /** Becomes the organiser with the printed link. */
  organiser(): Promise<TestPlayer>
  /** Stops the server and starts it again on the same folder, at another port. */
  restart(): Promise<void>
}

export interface Wanted {
  readonly method?: string
  readonly key?: string
  /** Sent as JSON. */
  readonly json?: unknown
  readonly body?: RequestInit['body']
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array
  /** The decoded document; empty if the body is none. */
  readonly body: JsonObject
}

export interface TestPlayer {
  readonly id: number
  readonly key: string
  /** Sends a request with its key. */
  request(path: string, wanted?: Omit<Wanted, 'key'>): Promise<Answer>
}

/** What a test compares of a refusal: its status and the code of the problem. */
export const said = ({ status, body }: Answer): readonly [number, unknown] => [status, body['error']]

export type TestOptions = Partial<Omit<ServerOptions, 'folder' | 'port' | 'onFailure'>>

/** All requests of a test come from one address. On a slow machine they soon use up its usual share. */
const AMPLE_SHARE = { burstMs: 600_000 } as const

/** A test arena that has its organiser. */
export async function openOrganised(options: TestOptions = {}) {
  const arena = await openTestArena(options)
  const organiser = await arena.organiser()
  return { arena, organiser, [Symbol.asyncDispose]: () => arena[Symbol.asyncDispose]() }
}

export async function openTestArena(options: TestOptions = {}): Promise<TestArena> {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-server-'))
  const failures: string[] = []
  let server = await start()
  let contract: Contract | undefined

  async function start(): Promise<ArenaServer> {
    const opened = await openServer({
      host: '127.0.0.1',
      ...options,
      gateLimits: { ...AMPLE_SHARE, ...options.gateLimits },
      folder,
      port: 0,
      onFailure: (what, error) => void failures.push(`${what}: ${String(error)}`),
    })
    if (!opened.ok) throw new Error(opened.problem.message)
    return opened.value
  }

  async function request(path: string, wanted: Wanted = {}): Promise<Answer> {
    contract ??= await contractOf(server.url, Object.keys(options))
    const { method = 'GET', key, json, body, headers, signal } = wanted
    const content = json === undefined ? body : JSON.stringify(json)
    const response = await fetch(`${server.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(content != null && { body: content, duplex: 'half' }),
      ...(signal && { signal }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const contentType = response.headers.get('content-type') ?? ''
    const decoded = decode(contentType, bytes)
    const { pathname, search } = new URL(`${server.url}${path}`)
    contract({ method, path: `${pathname}${search}`, status: response.status, contentType, body: decoded })
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text: new TextDecoder().decode(bytes),
      body: isObject(decoded) ? decoded : {},
    }
  }

  const player = (id: number, key: string): TestPlayer => ({
    id,
    key,
    request: (path, wanted) => request(path, { ...wanted, key }),
  })

  return {
    get url() {
      return server.url
    },
    get port() {
      return server.port
    },
    get server() {
      return server
    },
    folder,
    failures,
    request,
    async register(name) {
      const { status, body } = await request('/api/v1/players', { method: 'POST', json: { name } })
      expect(status).toBe(201)
      return player(numberIn(body, 'id'), textIn(body, 'key'))
    },
    async organiser() {
      const token = new URL(server.invitation ?? '').searchParams.get('token') ?? ''
      const { status, body } = await request('/api/v1/organiser', { method: 'POST', json: { token } })
      expect(status).toBe(201)
      return player(1000, textIn(body, 'key'))
    },
    async restart() {
      await server[Symbol.asyncDispose]()
      server = await start()
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await removeFolder(folder)
      expect(failures).toEqual([])
    },
  }
}

/** Servers with the same options have the same routes: their description is written and read once, and so is each of its schemas. */
const contracts = new Map<string, Contract>()

async function contractOf(url: string, options: readonly string[]): Promise<Contract> {
  const key = options.toSorted().join()
  const known = contracts.get(key)
  if (known) return known
  const contract = readContract(await (await fetch(`${url}/openapi.json`)).json())
  contracts.set(key, contract)
  return contract
}

const FORMAT_OF: Readonly<Record<string, Format>> = Object.fromEntries(
  FORMATS.map((format) => [
    format === 'msgpack' ? 'application/vnd.msgpack' : `application/${format}`,
    format,
  ]),
)

function decode(contentType: string, bytes: Uint8Array): unknown {
  const format = FORMAT_OF[contentType.split(';')[0] ?? '']
  if (format === undefined || bytes.length === 0) return undefined
  const document = decodeDocument(format, bytes)
  if (!document.ok) throw new Error(document.problem.message)
  return document.value
}

export function numberIn(body: JsonObject, field: string): number {
  const value = body[field]
  if (typeof value !== 'number') throw new Error(`no number ${field} in ${JSON.stringify(body)}`)
  return value
}

export function textIn(body: JsonObject, field: string): string {
  const value = body[field]
  if (typeof value !== 'string') throw new Error(`no text ${field} in ${JSON.stringify(body)}`)
  return value
}

export function listIn(body: JsonObject, field: string): readonly JsonObject[] {
  const value = body[field]
  if (!Array.isArray(value)) throw new Error(`no list ${field} in ${JSON.stringify(body)}`)
  return value.filter(isObject)
}

/** Polls until `look` returns a value: for changes that come by themselves. */
export async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    await new Promise((resolve) => void setTimeout(resolve, 20))
  }
}

/** The store of an arena, to look at it or to add what would take long to play. */
export const storeOf = ({ server }: TestArena): Store => server.arena.store

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { isObject, type JsonObject } from '../../src/base/json.ts'

/** The revisions that are tested: the newest, and the newest of those that begin with a handshake. */
export const ERAS = ['2026-07-28', '2025-11-25'] as const
export type Era = (typeof ERAS)[number]

/** An assistant: the official client, with the tools by name. */
export interface Assistant extends AsyncDisposable {
  readonly client: Client
  /** Calls a tool that must succeed; returns its structured content and its text. */
  call(name: string, args?: JsonObject): Promise<Answered>
  /** Calls a tool that must fail; returns the text of the error. */
  fails(name: string, args?: JsonObject): Promise<string>
}

export interface Answered {
  readonly text: string
  readonly data: JsonObject
  readonly meta: JsonObject | undefined
}

export const newClient = (era: Era): Client =>
  new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === '2026-07-28' ? { pin: era } : 'legacy' } },
  )

/** Signs in over HTTP with a key. */
export async function overHttp(url: string, key: string, era: Era = '2026-07-28'): Promise<Assistant> {
  const client = newClient(era)
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  return assistantOf(client)
}

export function assistantOf(client: Client): Assistant {
  const call = async (name: string, args: JsonObject = {}) => {
    const result = await client.callTool({ name, arguments: { ...args } })
    const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
    return { result, text }
  }
  return {
    client,
    async call(name, args) {
      const { result, text } = await call(name, args)
      expect(result.isError, text).not.toBe(true)
      const { structuredContent, _meta } = result
      if (!isObject(structuredContent)) throw new Error(`${name} has no structured content`)
      return { text, data: structuredContent, meta: _meta }
    },
    async fails(name, args) {
      const { result, text } = await call(name, args)
      expect(result.isError, text).toBe(true)
      return text
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** Plays to the end with the first legal move, or as `choose` says; returns the last answer. */
export async function playOut(
  assistant: Assistant,
  game: number,
  choose: (legal: readonly string[]) => string | undefined = ([first]) => first,
): Promise<Answered> {
  for (;;) {
    const seen = await assistant.call('turn', { game, legal_moves: true })
    if (seen.data['status'] === 'over') return seen
    if (seen.data['yourTurn'] !== true) continue
    const begun = seen.data['begun']
    const legal = isObject(begun) && Array.isArray(begun['legalMoves']) ? begun['legalMoves'].map(String) : []
    const { data, text } = await assistant.call('play', { game, move: choose(legal), wait: 0 })
    if (data['status'] === 'over') return { data, text, meta: undefined }
  }
}

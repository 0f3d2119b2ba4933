import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject, type JsonObject } from '../../src/base/json.ts'

/** An outside coordinator that waits for callbacks. */
export interface Coordinator extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly calls: CoordinatorCall[]
}

export interface CoordinatorCall {
  readonly body: JsonObject
  readonly authorization: string | undefined
  readonly idempotencyKey: string | undefined
}

/** Answers with these statuses in order, and then always with the last one. */
export async function openCoordinator(...statuses: readonly number[]): Promise<Coordinator> {
  const calls: Coordinator['calls'] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const body: unknown = JSON.parse(text)
      const key = request.headers['idempotency-key']
      calls.push({
        body: isObject(body) ? body : {},
        authorization: request.headers.authorization,
        idempotencyKey: typeof key === 'string' ? key : undefined,
      })
      response.writeHead(statuses[Math.min(calls.length, statuses.length) - 1] ?? 200).end('thanks')
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/done`,
    port,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

/** The request of a coordinator to the arena. */
export async function askFor(
  arena: string,
  game: string,
  json: object,
): Promise<{ readonly status: number; readonly body: JsonObject }> {
  const answer = await fetch(`${arena}/${game}/evaluate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  const body: unknown = await answer.json()
  return { status: answer.status, body: isObject(body) ? body : {} }
}

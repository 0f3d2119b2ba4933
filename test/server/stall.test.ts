import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { quietPort } from '../../src/protocols/quiet-port.fixture.ts'
import { serve } from './serve-process.fixture.ts'

/** Longer than the time for a move on any of the wires: 10 s, 10 s, and 18 s. */
const STOPPED_MS = 20_000
const EACH = 11

interface Move {
  /** As it is sent. */
  readonly path: string
  readonly body?: object
  readonly key?: string
  /** Whether the move counted, by its response or, where all responses are equal, by the state. */
  counts(status: number): Promise<boolean> | boolean
}

test.runIf(process.platform === 'linux')(
  'moves that arrive on new connections while the host stands still are in time, over every wire',
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gamegrid-stall-'))
    const port = await quietPort()
    const url = `http://127.0.0.1:${port}`
    const server = serve({ port, folder })

    async function call<T>(path: string, json?: object, key?: string): Promise<T> {
      const answer = await fetch(url + path, {
        ...(json && { method: 'POST', body: JSON.stringify(json) }),
        headers: {
          ...(json && { 'content-type': 'application/json' }),
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    }
    const register = (name: string) => call<{ id: number; key: string }>('/api/v1/players', { name })

    /** To move over the polling wire. */
    async function polling(index: number): Promise<() => Promise<Move>> {
      const [ann, bob] = [await register(`Ann ${index}`), await register(`Bob ${index}`)]
      const { id } = await call<{ id: number }>('/api/v1/games', { opponent: 'open' }, ann.key)
      await call(`/api/v1/games/${id}/join`, {}, bob.key)
      return async () => {
        await call(`/grid/${id}/${ann.id}.json?wait=20`)
        const path = `/move/${id}/${ann.id}/Left/False/forward.json?key=${ann.key}`
        return { path, counts: (status) => status === 200 }
      }
    }

    /** To move over plain requests. */
    async function turns(index: number): Promise<() => Promise<Move>> {
      const { key } = await register(`Cleo ${index}`)
      return async () => {
        const wanted = { challenge: 'tic-tac-toe', opponent: 'house:random', clock: '10s' }
        const { id } = await call<{ id: number }>('/api/v1/games', wanted, key)
        await call(`/api/v1/games/${id}/turn?wait=20`, undefined, key)
        const path = `/api/v1/games/${id}/moves`
        return { path, body: { move: 'C' }, key, counts: (status) => status === 200 }
      }
    }

    const streams = new AbortController()
    /** To move over the SSE wire. */
    async function sse(): Promise<Move> {
      const { battleId } = await call<{ battleId: string }>('/tic-tac-toe/practice', { caseType: 'AB_AI_X' })
      const stream = await fetch(`${url}/tic-tac-toe/start/${battleId}`, { signal: streams.signal })
      // After the first event the clock runs.
      await stream.body?.getReader().read()
      return {
        path: `/tic-tac-toe/play/${battleId}`,
        body: { action: 'putSymbol', position: 'C' },
        async counts() {
          const { status } = await call<{ status: string }>(`/api/v1/battles/${battleId}`)
          return status === 'playing'
        },
      }
    }

    try {
      await server.ready
      const games: (() => Promise<Move>)[] = []
      for (let index = 0; index < EACH; index++) games.push(await polling(index), await turns(index), sse)
      // Clocks run from here.
      const moves = await Promise.all(games.map((begin) => begin()))
      process.kill(server.pid, 'SIGSTOP')
      const sent = moves.map((move) => send(port, move))
      await Promise.all(sent.map((one) => one.arrived))
      await sleep(STOPPED_MS)
      process.kill(server.pid, 'SIGCONT')
      const late: string[] = []
      for (const [index, { answer }] of sent.entries()) {
        const { status, text } = await answer
        if (!(await moves[index]?.counts(status))) late.push(`${moves[index]?.path}: ${text}`)
      }
      expect(late).toEqual([])
    } finally {
      streams.abort()
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

/** Sends a request over a connection of its own. The kernel takes it, whether or not the server runs. */
function send(port: number, { path, body, key }: Move) {
  const text = body ? JSON.stringify(body) : ''
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  const arrived = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.write(
      [
        `POST ${path} HTTP/1.1`,
        'host: 127.0.0.1',
        ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
        ...(body ? ['content-type: application/json'] : []),
        `content-length: ${text.length}`,
        'connection: close',
        '',
        text,
      ].join('\r\n'),
      () => resolve(),
    )
  })
  const answer = new Promise<{ readonly status: number; readonly text: string }>((resolve) =>
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+) /.exec(said)?.[1]), text: said })),
  )
  return { arrived, answer }
}

import { parentPort } from 'node:worker_threads'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Connection, Gone } from '../protocols/protocol.ts'
import type { FromPool, ToPool } from './brain-pool.ts'
import { loadBrain } from './load-brain.ts'

/** One thread of a pool: it hosts many house brains, and they think one after the other. */
const port = parentPort
if (port === null) throw new Error('pool-thread.ts must be run as a worker')

const send = (message: FromPool): void => port.postMessage(message)
const connections = new Map<number, Connection>()
const never = new AbortController().signal

async function connect({
  id,
  brain: name,
  opening,
}: Extract<ToPool, { kind: 'open' }>): Promise<Connection | Gone> {
  const brain = await loadBrain({ kind: 'house', name }, opening.game)
  if (!brain.ok) return { kind: 'gone', cause: 'crashed', detail: brain.problem.message }
  return connectBrain(brain.value, opening, { unasked: (answer) => send({ kind: 'unasked', id, answer }) })
}

async function open(message: Extract<ToPool, { kind: 'open' }>): Promise<void> {
  const { id } = message
  const connection = await connect(message)
  if ('kind' in connection) return send({ kind: 'ready', id, gone: connection })
  connections.set(id, connection)
  send({ kind: 'ready', id })
}

port.on('message', (message: ToPool) => {
  const { id } = message
  switch (message.kind) {
    case 'open':
      return void open(message)
    case 'ask':
      send({ kind: 'began', id })
      return void connections
        .get(id)
        ?.ask(message.question, never)
        .then((answer) => send({ kind: 'answer', id, answer }))
    case 'close':
      connections.delete(id)
  }
})

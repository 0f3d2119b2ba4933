import { parentPort, workerData } from 'node:worker_threads'
import type { Brain } from '../game/brain.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Connection, Gone } from '../protocols/protocol.ts'
import type { FromThread, Open, ThreadData, ToThread } from './brain-thread.ts'
import { clockOfThreads } from './clock-of-threads.ts'
import { loadBrain, NOT_LOADED } from './load-brain.ts'
import { logThrown } from './thrown-trace.ts'
import { HOUSE_NICE, lowerThreadPriority } from './lower-thread-priority.ts'

/** The worker's half of `brain-thread.ts`: it hosts one brain or several, which think one after the other. */
const port = parentPort
if (port === null) throw new Error('brain-worker.ts must be run as a worker')

if ((workerData as ThreadData).isHouse) lowerThreadPriority(HOUSE_NICE)

const send = (message: FromThread): void => port.postMessage(message)
const connections = new Map<number, Connection>()
const never = new AbortController().signal

function connect(
  { id, source, nodeBudget, readsClock, opening }: Open,
  brain: Brain,
): Promise<Connection | Gone> {
  const log = (line: string): void => send({ kind: 'log', id, line })
  return connectBrain(brain, opening, {
    log,
    threw: logThrown(source, log),
    unasked: (answer) => send({ kind: 'unasked', id, answer }),
    ...(nodeBudget !== undefined && {
      thinking: { nodeBudget, ...(readsClock && { now: () => performance.now() }) },
    }),
  })
}

async function open(message: Open): Promise<void> {
  const { id, source, opening } = message
  const brain = await loadBrain(source, opening.game, (line) => send({ kind: 'log', id, line }))
  if (!brain.ok) {
    const { code, message: why } = brain.problem
    return send(
      code === NOT_LOADED
        ? { kind: 'failed', id, why }
        : { kind: 'gone', id, gone: { kind: 'gone', cause: 'crashed', detail: why } },
    )
  }
  const connection = await connect(message, brain.value)
  if ('kind' in connection) return send({ kind: 'gone', id, gone: connection })
  connections.set(id, connection)
  send({ kind: 'ready', id })
}

port.on('message', (message: ToThread) => {
  const { id } = message
  switch (message.kind) {
    case 'open':
      return void open(message)
    case 'ask': {
      const { turn, question, sent } = message
      const waited = sent !== undefined && { waited: Math.max(0, clockOfThreads() - sent) }
      send({ kind: 'began', id })
      return void connections
        .get(id)
        ?.ask({ ...question, ...waited }, never)
        .then((answer) => send({ kind: 'answer', id, turn, answer }))
    }
    case 'close':
      connections.delete(id)
  }
})

send({ kind: 'up' })

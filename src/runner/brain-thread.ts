import { parentPort, workerData } from 'node:worker_threads'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Connection } from '../protocols/protocol.ts'
import { loadBrain } from './load-brain.ts'
import type { FromThread, ThreadData, ToThread } from './thread-contestant.ts'

/** The thread in which one brain plays one round; whatever it does, the clock outside runs on. */
const { source, opening, nodeBudget } = workerData as ThreadData
const port = parentPort
if (port === null) throw new Error('brain-thread.ts must be run as a worker')

const send = (message: FromThread): void => port.postMessage(message)
const brain = await loadBrain(source, opening.game)
const connection = brain.ok
  ? await connectBrain(brain.value, opening, {
      log: (line) => send({ kind: 'log', line }),
      unasked: (answer) => send({ kind: 'unasked', answer }),
      ...(nodeBudget !== undefined && { thinking: { nodeBudget } }),
    })
  : ({ kind: 'gone', cause: 'crashed', detail: brain.problem.message } as const)

if ('kind' in connection) send({ kind: 'gone', gone: connection })
else {
  send({ kind: 'ready' })
  listen(connection)
}

function listen(open: Connection): void {
  const never = new AbortController().signal
  port?.on('message', ({ id, question }: ToThread) => {
    void open.ask(question, never).then((answer) => send({ kind: 'answer', id, answer }))
  })
}

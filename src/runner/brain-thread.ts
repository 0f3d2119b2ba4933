import { parentPort } from 'node:worker_threads'
import type { Brain } from '../game/brain.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Connection, Gone } from '../protocols/protocol.ts'
import type { FromThread, ToThread } from './brain-threads.ts'
import { loadBrain, NOT_LOADED } from './load-brain.ts'

/** The thread in which one brain at a time plays a round; whatever it does, the clock outside runs on. */
const port = parentPort
if (port === null) throw new Error('brain-thread.ts must be run as a worker')

type OpenMessage = Extract<ToThread, { kind: 'open' }>

const send = (message: FromThread): void => port.postMessage(message)
const never = new AbortController().signal
let connection: Connection | undefined

function connect(message: OpenMessage, brain: Brain): Promise<Connection | Gone> {
  const { round, nodeBudget, mindsClock, opening } = message
  return connectBrain(brain, opening, {
    log: (line) => send({ round, kind: 'log', line }),
    unasked: (answer) => send({ round, kind: 'unasked', answer }),
    ...(nodeBudget !== undefined && {
      thinking: { nodeBudget, ...(mindsClock && { now: () => performance.now() }) },
    }),
  })
}

async function open(message: OpenMessage): Promise<void> {
  const { round, source, opening } = message
  const brain = await loadBrain(source, opening.game)
  if (!brain.ok) {
    const { code, message: why } = brain.problem
    return send(
      code === NOT_LOADED
        ? { round, kind: 'failed', why }
        : { round, kind: 'gone', gone: { kind: 'gone', cause: 'crashed', detail: why } },
    )
  }
  const opened = await connect(message, brain.value)
  if ('kind' in opened) return send({ round, kind: 'gone', gone: opened })
  connection = opened
  send({ round, kind: 'ready' })
}

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'open':
      return void open(message)
    case 'ask': {
      const { round, id, question } = message
      return void connection
        ?.ask(question, never)
        .then((answer) => send({ round, kind: 'answer', id, answer }))
    }
    case 'close':
      connection = undefined
  }
})

send({ round: 0, kind: 'up' })

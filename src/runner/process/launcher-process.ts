import { createServer, type Socket } from 'node:net'
import { parseHello, STANDARD, type FromLauncher, type ToLauncher } from './launcher-messages.ts'
import { spawnHere, type SpawnedHere } from './spawn-here.ts'
import type { SpawnPlan } from './started-child.ts'

/**
 * The launcher: a small process that starts children for its host, which is large. It knows neither bots nor sandboxes.
 * A child's stdin, stdout and stderr are connections from the host; the launcher closes its own ends and is not on the
 * way of their bytes. It relays the control pipes, through which little goes. It ends when its host does.
 */
interface Arrival {
  plan?: SpawnPlan
  readonly connections: Socket[]
}

/** Requests whose connections have not all come, and connections whose request has not come. */
const arrivals = new Map<string, Arrival>()
const children = new Map<string, SpawnedHere>()

/** A host that is gone hears nothing more; `disconnect` follows. */
const tell = (message: FromLauncher): void => void process.send?.(message, undefined, undefined, () => {})

const [, , path] = process.argv
createServer({ allowHalfOpen: true }, greet).listen({ path, backlog: 4096 }, () => tell({ kind: 'up' }))
process.on('message', (message) => hear(message as ToLauncher))
process.on('disconnect', () => process.exit())
// The host decides when it is over: the service manager may send this to all processes of the service.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

function greet(connection: Socket): void {
  connection.on('error', () => {})
  // The host had no room for all connections of a child, and closed this one before its first word.
  connection.once('end', () => connection.destroy())
  connection.once('data', (bytes) => {
    // What comes from now on is for the child.
    connection.pause()
    const hello = parseHello(bytes.toString())
    if (hello === undefined) return void connection.destroy()
    const arrival = arrivalOf(hello.id)
    arrival.connections[hello.fd] = connection
    startIfComplete(hello.id, arrival)
  })
}

function arrivalOf(id: string): Arrival {
  const arrival = arrivals.get(id) ?? { connections: [] }
  arrivals.set(id, arrival)
  return arrival
}

function hear(message: ToLauncher): void {
  const { id } = message
  switch (message.kind) {
    case 'spawn': {
      const arrival = arrivalOf(id)
      arrival.plan = message.plan
      return startIfComplete(id, arrival)
    }
    case 'cancel':
      for (const connection of arrivals.get(id)?.connections ?? []) connection?.destroy()
      return void arrivals.delete(id)
    case 'write':
      return void children.get(id)?.stdio[message.fd]?.write(message.bytes)
    case 'end':
      return void children.get(id)?.stdio[message.fd]?.end()
  }
}

function startIfComplete(id: string, { plan, connections }: Arrival): void {
  const isComplete = Array.from({ length: STANDARD }, (_, fd) => connections[fd]).every(Boolean)
  if (plan === undefined || !isComplete) return
  arrivals.delete(id)
  void start(id, plan, connections)
}

async function start(id: string, plan: SpawnPlan, connections: readonly Socket[]): Promise<void> {
  const child = await spawnHere(plan, connections)
  for (const connection of connections) connection.destroy()
  if (!('pid' in child)) return tell({ kind: 'failed', id, failure: child })
  children.set(id, child)
  tell({ kind: 'started', id, pid: child.pid })
  for (let fd = STANDARD; fd < STANDARD + plan.controlPipes; fd++)
    child.stdio[fd]
      ?.on('data', (bytes: Buffer) => tell({ kind: 'said', id, fd, bytes }))
      .on('error', () => {})
      .on('close', () => tell({ kind: 'closed', id, fd }))
  child.on('exit', (code, signal) =>
    // What it wrote last on the control pipes is sent first.
    setImmediate(() =>
      setImmediate(() => {
        children.delete(id)
        tell({ kind: 'exited', id, code, signal })
      }),
    ),
  )
}

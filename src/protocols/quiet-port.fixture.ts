import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { must, type Result } from '../base/result.ts'
import { PORT_TAKEN } from '../runner/cannot-listen.ts'

/**
 * A free port below the range from which systems choose ports for other programs: a server that closes and opens again finds
 * it still free.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000)
    if (await isFree(port)) return port
  }
}

/**
 * Opens a server on a port that was free a moment ago. If another thread starts a process meanwhile, that process has copies
 * of all sockets between fork and exec, also of those that we close: until then the port is taken.
 */
export async function openOnPort<Server>(open: () => Promise<Result<Server>>): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const opened = await open()
    if (opened.ok || opened.problem.code !== PORT_TAKEN || attempt === MOST_ATTEMPTS) return must(opened)
    await delay(50)
  }
}

const MOST_ATTEMPTS = 600

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

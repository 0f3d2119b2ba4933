import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

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

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

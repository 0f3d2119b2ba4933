import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A free port that nobody is given by chance: below those that systems hand out. A server that goes away for a while and
 * comes back finds it free again, whatever runs beside it.
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

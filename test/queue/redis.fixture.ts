import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { must } from '../../src/base/result.ts'
import { quietPort } from '../../src/protocols/quiet-port.fixture.ts'
import { checkRedis } from '../../src/queue/connect-redis.ts'
import { readRedisAddress, type RedisAddress } from '../../src/queue/redis-address.ts'

/** A Redis of its own on loopback, as `docs/scaling.md` sets one up: with a password, an append-only file and no eviction. */
export interface TestRedis extends AsyncDisposable {
  readonly url: string
  readonly password: string
  readonly address: RedisAddress
  /** Ends it without a chance to save anything. */
  kill(): Promise<void>
  /** Starts it again, with the data on its disk. */
  start(): Promise<void>
}

const PASSWORD = 'a password of a test'

export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-redis-'))
  const port = await quietPort()
  const url = `redis://127.0.0.1:${port}`
  const address = must(readRedisAddress(url, PASSWORD))
  let child: ChildProcess | undefined
  const redis: TestRedis = {
    url,
    password: PASSWORD,
    address,
    async start() {
      const flags =
        `--port ${port} --bind 127.0.0.1 --appendonly yes --maxmemory-policy noeviction --loglevel warning`.split(
          ' ',
        )
      const begin = (): ChildProcess =>
        spawn('redis-server', [...flags, '--save', '', '--dir', folder, '--requirepass', PASSWORD])
      child = begin()
      let problem = ''
      for (let tries = 0; tries < 600; tries++) {
        const checked = await checkRedis(address)
        if (checked.ok) return
        problem = checked.problem.message
        // A process that another thread starts has a copy of the socket that tried the port, until it runs its own program.
        if (child.exitCode !== null) child = begin()
        await delay(100)
      }
      throw new Error(`redis-server does not start: ${problem}`)
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
    async [Symbol.asyncDispose]() {
      await redis.kill()
      rmSync(folder, { recursive: true })
    },
  }
  await redis.start()
  return redis
}

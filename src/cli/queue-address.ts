import type { RedisAddress } from '../queue/redis-address.ts'
import { orExit } from './problem.ts'

/** The address of `--queue`. The password may come from the environment, because other users can read a command line. */
export async function readQueueAddress(url: string): Promise<RedisAddress> {
  const { readRedisAddress } = await import('../queue/redis-address.ts')
  return orExit(readRedisAddress(url, process.env['GAMEGRID_QUEUE_PASSWORD']))
}

import { fail, ok, type Result } from '../base/result.ts'

/** Where the Redis of a queue is, and how to sign in. */
export interface RedisAddress {
  readonly host: string
  readonly port: number
  readonly username?: string
  readonly password?: string
  readonly db: number
  readonly tls: boolean
  /** For messages: without the password. */
  readonly shown: string
}

const FORM = 'expected redis://HOST:PORT or rediss://HOST:PORT, with USER:PASSWORD@ before the host if needed'

/** `password`: used if the address has none, so that it need not stand on a command line. */
export function readRedisAddress(text: string, password?: string): Result<RedisAddress> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // What was typed may hold the password, so no message repeats it.
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    return fail('bad-address', `Cannot read the address of the queue: ${FORM}`)
  const db = url.pathname === '' || url.pathname === '/' ? '0' : url.pathname.slice(1)
  if (!/^\d{1,3}$/.test(db))
    return fail('bad-address', `Cannot read the address of the queue: its path is the number of a database`)
  const port = url.port === '' ? 6379 : Number(url.port)
  const user = decodeURIComponent(url.username)
  const secret = url.password === '' ? password : decodeURIComponent(url.password)
  return ok({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    ...(user !== '' && { username: user }),
    ...(secret !== undefined && secret !== '' && { password: secret }),
    db: Number(db),
    tls: url.protocol === 'rediss:',
    shown: `${url.protocol}//${url.hostname}:${port}`,
  })
}

import { errorCode } from '../base/error-code.ts'
import { fail, type Result } from '../base/result.ts'

/** The code of the problem if another port would be free. */
export const PORT_TAKEN = 'port-taken'

/** Why a server could not listen on its port, in one sentence. */
export function cannotListen(error: unknown, host: string, port: number): Result<never> {
  const code = errorCode(error) ?? String(error)
  const taken = code === 'EADDRINUSE'
  return fail(
    taken ? PORT_TAKEN : 'cannot-listen',
    `Cannot listen on ${host}:${port}: ${REASONS[code] ?? code}`,
  )
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program has that port',
  EACCES: 'this user may not take that port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
}

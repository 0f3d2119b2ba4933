import { fail, ok, type Result } from '../../base/result.ts'
import type { Contestant } from '../protocol.ts'
import { openInbox, StdioError, type Table, type Unsaid } from './table.ts'

/** The program's half of a wire: plays until the host has no more to say or the player gives up. */
export type StdioClient = (table: Table, unsaid: Unsaid) => Promise<void>

export interface StdioClientOptions extends Unsaid {
  readonly input?: AsyncIterable<Uint8Array | string>
  readonly output?: { write(text: string): unknown }
}

/** Lets a player play as a stdio program. */
export async function playOnStdio(
  client: StdioClient,
  player: Contestant,
  options: StdioClientOptions = {},
): Promise<Result<undefined>> {
  const { input = process.stdin, output = process.stdout, ...unsaid } = options
  const { next, close } = openInbox(input)
  const write = (text: string): void => void output.write(text)
  const table: Table = { player, next, write, signal: new AbortController().signal }
  try {
    await client(table, unsaid)
    return ok(undefined)
  } catch (error) {
    if (error instanceof StdioError) return fail('stdio-failed', error.message)
    throw error
  } finally {
    await close()
  }
}

import { fail, ok, type Result } from '../../base/result.ts'
import type { Contestant } from '../protocol.ts'
import { openReader, StdioError, type Conversation, type Untold } from './conversation.ts'

/** The program's half of a wire: plays until the host has no more to say or the player gives up. */
export type StdioClient = (conversation: Conversation, untold: Untold) => Promise<void>

export interface StdioClientOptions extends Untold {
  readonly input?: AsyncIterable<Uint8Array | string>
  readonly output?: { write(text: string): unknown }
  /** For remarks, on wires whose own words have no room for them. */
  readonly errors?: { write(text: string): unknown }
}

/** Lets a player play as a stdio program. Unless a seed is given, the host's counts: `GAMEGRID_SEED` of the environment. */
export async function playOnStdio(
  client: StdioClient,
  player: Contestant,
  options: StdioClientOptions = {},
): Promise<Result<undefined>> {
  const { input = process.stdin, output = process.stdout, errors = process.stderr, ...untold } = options
  const { next, close } = openReader(input)
  const write = (text: string): void => void output.write(text)
  const conversation: Conversation = {
    player,
    next,
    write,
    remark: (remark) => remark && void errors.write(`remark ${JSON.stringify(remark)}\n`),
    signal: new AbortController().signal,
  }
  try {
    await client(conversation, { ...hostSeed(), ...untold })
    return ok(undefined)
  } catch (error) {
    if (error instanceof StdioError) return fail('stdio-failed', error.message)
    throw error
  } finally {
    await close()
  }
}

function hostSeed(): Untold {
  const text = process.env['GAMEGRID_SEED'] ?? ''
  return /^\d{1,15}$/.test(text) ? { seed: Number(text) } : {}
}

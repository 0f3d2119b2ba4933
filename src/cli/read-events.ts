import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { ArenaAccount } from './arena-account.ts'
import { callArena } from './ask-arena.ts'

/** Reads a stream of server-sent events until it ends; a connection that breaks is an end, too. */
export async function readEvents(
  account: ArenaAccount,
  path: string,
  onEvent: (event: EventSourceMessage) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { body } = await callArena(account, path, { ...(signal && { signal }) })
  const parser = createParser({ onEvent })
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
}

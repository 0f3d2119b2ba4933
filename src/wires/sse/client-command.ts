import { parseObject } from '../../base/json.ts'
import type { Problem } from '../../base/result.ts'
import { ANSWER_MS, endingAfter, mayPass, retryAfterMs } from '../../protocols/patience.ts'
import { whyUnreachable } from '../../protocols/why-unreachable.ts'
import { ENDED, refusal } from './client-stream.ts'
import type { Command } from './commands.ts'

/** What the arena says to a command. */
export type ArenaAnswer =
  | { readonly kind: 'taken'; readonly clock?: number }
  | { readonly kind: 'troubled'; readonly why: string; readonly retryMs: number }
  | { readonly kind: 'refused'; readonly problem: Problem }

export async function postCommand(
  address: string,
  command: Command,
  signal: AbortSignal,
): Promise<ArenaAnswer> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(command),
      signal: endingAfter(ANSWER_MS, signal),
    })
    const { status, headers } = response
    const text = await response.text()
    if (mayPass(status))
      return {
        kind: 'troubled',
        why: `it answers ${status}`,
        retryMs: retryAfterMs(headers.get('retry-after')),
      }
    // How the battle has ended comes by the stream.
    if (status === ENDED) return { kind: 'taken' }
    if (!response.ok) return { kind: 'refused', problem: refusal(status, text) }
    const clock = parseObject(text)?.['clock']
    return { kind: 'taken', ...(typeof clock === 'number' && { clock }) }
  } catch (error) {
    return { kind: 'troubled', why: whyUnreachable(error), retryMs: 0 }
  }
}

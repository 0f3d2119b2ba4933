import type { SpawnFailure, SpawnPlan } from './started-child.ts'

/** What the host tells its launcher. `id` names one child; it cannot be guessed. */
export type ToLauncher =
  | { readonly kind: 'spawn'; readonly id: string; readonly plan: SpawnPlan }
  /** The host could not make the connections for the child. */
  | { readonly kind: 'cancel'; readonly id: string }
  | { readonly kind: 'write'; readonly id: string; readonly fd: number; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly id: string; readonly fd: number }

export type FromLauncher =
  /** The first message: it accepts connections. */
  | { readonly kind: 'up' }
  | { readonly kind: 'started'; readonly id: string; readonly pid: number }
  | { readonly kind: 'failed'; readonly id: string; readonly failure: SpawnFailure }
  | { readonly kind: 'said'; readonly id: string; readonly fd: number; readonly bytes: Uint8Array }
  | { readonly kind: 'closed'; readonly id: string; readonly fd: number }
  /** The last message about a child. */
  | {
      readonly kind: 'exited'
      readonly id: string
      readonly code: number | null
      readonly signal: NodeJS.Signals | null
    }

/** Stdin, stdout and stderr. */
export const STANDARD = 3

/** The first words on a connection: which descriptor of which child it is to be. */
export const formatHello = (id: string, fd: number): string => `${id} ${fd}\n`

export function parseHello(line: string): { readonly id: string; readonly fd: number } | undefined {
  const [, id, fd] = /^([\da-f-]{36}) ([012])\n$/.exec(line) ?? []
  return id === undefined ? undefined : { id, fd: Number(fd) }
}

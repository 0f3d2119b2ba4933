import type { HostLine, Misbelief, UnreadableAnswer } from '../protocols/wire-doctor.ts'
import type { Observation } from './observation.ts'

/** In the order of the report. */
export const CHECKS = [
  'start',
  'answer',
  'order',
  'output',
  'rounds',
  'reading',
  'flip',
  'time',
  'end',
] as const
export type CheckId = (typeof CHECKS)[number]

/** What is wrong with a bot. */
export type Cause =
  | { readonly kind: 'cannot-start'; readonly detail: string }
  | {
      readonly kind: 'slow-start'
      readonly lateMs?: number
      readonly cpuMs?: number
      readonly limitMs: number
    }
  | {
      readonly kind: 'slow-move'
      readonly lateMs?: number
      readonly cpuMs?: number
      readonly limitMs: number
    }
  | { readonly kind: 'not-flushed'; readonly proof: 'terminal' | 'input-closed' }
  | { readonly kind: 'reads-to-end' }
  | { readonly kind: 'waits-for-more'; readonly lastError?: string }
  | { readonly kind: 'no-line-end' }
  | UnreadableAnswer
  | { readonly kind: 'too-much'; readonly detail: string }
  | { readonly kind: 'utf-16' }
  | { readonly kind: 'two-answers'; readonly word: string }
  | { readonly kind: 'chatter'; readonly text: string }
  | ({ readonly kind: 'did-not-wait'; readonly line: string } & Omit<HostLine, 'id' | 'answers' | 'turn'>)
  | { readonly kind: 'out-of-turn'; readonly detail: string }
  | { readonly kind: 'counts-players-from-one' }
  | ({ readonly kind: 'misbelief'; readonly why: string } & Misbelief)
  | { readonly kind: 'illegal'; readonly why: string }
  | { readonly kind: 'exited'; readonly detail: string; readonly lastError?: string }
  | { readonly kind: 'crashed'; readonly detail: string; readonly lastError?: string; readonly fix?: string }
  | { readonly kind: 'out-of-memory'; readonly detail: string }
  | { readonly kind: 'resigned' }
  | { readonly kind: 'false-flip' }
  | { readonly kind: 'missed-flip' }
  | { readonly kind: 'failed'; readonly detail: string; readonly place?: string }

export interface Finding {
  readonly cause: Cause
  readonly check: CheckId
  /** A warning does not keep a bot from conforming. */
  readonly severity: 'failure' | 'warning'
  /** From 1; undefined before the first turn. */
  readonly turn?: number
  /** What came in the place of what was expected; empty if nothing did. */
  readonly got: string
  /** The round it was seen in. */
  readonly seen: Observation
  /** Further rounds it was seen in. */
  readonly more: number
}

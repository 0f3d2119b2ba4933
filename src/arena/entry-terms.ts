import type { EntryTermsBody } from '../api/entry.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { EntryState, EntryTermsRow, TournamentRow } from '../store/store.ts'
import { sprtFormat } from '../tournament-runner/sprt-format.ts'
import { readTime } from './read-time.ts'

/** Who may join a contest until it starts, as an organiser asks for it. */
export interface EntryTerms {
  readonly state: EntryState
  /** Milliseconds since 1970. */
  readonly closes?: number | undefined
  /** The old join link ends, and there is another one. */
  readonly newCode?: boolean | undefined
}

/** The state at a time: closed from the closing time on, and once the contest has begun. */
export function entryStateAt(
  { state, closes }: Pick<EntryTermsRow, 'state' | 'closes'>,
  { status }: Pick<TournamentRow, 'status'>,
  now: number,
): EntryState {
  if (status !== 'waiting') return 'closed'
  return closes !== undefined && closes <= now ? 'closed' : state
}

/** An SPRT compares two bots that are known. */
export const checkJoinable = (format: unknown, state: EntryState): Result<void> =>
  state !== 'closed' && format === sprtFormat.id
    ? fail('bad-tournament', 'Cannot let teams join an SPRT: it compares two bots', 'entry')
    : ok(undefined)

/** Reads the terms of a request. */
export function readEntryTerms(body: EntryTermsBody): Result<EntryTerms> {
  const { entry: state, entryCloses, newLink: newCode } = body
  const closes = entryCloses == null ? ok(undefined) : readTime(entryCloses, 'close entry at', 'entryCloses')
  return closes.ok ? ok({ state, closes: closes.value, newCode }) : closes
}

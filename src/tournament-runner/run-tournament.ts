import { deferred } from '../base/deferred.ts'
import { isFullDisk } from '../base/is-full-disk.ts'
import { messageOf } from '../base/message-of.ts'
import type { Course } from '../tournament/course.ts'
import type { Pairing, Played } from '../tournament/tournament.ts'

/** What came of one attempt at a match. */
export type Attempt<Entry> =
  | { readonly kind: 'played'; readonly entry: Entry }
  /** By the host's fault, not a player's: it is tried again. */
  | { readonly kind: 'failed'; readonly why: string }
  /** Its signal ended it. */
  | { readonly kind: 'aborted' }
  /** It was lost without play while it was being played, because somebody withdrew. */
  | { readonly kind: 'forfeited' }

/** Where results are kept, one after the other: what is appended first is never lost while what came later is kept. */
export interface Ledger<Entry> {
  /** Resolves once the entry would survive a loss of power. */
  append(entry: Entry): Promise<void>
}

export type Progress<Entry> =
  | { readonly kind: 'started'; readonly pairing: Pairing }
  | { readonly kind: 'ended'; readonly pairing: Pairing; readonly entry: Entry }
  /** `attempt` counts from 1; the last one gives the match up. */
  | {
      readonly kind: 'failed'
      readonly pairing: Pairing
      readonly why: string
      readonly attempt: number
      readonly isLast: boolean
    }

export interface TournamentRun<Entry extends Played> {
  readonly course: Course
  /** How many matches run at once. */
  readonly workers: number
  readonly ledger: Ledger<Entry>
  /** An exception is a fault of the host like any other; but a full disk stops everything, and costs no match its attempts. */
  play(pairing: Pairing, signal: AbortSignal): Promise<Attempt<Entry>>
  /** The entry of a match that could not be played, with what went wrong each time: it must be void. */
  giveUp(pairing: Pairing, faults: readonly string[]): Entry
  onProgress?(progress: Progress<Entry>): void
  /** Starts nothing more, and lets running matches end. */
  readonly stop?: AbortSignal
  /** Ends running matches, too; they have no result. */
  readonly signal?: AbortSignal
}

/** A match that the host failed to play so often is given up. */
export const MAX_ATTEMPTS = 3

/**
 * Plays a tournament to its end, or until it is stopped. A result counts, and others are started because of it, only when
 * the ledger has it. If the ledger fails, or the disk is full, everything is stopped and that is the exception.
 */
export async function runTournament<Entry extends Played>(
  run: TournamentRun<Entry>,
): Promise<'done' | 'stopped'> {
  const { course, workers, ledger, stop, signal } = run
  const { promise, resolve, reject } = deferred()
  const inner = new AbortController()
  const both = signal === undefined ? inner.signal : AbortSignal.any([inner.signal, signal])
  let running = 0
  let saving = 0
  let failure: { readonly error: unknown } | undefined

  /** Nothing begins while a result that it may depend on is on its way to the ledger. */
  function fill(): void {
    const isOpen = failure === undefined && saving === 0 && stop?.aborted !== true && !both.aborted
    if (isOpen)
      for (const pairing of course.take(workers - running)) {
        running++
        void playOne(pairing)
      }
    if (running > 0) return
    if (failure === undefined) resolve()
    else reject(failure.error)
  }

  async function playOne(pairing: Pairing): Promise<void> {
    try {
      run.onProgress?.({ kind: 'started', pairing })
      const entry = await attempt(pairing)
      if (entry !== undefined && course.add(entry)) {
        saving++
        await ledger.append(entry).finally(() => saving--)
        run.onProgress?.({ kind: 'ended', pairing, entry })
      }
    } catch (error) {
      failure ??= { error }
      inner.abort()
    }
    running--
    fill()
  }

  async function attempt(pairing: Pairing): Promise<Entry | undefined> {
    const faults: string[] = []
    for (;;) {
      const result = await run.play(pairing, both).catch(blameHost)
      if (both.aborted && result.kind !== 'played') return undefined
      if (result.kind === 'played') return result.entry
      if (result.kind === 'forfeited') return undefined
      faults.push(result.kind === 'failed' ? result.why : 'it ended without a result')
      const isLast = faults.length >= MAX_ATTEMPTS
      run.onProgress?.({
        kind: 'failed',
        pairing,
        why: faults.at(-1) ?? '',
        attempt: faults.length,
        isLast,
      })
      if (isLast) return run.giveUp(pairing, faults)
    }
  }

  fill()
  await promise
  return course.isDone() ? 'done' : 'stopped'
}

function blameHost(error: unknown): { readonly kind: 'failed'; readonly why: string } {
  if (isFullDisk(error)) throw error
  return { kind: 'failed', why: messageOf(error) }
}

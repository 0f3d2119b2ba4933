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
  /** Its signal ended it, or the run was stopped before it began. */
  | { readonly kind: 'aborted' }
  /** An entrant was withdrawn meanwhile: the match counts as forfeited. */
  | { readonly kind: 'forfeited' }

/** An append-only log of results: no entry survives a crash unless all entries before it do. */
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
  /** How many matches are taken up at once. */
  readonly workers: number | (() => number)
  /** Hands out a function that takes up more matches: for when `workers` has grown. */
  onOpen?(fill: () => void): void
  readonly ledger: Ledger<Entry>
  /** An exception is a fault of the host and costs one attempt, except for a full disk, which stops the whole run. */
  play(pairing: Pairing, signal: AbortSignal): Promise<Attempt<Entry>>
  /** The entry of a match that is given up, with the fault of each attempt. It must be void. */
  giveUp(pairing: Pairing, faults: readonly string[]): Entry
  onProgress?(progress: Progress<Entry>): void
  /** Starts nothing more, and lets running matches end. */
  readonly stop?: AbortSignal
  /** Ends running matches, too; they have no result. */
  readonly signal?: AbortSignal
}

/** After so many failed attempts a match is given up. */
export const MAX_ATTEMPTS = 3

/**
 * Plays a tournament to its end, or until it is stopped. Matches that follow from a result start after the ledger has it.
 * If the ledger fails, or the disk is full, all matches are aborted and the error is thrown.
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

  /** Starts no match while any result is being written: the match may depend on it. */
  function fill(): void {
    const isOpen = saving === 0 && stop?.aborted !== true && !both.aborted
    if (isOpen)
      for (const pairing of course.take((typeof workers === 'number' ? workers : workers()) - running)) {
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
      if (stop?.aborted === true && result.kind === 'aborted') return undefined
      if (result.kind === 'played') return result.entry
      if (result.kind === 'forfeited') return undefined
      const why = result.kind === 'failed' ? result.why : 'it ended without a result'
      faults.push(why)
      const isLast = faults.length >= MAX_ATTEMPTS
      run.onProgress?.({ kind: 'failed', pairing, why, attempt: faults.length, isLast })
      if (isLast) return run.giveUp(pairing, faults)
    }
  }

  fill()
  run.onOpen?.(fill)
  await promise
  return course.isDone() ? 'done' : 'stopped'
}

function blameHost(error: unknown): { readonly kind: 'failed'; readonly why: string } {
  if (isFullDisk(error)) throw error
  return { kind: 'failed', why: messageOf(error) }
}

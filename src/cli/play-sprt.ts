import type { TournamentResult } from '../api/tournament-result.ts'
import type { LedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { playPairing, voidEntry, type MatchHost } from '../tournament-runner/play-pairing.ts'
import { runTournament } from '../tournament-runner/run-tournament.ts'
import { tournamentResult } from '../tournament-runner/tournament-result.ts'
import { openTournamentCourse, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { makeContestant, type BotContext, type BotSource } from './bots.ts'
import { openTournamentOpenings } from './tournament-openings.ts'

export interface SprtGames {
  readonly tournament: TournamentSpec
  /** By the names of the entrants. */
  readonly bots: ReadonlyMap<string, BotSource>
  readonly context: BotContext
  readonly workers: number
  readonly signal: AbortSignal
  /** Takes each game before it counts. */
  readonly save?: MatchHost['save']
  /** Why a match is void: the host could not play it. */
  readonly onVoid?: (why: string) => void
}

/** Plays a sequential test in memory. When the signal aborts, the result has no verdict. */
export async function playSprt({
  tournament,
  bots,
  context,
  workers,
  signal,
  save = () => Promise.resolve(),
  onVoid,
}: SprtGames): Promise<TournamentResult> {
  const entries = new Map<string, LedgerEntry>()
  const course = openTournamentCourse(tournament, [])
  await using openings = openTournamentOpenings(tournament, bots)
  const host: MatchHost = {
    tournament,
    opening: (pairing: Pairing) => openings.of(pairing),
    save,
    contestant(name, onLog, onMemory) {
      const source = bots.get(name)
      const entrant = tournament.entrants.find((one) => one.name === name)
      if (source === undefined || entrant === undefined) throw new Error(`No such entrant: ${name}`)
      return makeContestant(source, name, entrant.bot, context, onLog, onMemory)
    },
  }
  await runTournament<LedgerEntry>({
    course,
    workers,
    ledger: { append: (entry) => Promise.resolve(void entries.set(entry.key, entry)) },
    play: (pairing, stop) => playPairing(host, pairing, stop),
    giveUp: voidEntry,
    onProgress: (progress) => progress.kind === 'failed' && progress.isLast && onVoid?.(progress.why),
    signal,
  })
  return tournamentResult(tournament, course, entries)
}

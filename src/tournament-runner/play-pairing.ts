import { isFullDisk } from '../base/is-full-disk.ts'
import { must } from '../base/result.ts'
import type { Pair } from '../game/game.ts'
import type { Match } from '../match/match.ts'
import { whyVoid } from '../match/why-void.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import { playMatch } from '../runner/play-match.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { specFor, type TournamentSpec } from './tournament-spec.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { ledgerEntryOf } from './ledger-entry-of.ts'
import type { PairingOpening } from './pairing-opening.ts'
import { openRecorder, type MatchRecorder } from './open-recorder.ts'
import type { Attempt } from './run-tournament.ts'

export interface MatchHost {
  readonly tournament: TournamentSpec
  /** The player of an entrant. Its log goes to `onLog`, its peak memory in a round to `onMemory`, if it is known. */
  contestant(
    name: string,
    onLog: (text: string) => void,
    onMemory: (bytes: number) => void,
    pairing: Pairing,
  ): Contestant
  /** Saves the record and the logs of a match, before its result is added to the ledger. */
  save(pairing: Pairing, kept: KeptMatch): Promise<void>
  readonly clock?: Clock
  /** How the match begins, in a tournament with openings. */
  opening?(pairing: Pairing): Promise<PairingOpening | undefined>
}

export interface KeptMatch {
  /** The whole record. */
  readonly record: string
  /** What each player logged or wrote to stderr. */
  readonly logs: Pair<string>
}

/** Characters of log kept, for each player and match. */
const LOG_CAP = 1 << 20

/** Plays one match of a tournament for real. */
export async function playPairing(
  host: MatchHost,
  pairing: Pairing,
  signal: AbortSignal,
): Promise<Attempt<LedgerEntry>> {
  const { tournament, clock = realClock } = host
  const logs: [string, string] = ['', '']
  const memory: [number | undefined, number | undefined] = [undefined, undefined]
  const seat = (player: 0 | 1): Contestant =>
    host.contestant(
      pairing.players[player],
      (text) => {
        logs[player] += `${text}\n`.slice(0, LOG_CAP - logs[player].length)
      },
      (bytes) => {
        memory[player] = Math.max(memory[player] ?? 0, bytes)
      },
      pairing,
    )
  const contestants: Pair<Contestant> = [seat(0), seat(1)]
  const names: Pair<string> = [contestants[0].name, contestants[1].name]
  const opening = await host.opening?.(pairing)
  if (signal.aborted) return { kind: 'aborted' }
  const spec = must(specFor(tournament, pairing.seed, opening))
  const player = ({ name, bot }: Contestant) => ({ name, ...(bot !== undefined && { bot }) })
  const began = clock.now()
  const players = [player(contestants[0]), player(contestants[1])] as const
  const recorder = openRecorder(tournament, spec, players, clock.date())
  let hostFault: unknown
  const match = await playMatch({
    challenge: tournament.challenge.id,
    spec,
    contestants,
    clock,
    signal,
    onHostFault(error) {
      hostFault = error
    },
    onEvent: (event, now) => recorder.see(event, now),
  })
  if (match.result === undefined) return { kind: 'aborted' }
  if (match.result.void) {
    // The disk is full: a program could not be started, or a file not be written.
    if (isFullDisk(hostFault)) throw hostFault
    return { kind: 'failed', why: whyVoid(match) }
  }
  const took = { ms: Math.round(clock.now() - began), logs, memory }
  return { kind: 'played', entry: await keepPlayed(host, pairing, match, names, opening, recorder, took) }
}

/** What a match took on the machine that played it. */
export interface TookHere {
  readonly ms: number
  readonly logs: Pair<string>
  /** The peak of each player in bytes, where it is known. */
  readonly memory: Pair<number | undefined>
}

/** Saves a match that was played to its end, and makes its entry. */
export async function keepPlayed(
  host: Pick<MatchHost, 'tournament' | 'save'>,
  pairing: Pairing,
  match: Match,
  names: Pair<string>,
  opening: PairingOpening | undefined,
  recorder: MatchRecorder,
  { ms, logs, memory }: TookHere,
): Promise<LedgerEntry> {
  await host.save(pairing, { record: recorder.record(), logs })
  const played = { ...ledgerEntryOf(pairing, match, names), ...(opening !== undefined && { opening }) }
  if (!host.tournament.how.times) return played
  const isMeasured = memory.some((bytes) => bytes !== undefined)
  return { ...played, took: { ms, moveTimes: recorder.moveTimes(), ...(isMeasured && { memory }) } }
}

/** The entry of a match that the host could not play. */
export const voidEntry = ({ key, players }: Pairing, hostFaults: readonly string[]): LedgerEntry => ({
  key,
  players,
  winner: undefined,
  score: [0, 0],
  void: true,
  rounds: [],
  hostFaults,
})

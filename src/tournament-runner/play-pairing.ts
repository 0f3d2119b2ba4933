import { isFullDisk } from '../base/is-full-disk.ts'
import { must } from '../base/result.ts'
import type { Pair } from '../game/game.ts'
import type { Match, MatchEvent } from '../match/match.ts'
import { thoughtOf } from '../match/thought-of.ts'
import { beginRecord, endRecord, writeEvent } from '../match/record.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import { nodeDigest } from '../runner/digest.ts'
import { playMatch } from '../runner/play-match.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { specFor, type TournamentSpec } from './tournament-spec.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { ledgerEntryOf } from './ledger-entry-of.ts'
import type { PairingOpening } from './pairing-opening.ts'
import { addTime, NO_TIMES, type MoveTimes } from './move-times.ts'
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
  const { times } = tournament.how
  const logs: [string, string] = ['', '']
  const memory: [number | undefined, number | undefined] = [undefined, undefined]
  const seat = (player: 0 | 1): Contestant =>
    host.contestant(
      pairing.players[player],
      (text) => {
        if (logs[player].length < LOG_CAP) logs[player] += `${text}\n`.slice(0, LOG_CAP - logs[player].length)
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
  let { writer, text } = beginRecord(
    {
      challenge: tournament.challenge.id,
      spec,
      players: [player(contestants[0]), player(contestants[1])],
      times,
      ...(times && { date: clock.date().toISOString() }),
    },
    nodeDigest,
  )
  const lines = [text]
  const watch = watchTimes()
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
    onEvent(event, now) {
      watch.see(event, now)
      const written = writeEvent(writer, event, now)
      writer = written.writer
      if (written.text !== '') lines.push(written.text)
    },
  })
  if (match.result === undefined) return { kind: 'aborted' }
  if (match.result.void) {
    // The disk is full: a program could not be started, or a file not be written.
    if (isFullDisk(hostFault)) throw hostFault
    return { kind: 'failed', why: whyVoid(match) }
  }
  lines.push(endRecord(writer))
  await host.save(pairing, { record: lines.join(''), logs })
  const played = { ...ledgerEntryOf(pairing, match, names), ...(opening !== undefined && { opening }) }
  if (!times) return { kind: 'played', entry: played }
  const took = {
    ms: Math.round(clock.now() - began),
    moveTimes: watch.times(),
    ...(memory.some((bytes) => bytes !== undefined) && { memory }),
  }
  return { kind: 'played', entry: { ...played, took } }
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

const whyVoid = ({ ended }: Match): string => {
  const end = ended.findLast((round) => round.end.kind === 'void')?.end
  return end?.kind === 'void' ? end.why : 'the host failed'
}

function watchTimes() {
  let before: Match | undefined
  const times: [MoveTimes, MoveTimes] = [NO_TIMES, NO_TIMES]
  return {
    see(event: MatchEvent, now: Match): void {
      const last = before
      before = now
      const thought = last && thoughtOf(last, event)
      if (thought) times[thought.player] = addTime(times[thought.player], thought.ms)
    },
    times: (): Pair<MoveTimes> => times,
  }
}

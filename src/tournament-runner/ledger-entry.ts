import { isObject, parseObject, type JsonObject } from '../base/json.ts'
import type { FaultKind } from '../match/match.ts'
import type { Played } from '../tournament/tournament.ts'
import { readPairingOpening, type PairingOpening } from './pairing-opening.ts'
import { NO_TIMES, type MoveTimes } from './move-times.ts'

type Two<T> = readonly [T, T]

/** One entry of the ledger: the result of a match, its rounds, and the time and memory it took. */
export interface LedgerEntry extends Played {
  readonly rounds: readonly LedgerRound[]
  /** How it began, in a tournament with openings. */
  readonly opening?: PairingOpening
  /** The faults of the host, one for each failed attempt, if the match was given up. */
  readonly hostFaults?: readonly string[]
  readonly took?: Took
  /** The organiser decided it: it has no rounds. */
  readonly ruled?: Ruling
}

export interface Ruling {
  /** The name of the organiser. */
  readonly by: string
  readonly reason: string
}

/** The fingerprint of a match, from those of its rounds. It is not written: it follows from them. */
export function fingerprintOf(rounds: readonly LedgerRound[]): { readonly fingerprint?: string } {
  const all = rounds.map(({ fingerprint }) => fingerprint)
  return all.length === 0 || all.includes(undefined) ? {} : { fingerprint: all.join(' ') }
}

/** One round of a match, the void ones left out. Players are 0 and 1 of the match, wherever they sat. */
export interface LedgerRound {
  /** The player in each seat. */
  readonly seats: Two<0 | 1>
  readonly winner: 0 | 1 | undefined
  readonly turns: number
  /** In words. */
  readonly reason: string
  /** What each player did wrong to lose it. */
  readonly faults: Two<FaultKind | undefined>
  /** Of its first position, moves and end; old ledgers lack it. */
  readonly fingerprint?: string
}

/** Measurements: they differ from run to run. */
export interface Took {
  readonly ms: number
  readonly moveTimes: Two<MoveTimes>
  /** The most memory each had in any round, in bytes, where that is known. */
  readonly memory?: Two<number | undefined>
}

/** One line of the ledger, with its line feed. JSON leaves out what is undefined. */
export function formatLedgerEntry(entry: LedgerEntry): string {
  const { key, players, winner, score, rounds, opening, hostFaults, took, ruled } = entry
  return `${JSON.stringify({
    key,
    players,
    winner: winner ?? null,
    score,
    ...(entry.void && { void: true }),
    faults: entry.faults,
    opening,
    rounds: rounds.map((round) => ({
      seats: round.seats,
      winner: round.winner ?? null,
      turns: round.turns,
      reason: round.reason,
      faults: round.faults.map((fault) => fault ?? null),
      fingerprint: round.fingerprint,
    })),
    hostFaults,
    took,
    ruled,
  })}\n`
}

export function parseLedgerEntry(line: string): LedgerEntry | undefined {
  const body = parseObject(line)
  if (body === undefined) return undefined
  const { key, winner, hostFaults, took, ruled } = body
  const players = readTwo(body['players'], readText)
  const score = readTwo(body['score'], readCount)
  const faults = readTwo(body['faults'], readCount)
  const rounds = Array.isArray(body['rounds'])
    ? body['rounds'].map(readRound).filter((round) => round !== undefined)
    : []
  if (typeof key !== 'string' || !isWinner(winner) || players === undefined || score === undefined)
    return undefined
  return {
    key,
    players,
    winner: winner ?? undefined,
    score,
    ...(body['void'] === true && { void: true }),
    ...(faults && { faults }),
    rounds,
    ...fingerprintOf(rounds),
    ...readPairingOpening(body['opening']),
    ...(Array.isArray(hostFaults) && { hostFaults: hostFaults.map(String) }),
    ...(isObject(took) && { took: readTook(took) }),
    ...(isObject(ruled) && { ruled: { by: String(ruled['by']), reason: String(ruled['reason']) } }),
  }
}

function readRound(value: unknown): LedgerRound | undefined {
  if (!isObject(value)) return undefined
  const { winner, turns, reason, faults, fingerprint } = value
  const seats = readTwo(value['seats'], (seat) => (seat === 0 || seat === 1 ? seat : undefined))
  if (seats === undefined || !isWinner(winner) || typeof turns !== 'number' || typeof reason !== 'string')
    return undefined
  const kinds = Array.isArray(faults) ? faults : []
  const fault = (player: number): FaultKind | undefined => {
    const kind: unknown = kinds[player]
    return typeof kind === 'string' ? (kind as FaultKind) : undefined
  }
  return {
    seats,
    winner: winner ?? undefined,
    turns,
    reason,
    faults: [fault(0), fault(1)],
    ...(typeof fingerprint === 'string' && { fingerprint }),
  }
}

function readTook({ ms, moveTimes, memory }: JsonObject): Took {
  const both = readTwo(moveTimes, (times) => (isMoveTimes(times) ? times : undefined))
  return {
    ms: typeof ms === 'number' ? ms : 0,
    moveTimes: both ?? [NO_TIMES, NO_TIMES],
    ...(Array.isArray(memory) && { memory: [readCount(memory[0]), readCount(memory[1])] }),
  }
}

const isMoveTimes = (value: unknown): value is MoveTimes =>
  isObject(value) &&
  isObject(value['buckets']) &&
  [...Object.values(value['buckets']), value['moves'], value['totalMs'], value['longestMs']].every(
    (one) => typeof one === 'number',
  )

function readTwo<T>(value: unknown, read: (item: unknown) => T | undefined): Two<T> | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [first, second] = value.map(read)
  return first === undefined || second === undefined ? undefined : [first, second]
}

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const readCount = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const isWinner = (value: unknown): value is 0 | 1 | null => value === 0 || value === 1 || value === null

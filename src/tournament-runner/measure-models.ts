import { analyseRecord, type MoveAnalysis } from '../analysis/analyse-record.ts'
import { judgeMoves, movesOf, type PlayerAnalysis } from '../analysis/player-analysis.ts'
import { findGame } from '../games/index.ts'
import type { AnswerFailure } from '../match/match.ts'
import { turnsOfRecord, type TurnRow } from '../match/turns-of-record.ts'
import { nodeDigest } from '../runner/digest.ts'

/** What a language model used in a tournament, and how well it moved. */
export interface ModelMeasure {
  readonly matches: number
  readonly moves: number
  readonly calls: number
  readonly retries: number
  readonly tokensIn: number
  readonly tokensOut: number
  /** In dollars; undefined if the price of a move is not known. */
  readonly usd: number | undefined
  /** Answers that did not count. */
  readonly failures: Readonly<Record<AnswerFailure, number>>
  /** By the strongest house brain of the game. */
  readonly judged: (PlayerAnalysis & { readonly brain: string }) | undefined
  /** Tokens of its answers in each turn of a round, on average; undefined for a turn that it never had. */
  readonly tokensByTurn: readonly (number | undefined)[]
}

/** Positions that the house brain searches for each move. */
const NODES = 1_000

/** Measures every language model in the records of a tournament, by its name. Records without one are not judged. */
export function measureModels(records: Iterable<string>): ReadonlyMap<string, ModelMeasure> {
  const found = new Map<string, Found>()
  for (const text of records) {
    if (!text.includes('"model":{')) continue
    const turns = turnsOfRecord(text, findGame, nodeDigest)
    const analysis = analyseRecord(text, NODES, findGame, { digest: nodeDigest })
    if (!turns.ok || !analysis.ok) continue
    const { record, rounds, brain } = analysis.value
    for (const player of [0, 1] as const) {
      const { name } = record.header.players[player]
      const rows = turns.value.filter((row) => row.player === name)
      if (rows.every(({ calls }) => calls === null)) continue
      const own = found.get(name) ?? { matches: 0, rows: [], moves: [], brain }
      const moves = rounds.flatMap((round) => movesOf(round, player))
      found.set(name, {
        matches: own.matches + 1,
        rows: [...own.rows, ...rows],
        moves: [...own.moves, ...moves],
        brain,
      })
    }
  }
  return new Map([...found].map(([name, own]) => [name, measure(own)]))
}

interface Found {
  readonly matches: number
  readonly rows: readonly TurnRow[]
  readonly moves: readonly MoveAnalysis[]
  readonly brain: string
}

function measure({ matches, rows, moves, brain }: Found): ModelMeasure {
  const sum = (of: (row: TurnRow) => number | null): number =>
    rows.reduce((total, row) => total + (of(row) ?? 0), 0)
  const count = (kind: AnswerFailure): number =>
    sum(({ failures }) => failures.filter((one) => one === kind).length)
  const byTurn = Map.groupBy(rows, ({ turn }) => turn)
  const judged = judgeMoves(moves)
  return {
    matches,
    moves: rows.length,
    calls: sum(({ calls }) => calls),
    retries: sum(({ retries }) => retries),
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    usd: rows.some(({ calls, usd }) => calls !== null && usd === null) ? undefined : sum(({ usd }) => usd),
    failures: {
      truncated: count('truncated'),
      empty: count('empty'),
      unparsable: count('unparsable'),
      illegal: count('illegal'),
    },
    judged: judged && { ...judged, brain },
    tokensByTurn: Array.from({ length: Math.max(0, ...byTurn.keys()) }, (_, at) => {
      const told = byTurn.get(at + 1) ?? []
      return told.length === 0
        ? undefined
        : told.reduce((total, { tokensOut }) => total + (tokensOut ?? 0), 0) / told.length
    }),
  }
}

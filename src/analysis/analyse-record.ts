import type { Digest } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { askBrain } from '../brains/ask-brain.ts'
import type { Brain } from '../game/brain.ts'
import type { AnyGame, Pair, Seat } from '../game/game.ts'
import type { RoundResult } from '../match/match.ts'
import { readRecord, type ReadRecord } from '../match/read-record.ts'
import { specToReplay } from '../match/record.ts'
import { replayRounds, type ReplayedRound } from '../match/replay-rounds.ts'
import { leadOf } from '../openings/lead-of.ts'
import { strongestBrain } from '../openings/strongest-brain.ts'

/** One move, as the strongest house brain of the game sees it. Values go from -1 (lost) to 1 (won), for the player that moved. */
export interface MoveAnalysis {
  /** Counted from 1. */
  readonly turn: number
  readonly seat: Seat
  /** What was played; null if the player made no legal move. */
  readonly move: string | null
  /** What the brain would play, and how it expects the game to go on. */
  readonly best: string
  readonly line: readonly string[]
  /** The value of the position, and that of the next one or of the end. */
  readonly value: number
  readonly after: number
  /** How much of the value the move gave away: 0 for the move of the brain. */
  readonly loss: number
  /**
   * What people count, after this move and after the brain's, for both seats. Only of a move that gave something away, after
   * which the round went on, in a game that has counts.
   */
  readonly counts?: { readonly played: Pair<number>; readonly best: Pair<number> }
}

export interface RoundAnalysis {
  /** Counted from 1. */
  readonly round: number
  /** Counts the rounds from 0 in the order they were played, void ones as well. */
  readonly order: number
  readonly result: RoundResult
  readonly moves: readonly MoveAnalysis[]
}

export interface RecordAnalysis {
  readonly record: ReadRecord
  readonly brain: string
  readonly nodes: number
  /** Void rounds are left out. */
  readonly rounds: readonly RoundAnalysis[]
}

export interface AnalysisOptions {
  readonly digest?: Digest
  /** Is called with each turn that is judged, and with the number of all. */
  readonly onProgress?: (done: number, of: number) => void
}

/** Judges each move of a record by the strongest house brain of its game, which may search so many positions a move. */
export function analyseRecord(
  text: string,
  nodes: number,
  findGame: (id: string) => AnyGame | undefined,
  { digest, onProgress = () => {} }: AnalysisOptions = {},
): Result<RecordAnalysis> {
  const read = readRecord(text, findGame, digest)
  if (!read.ok) return read
  const { header, events } = read.value
  const { game } = header.spec
  const brain = strongestBrain(game)
  if (!brain) return fail('unknown-brain', `Cannot analyse ${game.title}: no house brain of it was measured`)
  const rounds = replayRounds(specToReplay(header), events)
    .map((round, order) => ({ round, order }))
    .filter(({ round }) => round.result.end.kind !== 'void')
  const turns = rounds.map(({ round }) => turnsOf(game, round))
  const of = turns.reduce((sum, { length }) => sum + length, 0)
  let done = 0
  const judge = (state: unknown): JudgedState => {
    const judged = judgeState(game, state, brain, nodes)
    onProgress(++done, of)
    return judged
  }
  const judgedRounds = rounds.map(({ round: { result }, order }, index) => ({
    round: result.index + 1,
    order,
    result,
    moves: judgeRound(game, result, turns[index] ?? [], judge),
  }))
  return ok({ record: read.value, brain: brain.name, nodes, rounds: judgedRounds })
}

interface JudgedTurn {
  readonly state: unknown
  readonly moves: Pair<string | undefined>
}

/** The positions in which moves were wanted. The last turn of a forfeit is not complete. */
function turnsOf(game: AnyGame, { result, round, turns }: ReplayedRound): readonly JudgedTurn[] {
  const complete = turns.map(({ before, moves }) => ({ state: before, moves }))
  const isUnfinished = result.end.kind === 'forfeited' && game.outcome(round.state) === undefined
  return isUnfinished ? [...complete, { state: round.state, moves: round.answers }] : complete
}

interface JudgedState {
  readonly answers: readonly ReturnType<typeof askBrain>[]
  readonly values: Pair<number>
}

function judgeState(game: AnyGame, state: unknown, brain: Brain, nodes: number): JudgedState {
  const limits = { timeLeft: Infinity, nodeBudget: nodes }
  const answers = game.toMove(state).map((seat) => askBrain(game, state, brain, seat, limits))
  return { answers, values: valuesOf(game, state, brain, answers, limits) }
}

function judgeRound(
  game: AnyGame,
  result: RoundResult,
  turns: readonly JudgedTurn[],
  judge: (state: unknown) => JudgedState,
): readonly MoveAnalysis[] {
  const seen = turns.map(({ state }) => judge(state))
  const winner = result.winner === undefined ? undefined : result.seats.indexOf(result.winner)
  const end: Pair<number> = winner === undefined ? [0, 0] : winner === 0 ? [1, -1] : [-1, 1]
  return turns.flatMap(({ state, moves: played }, index) =>
    (seen[index]?.answers ?? []).map(({ seat, move: best, remark }): MoveAnalysis => {
      const word = played[seat]
      const move = word !== undefined && game.isLegal(state, seat, word) ? word : null
      const value = seen[index]?.values[seat] ?? 0
      const after = (seen[index + 1]?.values ?? end)[seat]
      const loss = move === best ? 0 : Math.max(0, value - after)
      const counts = loss > 0 ? countsAfter(game, state, played, seat, best) : undefined
      return {
        turn: index + 1,
        seat,
        move,
        best,
        line: remark?.line ?? [best],
        value,
        after,
        loss,
        ...(counts && { counts }),
      }
    }),
  )
}

/** What people count after the turn that was played, and after the same turn with the brain's move for one seat. */
function countsAfter(
  game: AnyGame,
  state: unknown,
  played: Pair<string | undefined>,
  seat: Seat,
  best: string,
): MoveAnalysis['counts'] {
  const countsOf = (moves: Pair<string | undefined>): Pair<number> | undefined => {
    const turn = game.toMove(state).map((each) => ({ seat: each, move: moves[each] ?? '' }))
    if (!turn.every((one) => game.isLegal(state, one.seat, one.move))) return undefined
    const after = game.play(state, turn)
    return game.outcome(after) === undefined ? game.counts?.of(after) : undefined
  }
  const real = countsOf(played)
  const better = countsOf(seat === 0 ? [best, played[1]] : [played[0], best])
  return real && better && { played: real, best: better }
}

/** The value of a position for each seat: as the seat itself says, or else the other way round from what the other says. */
function valuesOf(
  game: AnyGame,
  state: unknown,
  brain: Brain,
  answers: readonly ReturnType<typeof askBrain>[],
  limits: Parameters<typeof askBrain>[4],
): Pair<number> {
  const [first, second] = ([0, 1] as const).map(
    (seat) => answers.find((one) => one.seat === seat)?.remark?.score,
  )
  if (first !== undefined || second !== undefined)
    return [first ?? -(second ?? 0) + 0, second ?? -(first ?? 0) + 0]
  const lead = leadOf(game, state, brain, limits)
  return [lead, -lead + 0]
}

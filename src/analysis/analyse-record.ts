import type { Digest } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { askBrain } from '../brains/ask-brain.ts'
import type { Brain } from '../game/brain.ts'
import type { AnyGame, Pair, Seat } from '../game/game.ts'
import { advance, startMatch } from '../match/machine.ts'
import type { Round, RoundResult } from '../match/match.ts'
import { readRecord, type ReadRecord } from '../match/read-record.ts'
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
}

export interface RoundAnalysis {
  /** Counted from 1. */
  readonly round: number
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

/** Judges each move of a record by the strongest house brain of its game, which may search so many positions a move. */
export function analyseRecord(
  text: string,
  nodes: number,
  findGame: (id: string) => AnyGame | undefined,
  digest?: Digest,
): Result<RecordAnalysis> {
  const read = readRecord(text, findGame, digest)
  if (!read.ok) return read
  const { game } = read.value.header.spec
  const brain = strongestBrain(game)
  if (!brain) return fail('unknown-brain', `Cannot analyse ${game.title}: no house brain of it was measured`)
  const rounds = replay(read.value)
    .filter(({ result }) => result.end.kind !== 'void')
    .map((round) => analyseRound(game, brain, nodes, round))
  return ok({ record: read.value, brain: brain.name, nodes, rounds })
}

interface PlayedRound {
  readonly result: RoundResult
  /** The positions in which moves were wanted, with the moves that were played there. */
  readonly turns: readonly { readonly state: unknown; readonly moves: Pair<string | undefined> }[]
}

function replay({ header, events }: ReadRecord): readonly PlayedRound[] {
  const { spec } = header
  // A record without times says who was late by an event, so that no clock is needed.
  const rules = header.times ? spec.rules : { ...spec.rules, clock: { kind: 'none' } as const }
  let { match } = startMatch({ ...spec, rules })
  const rounds: PlayedRound[] = []
  let turns: PlayedRound['turns'][number][] = []
  for (const event of events) {
    const before = match.round
    const { match: next, endedRound } = advance(match, event)
    const round = endedRound ?? next.round
    if (round.turns > before.turns && round.lastTurn)
      turns.push({ state: before.state, moves: round.lastTurn })
    const result = endedRound && next.ended.at(-1)
    if (result) {
      // The last turn of a forfeit is not complete.
      if (result.end.kind === 'forfeited' && isUnfinished(endedRound, spec.game))
        turns.push({ state: endedRound.state, moves: endedRound.answers })
      rounds.push({ result, turns })
      turns = []
    }
    match = next
  }
  return rounds
}

const isUnfinished = ({ state }: Round, game: AnyGame): boolean => game.outcome(state) === undefined

function analyseRound(
  game: AnyGame,
  brain: Brain,
  nodes: number,
  { result, turns }: PlayedRound,
): RoundAnalysis {
  const limits = { timeLeft: Infinity, nodeBudget: nodes }
  const seen = turns.map(({ state }) => {
    const answers = game.toMove(state).map((seat) => askBrain(game, state, brain, seat, limits))
    return { answers, values: valuesOf(game, state, brain, answers, limits) }
  })
  const winner = result.winner === undefined ? undefined : result.seats.indexOf(result.winner)
  const end: Pair<number> = winner === undefined ? [0, 0] : winner === 0 ? [1, -1] : [-1, 1]
  const moves = turns.flatMap(({ state, moves: played }, index) =>
    (seen[index]?.answers ?? []).map(({ seat, move: best, remark }): MoveAnalysis => {
      const word = played[seat]
      const move = word !== undefined && game.isLegal(state, seat, word) ? word : null
      const value = seen[index]?.values[seat] ?? 0
      const after = (seen[index + 1]?.values ?? end)[seat]
      const loss = move === best ? 0 : Math.max(0, value - after)
      return { turn: index + 1, seat, move, best, line: remark?.line ?? [best], value, after, loss }
    }),
  )
  return { round: result.index + 1, result, moves }
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

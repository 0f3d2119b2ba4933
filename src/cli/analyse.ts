import { analyseRecord, type MoveAnalysis, type RoundAnalysis } from '../analysis/analyse-record.ts'
import { analysePlayer, losingMove } from '../analysis/player-analysis.ts'
import { findChallenge } from '../challenges/index.ts'
import { explainMove } from '../analysis/explain-move.ts'
import type { AnyGame, Pair } from '../game/game.ts'
import { findGame } from '../games/index.ts'
import { describeEnd } from '../match/describe.ts'
import type { MatchSpec, Player } from '../match/match.ts'
import { nodeDigest } from '../runner/digest.ts'
import { orExit } from './problem.ts'
import { readCount } from './read-count.ts'
import { readRecordText } from './read-record-text.ts'
import { printable } from './text.ts'

export interface AnalyseFlags {
  readonly nodes?: string
  readonly json?: true
}

/** Positions that the brain searches for a move, if nothing else is said: a second or less for a round of most games. */
export const ANALYSIS_NODES = 2_000

/** `gamegrid analyse`: judges the moves of a recorded match by the strongest house brain. */
export function analyse(file: string, flags: AnalyseFlags): void {
  const nodes = readCount('nodes', flags.nodes ?? String(ANALYSIS_NODES), 1, 1e9)
  const { record, brain, rounds } = orExit(
    analyseRecord(readRecordText(file), nodes, findGame, { digest: nodeDigest }),
    1,
  )
  const { spec, challenge, players } = record.header
  const names: Pair<string> = [players[0].name, players[1].name]
  const judged = ([0, 1] as const).map((player) => analysePlayer(rounds, player))
  if (flags.json) {
    const told = rounds.map(({ round, order, result, moves }) => ({
      round,
      winner: result.winner === undefined ? null : names[result.winner],
      losingMove: losingMove({ round, order, result, moves })?.turn ?? null,
      moves: moves.map((move) => ({ ...move, player: names[result.seats[move.seat]] })),
    }))
    const of = names.map((name, player) => ({ name, ...judged[player] }))
    return console.log(
      JSON.stringify({ challenge, brain: `house:${brain}`, nodes, players: of, rounds: told }),
    )
  }
  const title = findChallenge(challenge)?.title ?? challenge
  const say = (line: string): void => console.log(printable(line))
  say(`${title}: ${names.join(' against ')}, judged by house:${brain} with ${nodes} positions a move\n`)
  const width = Math.max(...names.map((name) => name.length))
  for (const [player, found] of judged.entries())
    if (found)
      say(
        `${(names[player] ?? '').padEnd(width)}  accuracy ${found.accuracy.toFixed(0).padStart(3)} %, gives away ${found.averageLoss.toFixed(2)} a move, plays as house:${brain} in ${Math.round(found.agreement * found.moves)} of ${found.moves} moves`,
      )
  for (const round of rounds) for (const line of roundLines(round, spec, names, brain)) say(line)
}

function roundLines(
  round: RoundAnalysis,
  spec: MatchSpec,
  names: Pair<string>,
  brain: string,
): readonly string[] {
  const { result, moves } = round
  const lost = losingMove(round)
  return [
    '',
    `Round ${round.round}: ${describeEnd(result, spec, names)}`,
    ...(moves.length === 0
      ? []
      : [`  ${names[0]} ahead  ${curveOf(round)}  over the turns, from lost ▁ to won █`]),
    ...(lost ? losingLines(lost, spec.game, [names[result.seats[0]], names[result.seats[1]]], brain) : []),
  ]
}

/** `names` are the seats'. */
function losingLines(
  lost: MoveAnalysis,
  game: AnyGame,
  names: Pair<string>,
  brain: string,
): readonly string[] {
  const { turn, seat, move, best, line, value, after } = lost
  const why = explainMove(game, lost, names)
  return [
    `  The move that cost most: turn ${turn}, ${names[seat]} ${move === null ? 'made no legal move' : `played ${move}`}. It fell from ${signed(value)} to ${signed(after)}`,
    `  house:${brain} would play ${best}${line.length > 1 ? `, and expects ${line.join(' ')}` : ''}`,
    ...(why === undefined ? [] : [`  ${why}`]),
  ]
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`

const BARS = '▁▂▃▄▅▆▇█'
const WIDEST = 60

/** The value for the first player over the turns, as bars. */
function curveOf({ result, moves }: RoundAnalysis): string {
  const first: Player = 0
  const byTurn = new Map(
    moves.map(({ turn, seat, value }) => [turn, result.seats[seat] === first ? value : -value]),
  )
  const values = [...byTurn.values()]
  const width = Math.min(WIDEST, values.length)
  return Array.from({ length: width }, (_, at) => {
    const value = values[Math.floor((at * values.length) / width)] ?? 0
    return BARS[Math.min(BARS.length - 1, Math.floor(((value + 1) / 2) * BARS.length))] ?? ''
  }).join('')
}

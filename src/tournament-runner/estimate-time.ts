import { deriveSeed, seededRng } from '../base/rng.ts'
import { must } from '../base/result.ts'
import type { MatchSpec } from '../match/match.ts'
import { specFor, type TournamentSpec } from './tournament-spec.ts'

/** How long a tournament takes. */
export interface TimeEstimate {
  /** If bots answer at once. */
  readonly quickMs: number
  /** If every move takes all its time; undefined without a clock. */
  readonly longestMs: number | undefined
  /** The turns of a random game. */
  readonly turns: number
}

/** The start of a process or a thread. */
const START_MS = 300
const GAMES = 3

/** Estimates the time; `turns` are those of a typical game, and `entrants` is the number of them. */
export function estimateTime(
  { format, options, rules }: Pick<TournamentSpec, 'format' | 'options' | 'rules'>,
  entrants: number,
  workers: number,
  turns: number,
): TimeEstimate {
  const { least, most } = format.count(entrants, options)
  const matches = format.id === 'sprt' ? least : (least + most) / 2
  const rounds = (rules.bestOf + 1) / 2
  const quickMs = (matches * rounds * START_MS) / workers
  const { clock } = rules
  const perRound =
    clock.kind === 'none'
      ? undefined
      : clock.kind === 'per-move'
        ? turns * clock.ms
        : 2 * clock.ms + turns * clock.incrementMs
  const longestMs = perRound === undefined ? undefined : quickMs + (matches * rounds * perRound) / workers
  return { quickMs, longestMs, turns }
}

/** The mean length of a few random games. */
export function typicalTurns(
  tournament: Pick<TournamentSpec, 'challenge' | 'settings' | 'rules' | 'seed'>,
): number {
  const turns = Array.from({ length: GAMES }, (_, game) => {
    const seed = deriveSeed(tournament.seed, 'estimate', game)
    return randomGame(must(specFor(tournament, seed)))
  })
  return Math.max(1, Math.round(turns.reduce((sum, count) => sum + count, 0) / GAMES))
}

function randomGame({ game, config, rules, seed }: MatchSpec): number {
  const rng = seededRng(seed)
  let state = game.setup(config, rng)
  for (let turns = 0; ; turns++) {
    const seats = game.toMove(state)
    if (seats.length === 0 || turns >= rules.turnLimit) return turns
    const turn = seats.map((seat) => ({ seat, move: rng.pick(game.legalMoves(state, seat)) }))
    state = game.play(state, turn)
  }
}

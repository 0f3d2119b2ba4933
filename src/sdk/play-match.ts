import { show, typedSettings } from '../base/fields.ts'
import { must } from '../base/result.ts'
import { CHALLENGES, findChallenge } from '../challenges/index.ts'
import type { Brain } from '../game/brain.ts'
import type { Pair } from '../game/game.ts'
import { describeEnd } from '../match/describe.ts'
import { makeSpec, type Match, type MatchEvent } from '../match/match.ts'
import { writeRecord, type RecordHeader } from '../match/record.ts'
import { parseClock } from '../match/rules.ts'
import { playMatch as runMatch } from '../runner/play-match.ts'
import { isBrain } from './define-brain.ts'
import { playerOf } from './player-of.ts'
import { notWhileImported } from '../runner/brain-import.ts'

export interface MatchOptions {
  /** The challenge: `torus-tron`, `light-cycle`, `boost-tron`, `tic-tac-toe`, `quoridor` or `longest-group`. */
  readonly challenge: string
  /** Both may be the same brain. */
  readonly brains: Pair<Brain>
  /** The random seed: the same brains with the same seed play the same match. 0 by default. */
  readonly seed?: number
  /** Settings of the game that differ from the challenge's: `{ width: 20, height: 20 }`. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** `5s` a move, `500ms` a move, `60s+2s` for a time budget with an increment; `none` by default. */
  readonly clock?: string
  /** The number of rounds; by default that of the challenge. */
  readonly bestOf?: number
  /** What the brains log. */
  log?(name: string, line: string): void
}

export interface MatchReport {
  /** 0 for the first brain, 1 for the second, undefined for a draw. */
  readonly winner: 0 | 1 | undefined
  readonly winnerName: string | undefined
  /** By brain; made distinct if both have the same. */
  readonly names: Pair<string>
  /** Rounds won by each brain. */
  readonly score: Pair<number>
  readonly rounds: readonly RoundReport[]
  /** The whole match as text, for `gamegrid replay`. */
  readonly record: string
}

export interface RoundReport {
  readonly winner: 0 | 1 | undefined
  /** `ann won by three in a row`: how it ended and why. */
  readonly reason: string
  readonly turns: number
}

/**
 * Plays a match between two brains in this process, by the rules of a challenge. A brain that throws or plays an
 * illegal move loses its round; a brain that never returns blocks the program.
 */
export async function playMatch(options: MatchOptions): Promise<MatchReport> {
  notWhileImported('playMatch')
  const challenge = findChallenge(options.challenge)
  if (challenge === undefined) {
    const known = CHALLENGES.map(({ id }) => id).join(', ')
    throw new RangeError(`Cannot find challenge ${show(options.challenge)}: expected one of ${known}`)
  }
  checkBrains(options.brains, challenge.game.id)
  const { seed = 0, clock = 'none', bestOf = challenge.rules.bestOf } = options
  const { game, preset } = challenge
  const settings = typedSettings(game.settings, { ...game.presets[preset], ...options.settings })
  const rules = { ...challenge.rules, clock: must(parseClock(clock)), bestOf }
  const spec = must(makeSpec(challenge.game, settings, rules, seed))
  const names = distinct(options.brains[0].name, options.brains[1].name)
  const events: MatchEvent[] = []
  const match = await runMatch({
    challenge: challenge.id,
    spec,
    contestants: [
      playerOf(options.brains[0], { name: names[0], log: (line) => options.log?.(names[0], line) }),
      playerOf(options.brains[1], { name: names[1], log: (line) => options.log?.(names[1], line) }),
    ],
    onEvent: (event) => void events.push(event),
  })
  const header: RecordHeader = {
    challenge: challenge.id,
    spec,
    players: [{ name: names[0] }, { name: names[1] }],
    times: false,
  }
  return report(match, names, () => writeRecord(header, events))
}

/** Throws if the two brains cannot play the game. */
export function checkBrains(brains: unknown, game: string): asserts brains is Pair<Brain> {
  const list: readonly unknown[] = Array.isArray(brains) ? brains : []
  if (list.length !== 2)
    throw new TypeError(
      `Cannot play: expected two brains, not ${Array.isArray(brains) ? list.length : show(brains)}`,
    )
  list.forEach((brain, index) => {
    if (!isBrain(brain))
      throw new TypeError(
        `Cannot play with brain ${index + 1}: expected a brain made by defineBrain or defineTronBrain, not ${show(brain)}`,
      )
    if (brain.game !== undefined && brain.game !== game)
      throw new TypeError(`Cannot play ${game} with ${show(brain.name)}: it is a brain for ${brain.game}`)
  })
}

const distinct = (a: string, b: string): Pair<string> => (a === b ? [`${a}-1`, `${b}-2`] : [a, b])

function report(match: Match, names: Pair<string>, write: () => string): MatchReport {
  const winner = match.result?.winner
  let written: string | undefined
  return {
    winner,
    winnerName: winner === undefined ? undefined : names[winner],
    names,
    score: match.score,
    rounds: match.ended.map((round) => ({
      winner: round.winner,
      reason: describeEnd(round, match.spec, names),
      turns: round.turns,
    })),
    // Written on demand: it takes longer than the match.
    get record() {
      return (written ??= write())
    },
  }
}

import { RECORD_VERSION } from '../match/record.ts'
import type { Match } from '../match/match.ts'
import { nodeDigest } from '../runner/digest.ts'
import type { MatchJob } from './queue-job.ts'

/**
 * The hash after each message with events of an attempt: of the hash before, these events, and the position after them. Instead of a hash
 * the first one is of the attempt itself and all terms of the match, so the events of another match or attempt do not fit.
 */
export function beginChain({ id, challenge, settings, rules, seed }: MatchJob, first: Match): string {
  const { version } = first.spec.game
  const terms = JSON.stringify({ record: RECORD_VERSION, challenge, version, settings, rules, seed })
  return `${id}\n${terms}\n${positionOf(first)}`
}

export const extendChain = (hash: string, lines: readonly string[], after: Match): string =>
  nodeDigest(`${hash}\n${lines.join('\n')}\n${positionOf(after)}`)

const positionOf = ({ spec, round }: Match): string => spec.game.notation.formatState(round.state)

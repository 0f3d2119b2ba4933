import { RECORD_VERSION } from '../match/record.ts'
import type { Match } from '../match/match.ts'
import { nodeDigest } from '../runner/digest.ts'
import type { MatchJob } from './queue-job.ts'

export { formatEventLine as formatEvent } from '../match/event-line.ts'

/**
 * The hash after each event of an attempt: of the hash before, the event, and the position after it. The first hash is of the
 * attempt and all terms of the match, so the events of another match or attempt do not fit.
 */
export function beginChain({ id, challenge, settings, rules, seed }: MatchJob, first: Match): string {
  const { version } = first.spec.game
  const terms = JSON.stringify({ record: RECORD_VERSION, challenge, version, settings, rules, seed })
  return nodeDigest(`${id}\n${terms}\n${positionOf(first)}`)
}

export const extendChain = (hash: string, line: string, after: Match): string =>
  nodeDigest(`${hash}\n${line}\n${positionOf(after)}`)

const positionOf = ({ spec, round }: Match): string => spec.game.notation.formatState(round.state)

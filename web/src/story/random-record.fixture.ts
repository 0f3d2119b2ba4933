import { must } from '../../../src/base/result.ts'
import { seededRng } from '../../../src/base/rng.ts'
import { findChallenge } from '../../../src/challenges/index.ts'
import { advance, awaitedSeats, startMatch } from '../../../src/match/machine.ts'
import { makeSpec, type Match, type MatchEvent, type MatchRules } from '../../../src/match/match.ts'
import { beginRecord, endRecord, writeEvent } from '../../../src/match/record.ts'
import { loadAllGames } from './games.ts'

await loadAllGames()

export interface RandomRecord {
  /** Each with its line feed. */
  readonly lines: readonly string[]
  readonly match: Match
}

/** The record of a match of random moves; `meddle` may put other events in their place. */
export function randomRecord(
  challenge: string,
  seed: number,
  options: {
    readonly rules?: Partial<MatchRules>
    readonly times?: boolean
    readonly meddle?: (event: MatchEvent, match: Match) => MatchEvent
  } = {},
): RandomRecord {
  const { rules, times = true, meddle = (event) => event } = options
  const found = findChallenge(challenge)
  if (!found) throw new Error(`no challenge ${challenge}`)
  const { game, preset } = found
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, { ...found.rules, ...rules }, seed))
  const rng = seededRng(seed)
  let { match } = startMatch(spec)
  let { writer, text } = beginRecord({ challenge, spec, players: [{ name: 'ann' }, { name: 'bob' }], times })
  let at = 0
  while (match.phase !== 'over') {
    for (const seat of awaitedSeats(match)) {
      at += 1 + rng.below(20)
      const before: Match = match
      const { phase, round } = before
      const legal = game.legalMoves(round.state, seat)
      const event: MatchEvent =
        phase === 'starting'
          ? { kind: 'ready', seat, at }
          : { kind: 'answered', seat, text: legal.length > 0 ? rng.pick(legal) : '', at }
      const chosen = meddle(event, match)
      match = advance(match, chosen).match
      const written = writeEvent(writer, chosen, match)
      writer = written.writer
      text += written.text
      if (match.phase !== phase) break
    }
  }
  text += endRecord(writer)
  return { lines: text.split(/(?<=\n)/), match }
}

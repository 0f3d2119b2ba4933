import type { TermsBody } from '../api/tournaments.ts'
import { formatClock } from '../match/rules.ts'
import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { presentFields } from './present-fields.ts'

/** What a new contest needs to be played as this one: all that differs from its challenge. */
export function presentTerms({
  challenge,
  settings,
  rules,
  openings,
  how,
  benchAfter,
}: TournamentSpec): TermsBody {
  const { game, preset } = challenge
  const usual = new Map(
    presentFields(game.settings, game.presets[preset] ?? {}).map((one) => [one.name, one.value]),
  )
  const clock = formatClock(rules.clock)
  return {
    clock: clock === formatClock(challenge.rules.clock) ? null : clock,
    settings: Object.fromEntries(
      presentFields(game.settings, settings).flatMap(({ name, value }) =>
        value === usual.get(name) ? [] : [[name, value]],
      ),
    ),
    openings: openings === true,
    nodes: how.nodes ?? null,
    benchAfter: benchAfter ?? null,
  }
}

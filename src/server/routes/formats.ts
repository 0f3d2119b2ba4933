import { show } from '../../base/fields.ts'
import { recentlyUsed } from '../../base/recently-used.ts'
import { isObject } from '../../base/json.ts'
import { must } from '../../base/result.ts'
import { findFormat, FORMATS } from '../../tournament-runner/tournament-spec.ts'
import type { App } from '../context.ts'
import { presentFields } from '../present-fields.ts'
import { found, granted } from '../../protocols/request-error.ts'
import { readContestClock } from '../../arena/new-tournament.ts'
import { plannedMs, roundShares } from '../../arena/planned-time.ts'
import { changePlan, planOf } from '../../arena/tournament-plan.ts'
import { findChallenge } from '../../challenges/index.ts'
import { makeSpec } from '../../match/match.ts'
import { RequestError } from '../../protocols/request-error.ts'
import { estimateTime, typicalTurns } from '../../tournament-runner/estimate-time.ts'
import {
  CountBody,
  EstimateBody,
  FormatList,
  FormatParams,
  MatchCountBody,
  TimeEstimateBody,
} from '../../api/tournaments.ts'

/** The ways to hold a tournament. */
export function formatRoutes(app: App): void {
  const tags = ['tournaments']
  /** The turns of random games, by challenge and settings: to play them takes a while. */
  const turnsOf = recentlyUsed<string, number>(100)

  app.get(
    '/api/v1/formats',
    {
      schema: {
        summary: 'The formats of tournaments with their options',
        operation: 'listFormats',
        tags,
        access: 'public',
        response: { 200: FormatList },
      },
    },
    () => ({
      formats: FORMATS.map((format) => {
        const { id, title, summary, fields } = format
        const usual = must(format.parseOptions({}))
        return { id, title, summary, options: presentFields(fields, isObject(usual) ? usual : {}) }
      }),
    }),
  )

  app.post(
    '/api/v1/formats/:format/count',
    {
      schema: {
        summary: 'How many matches it would take, if no entrant drops out',
        operation: 'countMatches',
        tags,
        access: 'public',
        params: FormatParams,
        body: CountBody,
        response: { 200: MatchCountBody },
        refuses: [404],
      },
    },
    (request) => {
      const { format: id } = request.params
      const format = found(findFormat(id), `format ${show(id)}`)
      const options = granted(format.parseOptions(request.body.options ?? {}))
      return format.count(request.body.entrants, options)
    },
  )

  app.post(
    '/api/v1/formats/:format/estimate',
    {
      schema: {
        summary: 'How many matches it would take, and how long; for the organiser',
        operation: 'estimateTournament',
        tags,
        access: 'organiser',
        params: FormatParams,
        body: EstimateBody,
        response: { 200: TimeEstimateBody },
        refuses: [404],
      },
    },
    (request) => {
      const { challenge: name, entrants, settings, clock, options: wanted, ...changes } = request.body
      const format = found(findFormat(request.params.format), `format ${show(request.params.format)}`)
      const options = granted(format.parseOptions(wanted ?? {}))
      const plan = planOf(granted(changePlan({}, changes)))
      const challenge = findChallenge(name)
      if (!challenge) throw new RequestError('unknown-challenge', `There is no challenge ${show(name)}`)
      const all = { ...challenge.game.presets[challenge.preset], ...settings }
      const { rules } = challenge
      const own = clock === undefined ? rules : { ...rules, clock: granted(readContestClock(clock)) }
      granted(makeSpec(challenge.game, all, own, 0))
      const key = JSON.stringify([name, all])
      const turns =
        turnsOf.get(key) ?? typicalTurns({ challenge, settings: all, rules: challenge.rules, seed: 0 })
      turnsOf.set(key, turns)
      const { least, most } = format.count(entrants, options)
      // An entrant plays one match at a time.
      const workers = Math.max(1, Math.min(plan.atOnce, Math.floor(entrants / 2)))
      const { quickMs, longestMs } = estimateTime({ format, options, rules: own }, entrants, workers, turns)
      const isTimed = plan.breaks.length + plan.roundTimes.length > 0
      const shares = isTimed ? roundShares(format, options, entrants) : []
      const byPlan = (workMs: number): number =>
        Math.round(isTimed ? plannedMs(plan, plan.starts ?? Date.now(), shares, workMs) : workMs)
      return {
        least,
        most,
        quickMs: byPlan(quickMs),
        longestMs: longestMs === undefined ? null : byPlan(longestMs),
        turns,
      }
    },
  )
}

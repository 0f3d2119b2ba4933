import type { MatchRules } from '../match/match.ts'

/** A player that comes by HTTP has so long to show up: it may only just have learnt of the match. */
const SHOW_UP_MS = 120_000

/** The rules, with time for somebody to come by HTTP. */
export const withStartUp = (rules: MatchRules, byHttp: boolean): MatchRules =>
  byHttp ? { ...rules, startUpMs: Math.max(rules.startUpMs, SHOW_UP_MS) } : rules

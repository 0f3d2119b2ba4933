import type { MatchRules } from '../match/match.ts'

/** The least start-up time of an HTTP player: it may hear of the match only now. */
const SHOW_UP_MS = 120_000

/** The rules, with enough start-up time for an HTTP player. */
export const withStartUp = (rules: MatchRules, byHttp: boolean): MatchRules =>
  byHttp ? { ...rules, startUpMs: Math.max(rules.startUpMs, SHOW_UP_MS) } : rules

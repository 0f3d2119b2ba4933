import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { scoreFromElo } from './elo.ts'
import { logLikelihoodAt, type Tally } from './tally.ts'

/** Is the first player stronger by `elo0` points (H0), or by `elo1` (H1)? */
export interface SprtTerms {
  readonly elo0: number
  readonly elo1: number
  /** How often H1 may be accepted although H0 holds. */
  readonly alpha: number
  /** How often H0 may be accepted although H1 holds. */
  readonly beta: number
}

/**
 * A sequential probability ratio test and what it has seen. It is over as soon as the log-likelihood ratio reaches one of
 * its bounds; its verdict then stands, whatever results still come in.
 */
export interface Sprt {
  readonly terms: SprtTerms
  readonly tally: Tally
  /** The logarithm of how much better H1 explains the results than H0. */
  readonly llr: number
  /** At or below it H0 is accepted. */
  readonly lower: number
  /** At or above it H1 is accepted. */
  readonly upper: number
  readonly verdict: 'H0' | 'H1' | undefined
}

/** A test of pairs with swapped sides, or of single games where there are no pairs. */
export function openSprt(
  terms: Pick<SprtTerms, 'elo0' | 'elo1'> & Partial<SprtTerms>,
  unit: 'pairs' | 'games' = 'pairs',
): Sprt {
  const { elo0, elo1, alpha = 0.05, beta = 0.05 } = terms
  return {
    terms: { elo0, elo1, alpha, beta },
    tally: unit === 'pairs' ? [0, 0, 0, 0, 0] : [0, 0, 0],
    llr: 0,
    lower: Math.log(beta / (1 - alpha)),
    upper: Math.log((1 - beta) / alpha),
    verdict: undefined,
  }
}

/** The test with one more result: the first player's points in a pair (0, ½ … 2) or in a game (0, ½, 1). */
export function addResult(sprt: Sprt, points: number): Sprt {
  const at = points * 2
  if (!(at in sprt.tally))
    throw new Error(`Cannot add ${points} points to a test of ${sprt.tally.length} results`)
  const tally = sprt.tally.with(at, (sprt.tally[at] as number) + 1)
  const llr = logLikelihoodRatio(tally, sprt.terms)
  const reached = llr <= sprt.lower ? 'H0' : llr >= sprt.upper ? 'H1' : undefined
  return { ...sprt, tally, llr, verdict: sprt.verdict ?? reached }
}

/**
 * The generalised ratio: each hypothesis fixes the mean score by the logistic curve and is given the most likely
 * distribution with that mean. Nothing is assumed about draws, nor about how the two games of a pair depend on each
 * other.
 */
export function logLikelihoodRatio(tally: Tally, { elo0, elo1 }: Pick<SprtTerms, 'elo0' | 'elo1'>): number {
  return logLikelihoodAt(tally, scoreFromElo(elo1)) - logLikelihoodAt(tally, scoreFromElo(elo0))
}

const EXAMPLE = 'elo0=0 elo1=10'

/** Reads what a person writes: `elo0=0 elo1=10`, with `alpha=` and `beta=` if 0.05 will not do. */
export function parseSprt(words: readonly string[]): Result<SprtTerms> {
  const given = new Map<string, number>()
  for (const word of words) {
    const read = /^(elo0|elo1|alpha|beta)=([+-]?(?:\d+(?:\.\d*)?|\.\d+))$/.exec(word)
    if (read === null)
      return bad(word, `expected elo0, elo1, alpha or beta, an equals sign and a number, as in ${EXAMPLE}`)
    const [, name, number] = read as unknown as [string, string, string]
    if (given.has(name)) return bad(word, `expected ${name} once`)
    given.set(name, Number(number))
  }
  const elo0 = given.get('elo0')
  const elo1 = given.get('elo1')
  const alpha = given.get('alpha') ?? 0.05
  const beta = given.get('beta') ?? 0.05
  const all = words.join(' ')
  if (elo0 === undefined || elo1 === undefined) return bad(all, `expected elo0 and elo1, as in ${EXAMPLE}`)
  if (elo0 >= elo1) return bad(all, 'expected elo0 to be less than elo1')
  if (Math.max(Math.abs(elo0), Math.abs(elo1)) > 2000)
    return bad(all, 'expected elo0 and elo1 to be between -2000 and 2000')
  if ([alpha, beta].some((risk) => risk <= 0 || risk >= 0.5))
    return bad(all, 'expected alpha and beta to be more than 0 and less than 0.5')
  return ok({ elo0, elo1, alpha, beta })
}

const bad = (text: string, expected: string): Result<never> =>
  fail('bad-sprt', `Cannot read SPRT ${show(text)}: ${expected}`)

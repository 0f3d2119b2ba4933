import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { scoreFromElo } from './elo.ts'
import { chance, randomly } from './played.fixture.ts'
import { addResult, logLikelihoodRatio, openSprt, parseSprt, type Sprt } from './sprt.ts'

// The logistic cases from the tests of fastchess, whose pairs are counted as LL, LD, WL + DD, WD, WW.
test.each([
  { tally: [21184, 40708, 21404], elo0: 0.5, elo1: 2.5, llr: -1.57 },
  { tally: [57030, 106593, 57433], elo0: 0, elo1: 2, llr: -2.59 },
  { tally: [223, 9863, 20279 + 1000, 10037, 246], elo0: 0.5, elo1: 2.5, llr: -3.07 },
  { tally: [871, 26175, 55003 + 980, 26678, 821], elo0: 0, elo1: 2, llr: -4.98 },
])('fastchess: $tally between $elo0 and $elo1 have a ratio of $llr', ({ tally, elo0, elo1, llr }) => {
  expect(logLikelihoodRatio(tally, { elo0, elo1 })).toBeCloseTo(llr, 2)
})

test('the bounds are those of Wald: 2.94 for 5 % either way', () => {
  const { lower, upper, llr, verdict } = openSprt({ elo0: 0, elo1: 10 })
  expect([lower.toFixed(2), upper.toFixed(2), llr, verdict]).toEqual(['-2.94', '2.94', 0, undefined])
  const uneven = openSprt({ elo0: 0, elo1: 10, alpha: 0.01, beta: 0.1 })
  expect(uneven.lower).toBeCloseTo(Math.log(0.1 / 0.99), 12)
  expect(uneven.upper).toBeCloseTo(Math.log(0.9 / 0.01), 12)
})

test('nothing but wins: each pair adds the logarithm of one score over the other', () => {
  const step = Math.log(scoreFromElo(10) / scoreFromElo(0))
  let sprt = openSprt({ elo0: 0, elo1: 10 })
  let pairs = 0
  for (; sprt.verdict === undefined; pairs++) {
    sprt = addResult(sprt, 2)
    expect(sprt.llr).toBeCloseTo(step * (pairs + 1), 9)
  }
  expect(sprt.verdict).toBe('H1')
  expect(sprt.tally).toEqual([0, 0, 0, 0, pairs])
  expect(pairs).toBe(Math.ceil(Math.log(19) / step))
})

test('a verdict stands, whatever comes after it', () => {
  let sprt = openSprt({ elo0: 0, elo1: 50 })
  while (sprt.verdict === undefined) sprt = addResult(sprt, 0)
  expect(sprt.verdict).toBe('H0')
  for (let pair = 0; pair < 1000; pair++) sprt = addResult(sprt, 2)
  expect(sprt.llr).toBeGreaterThan(sprt.upper)
  expect(sprt.verdict).toBe('H0')
})

test('the two hypotheses and the two players are alike', () => {
  const pairs = fc.array(fc.nat({ max: 50 }), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(pairs, (tally) => {
      const ratio = logLikelihoodRatio(tally, { elo0: -5, elo1: 20 })
      expect(logLikelihoodRatio(tally, { elo0: 20, elo1: -5 })).toBeCloseTo(-ratio, 9)
      expect(logLikelihoodRatio(tally.toReversed(), { elo0: 5, elo1: -20 })).toBeCloseTo(ratio, 9)
    }),
  )
})

test.each([
  ['pairs', 2.5],
  ['pairs', 0.25],
  ['pairs', -1],
  ['games', 1.5],
] as const)('in a test of %s there are no %f points', (unit, points) => {
  expect(() => addResult(openSprt({ elo0: 0, elo1: 5 }, unit), points)).toThrow(`Cannot add ${points} points`)
})

test.each([
  ['pairs', 2, [0, 0, 0, 0, 1]],
  ['pairs', 0.5, [0, 1, 0, 0, 0]],
  ['games', 1, [0, 0, 1]],
  ['games', 0.5, [0, 1, 0]],
] as const)('a test of %s counts a result of %f points', (unit, points, tally) => {
  expect(addResult(openSprt({ elo0: 0, elo1: 5 }, unit), points).tally).toEqual(tally)
})

test('a test is over exactly at its bounds', () => {
  const sprt = openSprt({ elo0: 0, elo1: 5 })
  const [lost, won] = [addResult(sprt, 0), addResult(sprt, 2)]
  expect([lost.verdict, won.verdict]).toEqual([undefined, undefined])
  expect(addResult({ ...sprt, lower: lost.llr }, 0).verdict).toBe('H0')
  expect(addResult({ ...sprt, upper: won.llr }, 2).verdict).toBe('H1')
})

describe('simulated matches', () => {
  const TESTS = 1000

  /** A game of a player with this mean score; three in ten are drawn. */
  const play = (score: number, random: number): number => (random < 0.3 ? 0.5 : random < 0.15 + score ? 1 : 0)

  /** Pairs begin with positions that favour one side, so the games of a pair are not independent. */
  const pair = (elo: number, randoms: () => number): number => {
    const favour = (randoms() - 0.5) / 2
    return play(scoreFromElo(elo) + favour, randoms()) + play(scoreFromElo(elo) - favour, randoms())
  }
  const game = (elo: number, randoms: () => number): number => play(scoreFromElo(elo), randoms())

  function countVerdicts(start: Sprt, elo: number, one: typeof pair): Record<'H0' | 'H1', number> {
    const counts = { H0: 0, H1: 0 }
    for (let seed = 0; seed < TESTS; seed++) {
      const rng = randomly(seed)
      let sprt = start
      while (sprt.verdict === undefined)
        sprt = addResult(
          sprt,
          one(elo, () => chance(rng)),
        )
      counts[sprt.verdict]++
    }
    return counts
  }

  // 50 wrong verdicts in 1000 are promised; 67 are two and a half standard errors more.
  test.each([
    ['pairs', pair],
    ['games', game],
  ] as const)('of %s: no more wrong verdicts than promised, and not for want of verdicts', (unit, one) => {
    const start = openSprt({ elo0: 0, elo1: 80 }, unit)
    const [weak, strong] = [countVerdicts(start, 0, one), countVerdicts(start, 80, one)]
    expect(weak.H1).toBeLessThan(67)
    expect(strong.H0).toBeLessThan(67)
    expect(weak.H1 + strong.H0).toBeGreaterThan(20)
    const middle = countVerdicts(start, 40, one)
    expect(middle.H1).toBeGreaterThan(400)
    expect(middle.H1).toBeLessThan(600)
  })
})

describe('what a person writes', () => {
  test('is read in any order, with 0.05 for what is not said', () => {
    expect(must(parseSprt(['elo0=0', 'elo1=10']))).toEqual({ elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 })
    expect(must(parseSprt(['beta=.1', 'elo1=+5', 'alpha=0.01', 'elo0=-1.5']))).toEqual({
      elo0: -1.5,
      elo1: 5,
      alpha: 0.01,
      beta: 0.1,
    })
    expect(must(parseSprt(['elo0=-12.5', 'elo1=2000', 'alpha=.05', 'beta=.025']))).toEqual({
      elo0: -12.5,
      elo1: 2000,
      alpha: 0.05,
      beta: 0.025,
    })
  })

  test.each([
    [
      ['elo0=0', 'elo2=5'],
      'Cannot read SPRT "elo2=5": expected elo0, elo1, alpha or beta, an equals sign and a number, as in elo0=0 elo1=10',
    ],
    [
      ['elo0=zero'],
      'Cannot read SPRT "elo0=zero": expected elo0, elo1, alpha or beta, an equals sign and a number, as in elo0=0 elo1=10',
    ],
    [
      ['elo0=1e3'],
      'Cannot read SPRT "elo0=1e3": expected elo0, elo1, alpha or beta, an equals sign and a number, as in elo0=0 elo1=10',
    ],
    [
      ['xelo0=1'],
      'Cannot read SPRT "xelo0=1": expected elo0, elo1, alpha or beta, an equals sign and a number, as in elo0=0 elo1=10',
    ],
    [['elo1=10'], 'Cannot read SPRT "elo1=10": expected elo0 and elo1, as in elo0=0 elo1=10'],
    [['elo0=0', 'elo0=1'], 'Cannot read SPRT "elo0=1": expected elo0 once'],
    [['elo0=0'], 'Cannot read SPRT "elo0=0": expected elo0 and elo1, as in elo0=0 elo1=10'],
    [[], 'Cannot read SPRT "": expected elo0 and elo1, as in elo0=0 elo1=10'],
    [['elo0=5', 'elo1=5'], 'Cannot read SPRT "elo0=5 elo1=5": expected elo0 to be less than elo1'],
    [
      ['elo0=0', 'elo1=9999'],
      'Cannot read SPRT "elo0=0 elo1=9999": expected elo0 and elo1 to be between -2000 and 2000',
    ],
    [
      ['elo0=0', 'elo1=5', 'alpha=0'],
      'Cannot read SPRT "elo0=0 elo1=5 alpha=0": expected alpha and beta to be more than 0 and less than 0.5',
    ],
    [
      ['elo0=0', 'elo1=5', 'beta=.5'],
      'Cannot read SPRT "elo0=0 elo1=5 beta=.5": expected alpha and beta to be more than 0 and less than 0.5',
    ],
  ])('%j is refused with one sentence', (words, message) => {
    expect(parseSprt(words)).toEqual({ ok: false, problem: { code: 'bad-sprt', message } })
  })
})

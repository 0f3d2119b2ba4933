import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitRatings, fitStrengths, type FitOptions, type Ratings } from './fit.ts'
import type { PairResults } from './games-by-pair.ts'
import { type Field, playOne, randomly, roundRobin } from './played.fixture.ts'

/** Elo points in one natural unit, in which statisticians publish. */
const POINTS = 400 / Math.LN10
/** So weak that the fit is the plain maximum of the likelihood. */
const NO_PRIOR = 1e6

const eloOf = (ratings: Ratings, player: string): number =>
  ratings.players.find((rating) => rating.player === player)?.elo ?? NaN

/** Rows `first second wins draws losses`, names without white space. */
const readGames = (rows: string): PairResults[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [first = '', second = '', ...counts] = row.trim().split(/\s+/)
      const [wins = 0, draws = 0, losses = 0] = counts.map(Number)
      return { first, second, wins, draws, losses }
    })

const namesIn = (games: readonly PairResults[]): string[] => [
  ...new Set(games.flatMap(({ first, second }) => [first, second])),
]

describe('published examples', () => {
  // Agresti, Categorical Data Analysis, 2nd edition, section 10.6: the Eastern Division of the American League in 1987. Numbers
  // by home team, wins at home and away; the same data and estimates are in the R package BradleyTerry2.
  const baseball = readGames(`
    Milwaukee Detroit   4 0 3
    Milwaukee Toronto   4 0 2
    Milwaukee NewYork   4 0 3
    Milwaukee Boston    6 0 1
    Milwaukee Cleveland 4 0 2
    Milwaukee Baltimore 6 0 0
    Detroit   Milwaukee 3 0 3
    Detroit   Toronto   4 0 2
    Detroit   NewYork   4 0 3
    Detroit   Boston    6 0 0
    Detroit   Cleveland 6 0 1
    Detroit   Baltimore 4 0 3
    Toronto   Milwaukee 2 0 5
    Toronto   Detroit   4 0 3
    Toronto   NewYork   2 0 4
    Toronto   Boston    4 0 3
    Toronto   Cleveland 4 0 2
    Toronto   Baltimore 6 0 0
    NewYork   Milwaukee 3 0 3
    NewYork   Detroit   5 0 1
    NewYork   Toronto   2 0 5
    NewYork   Boston    4 0 3
    NewYork   Cleveland 4 0 2
    NewYork   Baltimore 6 0 1
    Boston    Milwaukee 5 0 1
    Boston    Detroit   2 0 5
    Boston    Toronto   3 0 3
    Boston    NewYork   4 0 2
    Boston    Cleveland 5 0 2
    Boston    Baltimore 6 0 0
    Cleveland Milwaukee 2 0 5
    Cleveland Detroit   3 0 3
    Cleveland Toronto   3 0 4
    Cleveland NewYork   4 0 3
    Cleveland Boston    4 0 2
    Cleveland Baltimore 2 0 4
    Baltimore Milwaukee 2 0 5
    Baltimore Detroit   1 0 5
    Baltimore Toronto   1 0 6
    Baltimore NewYork   2 0 4
    Baltimore Boston    1 0 6
    Baltimore Cleveland 3 0 4
  `)

  test("Agresti's baseball teams, without home advantage", () => {
    const fit = fitRatings(namesIn(baseball), baseball, { firstMatters: false, prior: NO_PRIOR })
    const overBaltimore = fit.players.map(({ player }) => fit.difference(player, 'Baltimore'))
    expect(overBaltimore.map(({ elo }) => (elo / POINTS).toFixed(2))).toEqual([
      '1.58',
      '1.44',
      '1.29',
      '1.25',
      '1.11',
      '0.68',
      '0.00',
    ])
    expect(overBaltimore.slice(0, 6).map(({ deviation }) => (deviation / POINTS).toFixed(1))).toEqual(
      Array(6).fill('0.3'),
    )
    expect(fit.drawRate).toBe(0)
  })

  test("Agresti's baseball teams, with home advantage", () => {
    const fit = fitRatings(namesIn(baseball), baseball, { prior: NO_PRIOR })
    const worths = fit.players.map(({ elo }) => 10 ** (elo / 400))
    const all = worths.reduce((sum, worth) => sum + worth, 0)
    expect(worths.map((worth) => (worth / all).toFixed(3))).toEqual([
      '0.220',
      '0.190',
      '0.164',
      '0.157',
      '0.137',
      '0.088',
      '0.044',
    ])
    expect((fit.goingFirst.elo / POINTS).toFixed(3)).toBe('0.302')
  })

  // Davidson (1970), example 2: six brands of chocolate pudding, compared in pairs with ties. Data, estimates and standard errors
  // are in the overview of the R package PlackettLuce, which stops, as Davidson did, just before convergence.
  const pudding = readGames(`
    1 2 19 16 22
    1 3 16 12 19
    2 3 19 10 19
    1 4 18 13 23
    2 4 23  9 19
    3 4 19 15 20
    1 5 13 18 19
    2 5 16 12 20
    3 5 16 17 15
    4 5 17 16 14
    1 6 18 12 21
    2 6 22 12 20
    3 6 13 10 18
    4 6 14 18 19
    5 6 11 12 21
  `)

  test("Davidson's puddings: worths, ties and standard errors", () => {
    const fit = fitRatings(namesIn(pudding), pudding, { firstMatters: false, prior: NO_PRIOR })
    const published = [
      { player: '1', worth: 0.1388005, error: 0.121949, overFirst: 0 },
      { player: '2', worth: 0.1729985, error: 0.121818, overFirst: 0.1872168 },
      { player: '3', worth: 0.161742, error: 0.126823, overFirst: 0.1935181 },
      { player: '4', worth: 0.165393, error: 0.122003, overFirst: 0.188211 },
      { player: '5', worth: 0.1586805, error: 0.127054, overFirst: 0.1927043 },
      { player: '6', worth: 0.2023855, error: 0.126594, overFirst: 0.1924059 },
    ]
    const all = fit.players.reduce((sum, { elo }) => sum + 10 ** (elo / 400), 0)
    for (const { player, worth, error, overFirst } of published) {
      const rating = fit.players.find((one) => one.player === player)
      expect(10 ** ((rating?.elo ?? NaN) / 400) / all).toBeCloseTo(worth, 4)
      expect((rating?.deviation ?? NaN) / POINTS).toBeCloseTo(error, 5)
      expect(fit.difference(player, '1').deviation / POINTS).toBeCloseTo(overFirst, 5)
    }
    // ν is 0.7468; two equals draw ν games in 2 + ν.
    expect(fit.drawRate).toBeCloseTo(0.7468147 / 2.7468147, 4)
  })
})

describe('closed forms', () => {
  test.each([
    [3, 0, 1],
    [90, 0, 10],
    [60, 30, 10],
    [1, 100, 2],
    [5, 5, 5],
  ])('two players with %i wins, %i draws and %i losses', (wins, draws, losses) => {
    const games = [{ first: 'a', second: 'b', wins, draws, losses }]
    const fit = fitRatings(['a', 'b'], games, { firstMatters: false, prior: NO_PRIOR })
    const { elo, deviation } = fit.difference('a', 'b')
    expect(elo).toBeCloseTo(400 * Math.log10(wins / losses), 4)
    expect(fit.drawRate).toBeCloseTo(draws / (draws + 2 * Math.sqrt(wins * losses)), 5)
    expect(deviation).toBeCloseTo(POINTS * Math.sqrt(1 / wins + 1 / losses), 3)
    expect(eloOf(fit, 'a')).toBeCloseTo(elo / 2, 5)
    expect(fit.players[0]?.deviation).toBeCloseTo(deviation / 2, 5)
  })

  test('three players whose odds multiply: 3 to 1, 3 to 1 and 9 to 1', () => {
    const games = readGames('a b 30 0 10\n b c 30 0 10\n a c 36 0 4')
    const fit = fitRatings(['a', 'b', 'c'], games, { firstMatters: false, prior: NO_PRIOR })
    const step = 400 * Math.log10(3)
    expect(eloOf(fit, 'a')).toBeCloseTo(step, 4)
    expect(eloOf(fit, 'b')).toBeCloseTo(0, 4)
    expect(eloOf(fit, 'c')).toBeCloseTo(-step, 4)
  })

  test('the worth of going first, of two players who go first equally often', () => {
    // Both win four in five games when they go first.
    const games = readGames('a b 40 0 10\n b a 40 0 10')
    const fit = fitRatings(['a', 'b'], games, { prior: NO_PRIOR })
    expect(fit.goingFirst.elo).toBeCloseTo(400 * Math.log10(4), 4)
    expect(eloOf(fit, 'a')).toBe(0)
    expect(fit.goingFirst.deviation).toBeCloseTo(POINTS / Math.sqrt(100 * 0.8 * 0.2), 4)
  })

  test('every player is expected to make the points it made', () => {
    const field: Field = { strengths: { a: 200, b: 50, c: 0, d: -250 }, goingFirst: 40, nu: 0.8 }
    const games = roundRobin(field, 6, randomly(5))
    const fit = fitRatings(['a', 'b', 'c', 'd'], games, { prior: NO_PRIOR })
    const nu = (2 * fit.drawRate) / (1 - fit.drawRate)
    const points = { a: 0, b: 0, c: 0, d: 0 } as Record<string, number>
    for (const { first, second } of games) {
      const lead = eloOf(fit, first) - eloOf(fit, second) + fit.goingFirst.elo
      const up = 10 ** (lead / 800)
      const score = (up + nu / 2) / (up + nu + 1 / up)
      points[first] = (points[first] ?? 0) + score
      points[second] = (points[second] ?? 0) + 1 - score
    }
    for (const rating of fit.players) expect(points[rating.player]).toBeCloseTo(rating.points, 4)
  })
})

describe('against a search that knows nothing of Newton', () => {
  const players = ['a', 'b', 'c', 'd']
  const cases = {
    'a few games': 'a b 3 1 2\n b c 2 2 1\n c a 1 0 4\n d a 0 1 3\n b d 2 0 1',
    'an undefeated player': 'a b 5 0 0\n b c 2 1 3\n c d 4 0 1\n d b 1 1 2',
    'two groups that never met': 'a b 3 1 1\n c d 1 2 6',
    'nothing but draws': 'a b 0 5 0\n b c 0 4 0\n c d 0 3 0',
    'no draws': 'a b 5 0 2\n b a 3 0 4\n c d 1 0 2\n d a 2 0 1',
  }

  test.each(Object.entries(cases))('%s: the same top, and the same curvature', (_, rows) => {
    const games = readGames(rows)
    const fit = fitRatings(players, games)
    const hasDraws = games.some(({ draws }) => draws > 0)
    // In Elo points but for the last, which is ln ν.
    const height = (terms: readonly number[]): number => logPosterior(games, players, terms, hasDraws)
    const best = climbSlowly(height, hasDraws ? 6 : 5)
    const mean = best.slice(0, 4).reduce((sum, elo) => sum + elo, 0) / 4
    const covariance = invertPlainly(curvature(height, best))
    const entry = (i: number, j: number): number => covariance[i]?.[j] ?? NaN
    players.forEach((player, i) => expect(eloOf(fit, player)).toBeCloseTo((best[i] ?? NaN) - mean, 1))
    expect(fit.goingFirst.elo).toBeCloseTo(best[4] ?? NaN, 1)
    expect(fit.goingFirst.deviation / Math.sqrt(entry(4, 4))).toBeCloseTo(1, 3)
    const nu = hasDraws ? Math.exp(best[5] ?? NaN) : 0
    expect(fit.drawRate).toBeCloseTo(nu / (2 + nu), 4)
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 3],
    ] as const) {
      const variance = entry(i, i) + entry(j, j) - 2 * entry(i, j)
      const { deviation } = fit.difference(players[i] ?? '', players[j] ?? '')
      expect(deviation / Math.sqrt(variance)).toBeCloseTo(1, 3)
    }
    const meanOf = (i: number): number => [0, 1, 2, 3].reduce((sum, j) => sum + entry(i, j), 0) / 4
    const ofMean = [0, 1, 2, 3].reduce((sum, i) => sum + meanOf(i), 0) / 4
    players.forEach((player, i) => {
      const rating = fit.players.find((one) => one.player === player)
      const variance = entry(i, i) - 2 * meanOf(i) + ofMean
      expect((rating?.deviation ?? NaN) / Math.sqrt(variance)).toBeCloseTo(1, 3)
    })
  })
})

describe('what the games leave open stays finite', () => {
  test('an undefeated player is far ahead, and how far is uncertain', () => {
    const games = readGames('a b 20 0 0\n b c 10 0 10')
    const [best] = fitRatings(['a', 'b', 'c'], games, { firstMatters: false }).players
    expect(best?.player).toBe('a')
    expect(best?.elo).toBeGreaterThan(400)
    expect(best?.elo).toBeLessThan(1500)
    expect(best?.deviation).toBeGreaterThan(150)
  })

  test('groups that never met are compared by the prior alone', () => {
    const games = readGames('a b 50 0 50\n c d 50 0 50')
    const fit = fitRatings(['a', 'b', 'c', 'd'], games, { firstMatters: false })
    expect(fit.difference('a', 'c').elo).toBe(0)
    expect(fit.difference('a', 'b').deviation).toBeLessThan(36)
    // The mean of two players has a deviation of 1000 / √2 under the prior; the games within the groups add little.
    expect(fit.difference('a', 'c').deviation).toBeGreaterThan(1000)
    expect(fit.difference('a', 'c').deviation).toBeLessThan(1010)
  })

  test.each([
    ['nobody', [], 0],
    ['one player', ['a'], 0],
    ['players without games', ['a', 'b'], 1000 * Math.SQRT1_2],
  ])('%s', (_, players, deviation) => {
    const fit = fitRatings(players, [])
    expect(fit.players).toEqual(
      players.map((player) => ({
        player,
        elo: 0,
        low: expect.closeTo(-1.959964 * deviation, 2),
        high: expect.closeTo(1.959964 * deviation, 2),
        deviation: expect.closeTo(deviation, 5),
        games: 0,
        points: 0,
      })),
    )
    expect(fit.goingFirst.deviation).toBe(1000)
  })

  test('results as lopsided as can be are fitted, and give finite numbers', () => {
    const names = ['a', 'b', 'c', 'd']
    const count = fc.constantFrom(0, 0, 1, 20, 3000, 1_000_000)
    const row = fc.record({
      i: fc.nat({ max: 3 }),
      by: fc.nat({ max: 2 }),
      wins: count,
      draws: count,
      losses: count,
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), fc.boolean(), (rows, firstMatters) => {
        const games = rows.map(({ i, by, wins, draws, losses }) => {
          return { first: names[i] ?? '', second: names[(i + 1 + by) % 4] ?? '', wins, draws, losses }
        })
        const fit = fitRatings(names, games, { firstMatters })
        // Where all terms are 0 each result has a chance of a third, so the prior of the fit cannot cost more than that.
        const played = games.reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0)
        const farthest = 1 + 1000 * Math.sqrt(2 * played * Math.log(3))
        for (const { elo, deviation } of [...fit.players, fit.goingFirst]) {
          expect(Math.abs(elo)).toBeLessThanOrEqual(farthest)
          expect(deviation).toBeLessThanOrEqual(1000)
        }
      }),
    )
  })

  test('the prior moves a well-known rating by less than a tenth of its error', () => {
    const games = readGames('a b 60 20 20')
    const weak = fitRatings(['a', 'b'], games, { firstMatters: false }).difference('a', 'b')
    const none = fitRatings(['a', 'b'], games, { firstMatters: false, prior: NO_PRIOR }).difference('a', 'b')
    expect(Math.abs(weak.elo - none.elo)).toBeLessThan(none.deviation / 10)
  })
})

describe('the search is short', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const field: Field = {
    strengths: { a: 300, b: 200, c: 100, d: 0, e: -100, f: -200 },
    goingFirst: 30,
    nu: 0.3,
  }
  const even = roundRobin(field, 20, randomly(3))
  const withoutF = even.filter(({ first, second }) => first !== 'f' && second !== 'f').slice(1)
  const earlier = fitStrengths(names.slice(0, 5), withoutF)

  test.each<[string, readonly PairResults[], FitOptions, { places: number; products: number }]>([
    ['of games that chance explains', even, {}, { places: 6, products: 31 }],
    ['without draws', even.filter(({ draws }) => draws === 0), {}, { places: 7, products: 38 }],
    ['where both sides are alike', even, { firstMatters: false }, { places: 6, products: 28 }],
    ['that begins at the same games', even, { from: fitStrengths(names, even) }, { places: 2, products: 7 }],
    ['that begins at the games of other players', even, { from: earlier }, { places: 6, products: 38 }],
    [
      'that begins far away, where a whole step would end lower',
      readGames('b e 20 20 0'),
      { from: fitStrengths(names, readGames('d c 0 1 0')) },
      { places: 8, products: 12 },
    ],
    ['from anchors', even, { anchors: new Map([['a', 900]]), mean: 600 }, { places: 6, products: 30 }],
    [
      'of a player that won everything',
      readGames('a b 3000 0 0\n b c 20 0 20\n c d 1 0 5000'),
      {},
      { places: 14, products: 63 },
    ],
    [
      'of millions of games',
      readGames('a b 1000000 3 0\n b c 0 1000000 1\n c a 20 0 1000000'),
      {},
      { places: 18, products: 80 },
    ],
  ])('%s', (_, games, options, effort) => {
    expect(fitStrengths(names, games, options).effort).toEqual(effort)
  })
})

test('a search that begins far on the wrong side ends at the same place, with hardly any prior, too', () => {
  const names = ['a', 'b', 'c']
  const from = fitStrengths(names, readGames('a c 0 0 1\n a b 0 1 0'), { prior: NO_PRIOR })
  const games = readGames('c a 0 0 1000000')
  const elosOf = (options: FitOptions) => fitStrengths(names, games, { prior: NO_PRIOR, ...options }).elos
  const cold = elosOf({})
  elosOf({ from }).forEach((elo, index) => expect(elo).toBeCloseTo(cold[index] as number, 3))
})

describe('invariance', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 })
  const count = fc.nat({ max: 5 })
  const played = names.chain((players) =>
    fc.record({
      players: fc.constant(players),
      games: fc.array(
        fc
          .record({ i: fc.nat(), by: fc.nat(), wins: count, draws: count, losses: count })
          .map(({ i, by, wins, draws, losses }) => {
            const at = i % players.length
            const other = (at + 1 + (by % (players.length - 1))) % players.length
            return { first: players[at] ?? '', second: players[other] ?? '', wins, draws, losses }
          }),
        { maxLength: 15 },
      ),
      seed: fc.integer(),
    }),
  )
  /** All numbers of a fit, those of every pair included. */
  const bytes = (fit: Ratings): string => {
    const players = fit.players.map(({ player }) => player).toSorted()
    return JSON.stringify([fit, players.map((a) => players.map((b) => fit.difference(a, b)))])
  }

  test('the order of players and games, and how games are split, change no bit', () => {
    fc.assert(
      fc.property(played, ({ players, games, seed }) => {
        const rng = randomly(seed)
        const shuffled = <T>(items: readonly T[]): T[] =>
          items
            .map((item) => ({ item, key: rng.below(2 ** 31) }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item)
        const single = games.flatMap(({ wins, draws, losses, ...who }) => [
          ...Array.from({ length: wins }, () => ({ ...who, wins: 1, draws: 0, losses: 0 })),
          { ...who, wins: 0, draws, losses: 0 },
          { ...who, wins: 0, draws: 0, losses },
        ])
        expect(bytes(fitRatings(shuffled(players), shuffled(single)))).toBe(bytes(fitRatings(players, games)))
      }),
    )
  })

  test('another mean moves all ratings by as much, and nothing else', () => {
    fc.assert(
      fc.property(played, ({ players, games }) => {
        const [zero, other] = [fitRatings(players, games), fitRatings(players, games, { mean: 1500 })]
        zero.players.forEach((rating, index) => {
          expect(other.players[index]?.player).toBe(rating.player)
          expect(other.players[index]?.elo).toBeCloseTo(rating.elo + 1500, 5)
          expect(other.players[index]?.low).toBeCloseTo(rating.low + 1500, 5)
          expect(other.players[index]?.deviation).toBe(rating.deviation)
        })
        expect(other.goingFirst).toEqual(zero.goingFirst)
        const elos = zero.players.map(({ elo }) => elo)
        expect(elos.reduce((sum, elo) => sum + elo, 0)).toBeCloseTo(0, 4)
      }),
    )
  })

  test('results turned round turn the ratings round', () => {
    fc.assert(
      fc.property(played, ({ players, games }) => {
        const fit = fitRatings(players, games)
        const turned = fitRatings(
          players,
          games.map(({ wins, losses, ...rest }) => ({ ...rest, wins: losses, losses: wins })),
        )
        for (const { player, elo } of fit.players) expect(eloOf(turned, player)).toBeCloseTo(-elo, 4)
        expect(turned.goingFirst.elo).toBeCloseTo(-fit.goingFirst.elo, 4)
        expect(turned.drawRate).toBeCloseTo(fit.drawRate, 5)
      }),
    )
  })

  test('a difference turned round is the same difference', () => {
    const fit = fitRatings(['a', 'b', 'c'], readGames('a b 3 1 2\n b c 1 1 1\n c a 0 2 1'))
    const [there, back] = [fit.difference('a', 'b'), fit.difference('b', 'a')]
    expect(back).toEqual({
      elo: -there.elo,
      low: -there.high,
      high: -there.low,
      deviation: there.deviation,
    })
    expect(fit.difference('a', 'a')).toEqual({ elo: 0, low: 0, high: 0, deviation: 0 })
  })
})

test('equal records are equal ratings, listed by name', () => {
  const games = readGames('c a 1 1 1\n a b 1 1 1\n b c 1 1 1')
  const { players } = fitRatings(['c', 'b', 'a'], games)
  expect(players.map(({ player, elo, games, points }) => [player, elo, games, points])).toEqual([
    ['a', 0, 6, 3],
    ['b', 0, 6, 3],
    ['c', 0, 6, 3],
  ])
})

test.each([
  [['a', 'a'], [], 'Cannot rate a player twice'],
  [['a', 'b'], readGames('a x 1 0 0'), 'Cannot rate a game of a against x'],
  [['a', 'b'], readGames('x a 1 0 0'), 'Cannot rate a game of x against a'],
  [['a', 'b'], readGames('a a 1 0 0'), 'Cannot rate a game of a against a'],
  [['a', 'b'], readGames('a b 1 -1 0'), 'Cannot rate 1 wins, -1 draws and 0 losses'],
  [['a', 'b'], readGames('a b 0.5 0 0'), 'Cannot rate 0.5 wins, 0 draws and 0 losses'],
])('what no caller may ask for throws: %j', (players, games, message) => {
  expect(() => fitRatings(players, games)).toThrow(message)
})

test('a player that was not rated cannot be compared', () => {
  expect(() => fitRatings(['a'], []).difference('a', 'x')).toThrow('Cannot compare x: it was not rated')
})

describe('players of known strength', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']

  /** How often 95 % intervals hold the truth, over 400 tournaments of players drawn anew each time. */
  function measureCoverage(play: (field: Field, seed: number) => PairResults[]): Record<string, number> {
    const held = { ratings: 0, differences: 0, goingFirst: 0 }
    const asked = { ratings: 0, differences: 0, goingFirst: 0 }
    const note = (
      kind: keyof typeof held,
      truth: number,
      { low, high }: { low: number; high: number },
    ): void => {
      asked[kind]++
      if (low <= truth && truth <= high) held[kind]++
    }
    for (let seed = 0; seed < 400; seed++) {
      const rng = randomly(seed)
      const strengths = Object.fromEntries(names.map((name) => [name, rng.below(601) - 300]))
      const field = { strengths, goingFirst: rng.below(101) - 50, nu: rng.below(150) / 100 }
      const mean = names.reduce((sum, name) => sum + (strengths[name] ?? NaN), 0) / names.length
      const fit = fitRatings(names, play(field, seed))
      for (const rating of fit.players) note('ratings', (strengths[rating.player] ?? NaN) - mean, rating)
      names.slice(1).forEach((name, index) => {
        const other = names[index] ?? ''
        const truth = (strengths[name] ?? NaN) - (strengths[other] ?? NaN)
        note('differences', truth, fit.difference(name, other))
      })
      note('goingFirst', field.goingFirst, fit.goingFirst)
    }
    return {
      ratings: held.ratings / asked.ratings,
      differences: held.differences / asked.differences,
      goingFirst: held.goingFirst / asked.goingFirst,
    }
  }

  const chain = (field: Field, seed: number): PairResults[] => {
    const rng = randomly(seed + 1000)
    const ring = names.map((name, index) => [name, names[(index + 1) % names.length] ?? ''] as const)
    return Array.from({ length: 20 }, () =>
      ring.flatMap(([a, b]) => [playOne(field, a, b, rng), playOne(field, b, a, rng)]),
    ).flat()
  }

  test.each([
    [
      'six rounds of everybody against everybody',
      (field, seed) => roundRobin(field, 6, randomly(seed + 1000)),
    ],
    ['twenty rounds in a ring, where most never meet', chain],
  ] as [string, (field: Field, seed: number) => PairResults[]][])(
    'the intervals hold the truth in 95 of 100 cases: %s',
    (_, play) => {
      const coverage = measureCoverage(play)
      for (const share of Object.values(coverage)) {
        expect(share).toBeGreaterThan(0.92)
        expect(share).toBeLessThan(0.98)
      }
    },
  )

  test('many games find the truth', () => {
    const field: Field = { strengths: { a: 250, b: 100, c: -50, d: -300 }, goingFirst: 35, nu: 0.6 }
    const fit = fitRatings(['a', 'b', 'c', 'd'], roundRobin(field, 2000, randomly(11)))
    for (const { player, elo } of fit.players)
      expect(Math.abs(elo - (field.strengths[player] ?? NaN))).toBeLessThan(15)
    expect(Math.abs(fit.goingFirst.elo - 35)).toBeLessThan(10)
    expect(fit.drawRate).toBeCloseTo(0.6 / 2.6, 1)
  })
})

/** Davidson's model and the prior as they are written down, in Elo points but for ln ν. */
function logPosterior(
  games: readonly PairResults[],
  players: readonly string[],
  terms: readonly number[],
  hasDraws: boolean,
): number {
  const elo = (player: string): number => terms[players.indexOf(player)] ?? NaN
  const logNu = hasDraws ? (terms[5] ?? NaN) : -Infinity
  let height = 0
  for (const { first, second, wins, draws, losses } of games) {
    const strong = 10 ** ((elo(first) + (terms[4] ?? NaN)) / 400)
    const weak = 10 ** (elo(second) / 400)
    const draw = Math.exp(logNu) * Math.sqrt(strong * weak)
    const all = strong + weak + draw
    height += wins * Math.log(strong / all) + losses * Math.log(weak / all)
    if (draws > 0) height += draws * Math.log(draw / all)
  }
  for (const term of terms.slice(0, 5)) height -= (term / 1000) ** 2 / 2
  if (hasDraws) height -= ((logNu * POINTS) / 1000) ** 2 / 2
  return height
}

/** One term after the other, by thirds, until nothing moves any more. */
function climbSlowly(height: (terms: readonly number[]) => number, size: number): number[] {
  let terms = Array<number>(size).fill(0)
  for (let round = 0; round < 400; round++) {
    const before = terms
    for (let t = 0; t < size; t++) {
      const spread = t === 5 ? 3 : 400 / (1 + round)
      let [low, high] = [(terms[t] ?? NaN) - spread, (terms[t] ?? NaN) + spread]
      while (high - low > 1e-6) {
        const [left, right] = [low + (high - low) / 3, high - (high - low) / 3]
        if (height(terms.with(t, left)) < height(terms.with(t, right))) low = left
        else high = right
      }
      terms = terms.with(t, (low + high) / 2)
    }
    if (terms.every((term, t) => Math.abs(term - (before[t] ?? NaN)) < 1e-5)) break
  }
  return terms
}

/** Second differences, turned positive. */
function curvature(height: (terms: readonly number[]) => number, at: readonly number[]): number[][] {
  const step = (t: number): number => (t === 5 ? 0.01 : 1)
  const moved = (moves: readonly (readonly [number, number])[]): number =>
    height(moves.reduce<readonly number[]>((terms, [t, by]) => terms.with(t, (terms[t] ?? NaN) + by), at))
  return at.map((_, i) =>
    at.map((_, j) => {
      const [a, b] = [step(i), step(j)]
      const sum =
        moved([
          [i, a],
          [j, b],
        ]) -
        moved([
          [i, a],
          [j, -b],
        ]) -
        moved([
          [i, -a],
          [j, b],
        ]) +
        moved([
          [i, -a],
          [j, -b],
        ])
      return -sum / (4 * a * b)
    }),
  )
}

/** Gauss and Jordan. */
function invertPlainly(matrix: readonly (readonly number[])[]): number[][] {
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))])
  rows.forEach((row, i) => {
    const pivot = row[i] ?? NaN
    row.forEach((value, k) => (row[k] = value / pivot))
    for (const other of rows) {
      if (other === row) continue
      const by = other[i] ?? NaN
      other.forEach((value, k) => (other[k] = value - by * (row[k] ?? NaN)))
    }
  })
  return rows.map((row) => row.slice(matrix.length))
}

describe('anchors', () => {
  const anchors = new Map([
    ['weak', 600],
    ['strong', 1400],
  ])
  const fit = (rows: string) => {
    const games = readGames(rows)
    return fitRatings(namesIn(games), games, { anchors, mean: 1000, firstMatters: false })
  }

  test('a player between two anchors is rated on their scale, and the anchors stay', () => {
    const ratings = fit(`
      new weak   90 0 10
      strong new 90 0 10
    `)
    expect(eloOf(ratings, 'new')).toBeCloseTo(1000, 0)
    expect(eloOf(ratings, 'weak')).toBeCloseTo(600, 0)
    expect(eloOf(ratings, 'strong')).toBeCloseTo(1400, 0)
  })

  test('games of anchors that contradict their ratings move them by less than a point', () => {
    const ratings = fit('weak strong 1000 0 0\nnew weak 5 0 5')
    expect(Math.abs(eloOf(ratings, 'weak') - 600)).toBeLessThan(1)
    expect(Math.abs(eloOf(ratings, 'new') - 600)).toBeLessThan(10)
  })

  test('error bars are absolute: an anchor has next to none, and four times the games halve the others', () => {
    const widthOf = (ratings: Ratings, name: string): number => {
      const { low = NaN, high = NaN } = ratings.players.find(({ player }) => player === name) ?? {}
      return high - low
    }
    const few = fit('new weak 20 0 20')
    expect(widthOf(few, 'weak')).toBeLessThan(1)
    // The Fisher information of 40 games between equals is 40/4 in natural units; the prior adds very little.
    expect(widthOf(few, 'new')).toBeCloseTo((2 * 1.96 * POINTS) / Math.sqrt(10), -1)
    expect(widthOf(few, 'new') / widthOf(fit('new weak 80 0 80'), 'new')).toBeCloseTo(2, 1)
  })

  test('players that met no anchor stay near the mean, with an interval that says how little is known', () => {
    const ratings = fit('new weak 5 0 5\na b 3 0 3')
    const a = ratings.players.find(({ player }) => player === 'a')
    expect(a?.elo).toBeCloseTo(1000, 0)
    expect(a?.deviation).toBeGreaterThan(600)
  })
})

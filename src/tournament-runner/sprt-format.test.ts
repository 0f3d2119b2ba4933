import { describe, expect, test } from 'vitest'
import { deriveSeed, seededRng } from '../base/rng.ts'
import { must } from '../base/result.ts'
import { rank } from '../tournament/course.ts'
import { drawn, simulate, tournament, win, type Outcome } from '../tournament/simulate.fixture.ts'
import { judgeSprt, MOST_COPIES, sprtFormat } from './sprt-format.ts'

/** The first entrant wins three of four games. */
const stronger: Outcome = ({ key, players }) => {
  const isWon = seededRng(deriveSeed(1, key)).below(4) > 0
  return win(isWon === (players[0] === 'a') ? 0 : 1)
}

const options = must(sprtFormat.parseOptions({ elo0: 0, elo1: 50 }))

describe('an SPRT', () => {
  test('stops as soon as it has its verdict', () => {
    const { course, played } = simulate(sprtFormat, tournament(2), options, stronger)
    const { sprt, counted } = judgeSprt(options, tournament(2).entrants, course.ended())
    expect(course.isDone()).toBe(true)
    expect(sprt.verdict).toBe('H1')
    // The next match is made ready while the last one runs.
    expect(played.length - counted.length).toBeLessThanOrEqual(1)
    expect(played.length).toBeLessThan(400)
  })

  test('plays pairs on the same seed with swapped sides', () => {
    const { pairings } = simulate(sprtFormat, tournament(2), options, stronger)
    expect(pairings[0]).toMatchObject({ key: 'sp-p1-g1', stage: 'pair 1', players: ['a', 'b'] })
    expect(pairings[1]).toMatchObject({ key: 'sp-p1-g2', players: ['b', 'a'], seed: pairings[0]?.seed })
    expect(pairings[2]?.seed).not.toBe(pairings[0]?.seed)
  })

  test.each([2, 3, 8])('says the same with %i workers that end in any order', (workers) => {
    const alone = simulate(sprtFormat, tournament(2), options, stronger)
    const truth = judgeSprt(options, tournament(2).entrants, alone.course.ended())
    for (let order = 0; order < 20; order++) {
      const { course } = simulate(sprtFormat, tournament(2), options, stronger, workers, order)
      expect(judgeSprt(options, tournament(2).entrants, course.ended())).toEqual(truth)
      expect(course.rank()).toEqual(alone.course.rank())
    }
  })

  test('goes on where it was, also if matches beyond the verdict were logged', () => {
    const { course, played } = simulate(sprtFormat, tournament(2), options, stronger, 8, 5)
    expect(rank(sprtFormat, tournament(2), options, played.toReversed())).toEqual(course.rank())
  })

  test('ends without a verdict after its last pair', () => {
    const few = must(sprtFormat.parseOptions({ pairs: 3 }))
    const { course, played } = simulate(sprtFormat, tournament(2), few, () => drawn)
    expect(played).toHaveLength(6)
    expect(judgeSprt(few, tournament(2).entrants, course.ended()).sprt.verdict).toBeUndefined()
  })

  test('a pair that the host could not play says nothing', () => {
    const outcome: Outcome = (pairing) =>
      pairing.key === 'sp-p1-g1' ? { ...drawn, void: true } : stronger(pairing)
    const { course } = simulate(sprtFormat, tournament(2), options, outcome)
    const { sprt, counted } = judgeSprt(options, tournament(2).entrants, course.ended())
    expect(sprt.tally.reduce((sum, count) => sum + count, 0)).toBe(counted.length / 2 - 1)
  })

  test.each([1, 4])('ends when somebody is benched, the same with %i workers', (workers) => {
    const crashing: Outcome = ({ players }) => ({
      ...win(players[0] === 'a' ? 1 : 0),
      faults: players[0] === 'a' ? [1, 0] : [0, 1],
    })
    const { course } = simulate(sprtFormat, tournament(2, { benchAfter: 4 }), options, crashing, workers)
    expect(judgeSprt(options, tournament(2).entrants, course.ended()).counted).toHaveLength(4)
    expect(course.rank().notes).toEqual([expect.stringMatching(/^A was benched after round 2/)])
  })

  describe('between two bots without chance', () => {
    /** The first bot wins in both seats, always by the same moves. */
    const copies: Outcome = ({ players }) => ({ ...win(players[0] === 'a' ? 0 : 1), fingerprint: players[0] })

    test.each([1, 2, 7])(
      'counts copies of a pair once, and gives up after many, with %i workers',
      (workers) => {
        const { course, played } = simulate(sprtFormat, tournament(2), options, copies, workers)
        const judged = judgeSprt(options, tournament(2).entrants, course.ended())
        expect(course.isDone()).toBe(true)
        expect(judged.sprt).toMatchObject({ verdict: undefined, tally: [0, 0, 0, 0, 1] })
        expect(judged).toMatchObject({ copies: MOST_COPIES, isRepeating: true })
        expect(judged.counted).toHaveLength(2 * (MOST_COPIES + 1))
        expect(played.length).toBeLessThanOrEqual(judged.counted.length + 4 * workers)
      },
    )

    test('goes on while new pairs come between the copies', () => {
      const some: Outcome = (pairing) => ({
        ...stronger(pairing),
        ...(pairing.round % 10 > 0 && { fingerprint: `${pairing.round % 7}` }),
      })
      const { course } = simulate(sprtFormat, tournament(2), options, some)
      const { sprt, copies } = judgeSprt(options, tournament(2).entrants, course.ended())
      expect(sprt.verdict).toBe('H1')
      expect(copies).toBeGreaterThan(MOST_COPIES)
    })

    test('a pair is a copy in whatever order its games ended, and only if both of its games are', () => {
      const prints: Readonly<Record<string, string>> = {
        'sp-p1-g1': 'a',
        'sp-p1-g2': 'bc',
        'sp-p2-g1': 'a',
        'sp-p2-g2': 'bc',
        'sp-p3-g1': 'ab',
        'sp-p3-g2': 'c',
        'sp-p4-g1': 'bc',
        'sp-p4-g2': 'a',
      }
      const few = must(sprtFormat.parseOptions({ pairs: 4 }))
      const outcome: Outcome = ({ key }) => ({ ...drawn, fingerprint: prints[key] ?? key })
      const { course } = simulate(sprtFormat, tournament(2), few, outcome)
      const [first, second, third, fourth, ...rest] = course.ended()
      if (!first || !second || !third || !fourth) throw new Error('four pairs')
      const mixed = [first, second, fourth, third, ...rest]
      expect(judgeSprt(few, tournament(2).entrants, mixed)).toMatchObject({ copies: 1, isRepeating: false })
    })

    test('a pair with one new game is a new pair', () => {
      const half: Outcome = (pairing) => ({
        ...stronger(pairing),
        fingerprint: pairing.index === 0 ? 'same' : pairing.key,
      })
      const { course } = simulate(sprtFormat, tournament(2), options, half)
      expect(judgeSprt(options, tournament(2).entrants, course.ended()).copies).toBe(0)
    })
  })

  test.each([
    [{ elo0: 10, elo1: 5 }, 'expected elo0 to be less than elo1'],
    [{ alpha: 0.7 }, 'expected alpha and beta'],
    [{ pairs: 0 }, 'expected a whole number from 1'],
    [{ bogus: 1 }, 'the settings are elo0'],
    ['fast', 'Cannot read the settings of sprt "fast": expected an object'],
  ])('refuses %j', (input, expected) => {
    const read = sprtFormat.parseOptions(input)
    expect(read.ok ? '' : read.problem.message).toContain(expected)
  })

  test.each([
    ['5', 5],
    ['-5.5', -5.5],
    ['+.25', 0.25],
    ['12.5', 12.5],
    ['5.', 5],
    [2.5, 2.5],
  ])('reads %j as a number of points', (elo0, value) => {
    expect(must(sprtFormat.parseOptions({ elo0, elo1: 50 })).elo0).toBe(value)
  })

  test.each(['', '.', '5e1', 'x5', '5x', '1.2.3', ['5'], NaN, Infinity, null, true])(
    'does not read %j as a number',
    (elo0) => {
      const read = sprtFormat.parseOptions({ elo0, elo1: 50 })
      expect(read.ok ? '' : read.problem.message).toContain('expected a number of Elo points')
    },
  )

  test('has usual terms, and counts its matches', () => {
    expect(must(sprtFormat.parseOptions({}))).toEqual({
      elo0: 0,
      elo1: 10,
      alpha: 0.05,
      beta: 0.05,
      pairs: 20_000,
    })
    const few = must(sprtFormat.parseOptions({ pairs: 30 }))
    expect(sprtFormat.count(2, few)).toEqual({ least: 2, most: 60 })
    expect(sprtFormat.count(3, few)).toEqual({ least: 0, most: 0 })
  })

  test.each([1, 3])('of %i entrants plays nothing', (count) => {
    const { played, course } = simulate(sprtFormat, tournament(count), options, stronger)
    expect(played).toEqual([])
    expect(course.isDone()).toBe(true)
  })

  test('counts a draw as half a point, and a win of the first as one in whichever seat', () => {
    const few = must(sprtFormat.parseOptions({ pairs: 4 }))
    const outcomes: Readonly<Record<string, Outcome>> = {
      'sp-p1-g1': () => win(0),
      'sp-p1-g2': () => drawn,
      'sp-p2-g1': () => win(1),
      'sp-p2-g2': () => win(0),
      'sp-p3-g1': () => win(0),
      'sp-p3-g2': () => win(0),
      'sp-p4-g1': () => drawn,
      'sp-p4-g2': () => win(0),
    }
    const { course } = simulate(
      sprtFormat,
      tournament(2),
      few,
      (pairing) => outcomes[pairing.key]?.(pairing) ?? drawn,
    )
    const { sprt, counted } = judgeSprt(few, tournament(2).entrants, course.ended())
    expect(sprt.tally).toEqual([1, 1, 1, 1, 0])
    expect(counted).toHaveLength(8)
    expect(course.rank().standings.map(({ entrant, points }) => [entrant.id, points])).toEqual([
      ['b', 10],
      ['a', 6],
    ])
  })

  test('ends before a pair of which one match was forfeited', () => {
    const few = must(sprtFormat.parseOptions({ pairs: 2 }))
    const { course } = simulate(sprtFormat, tournament(2), few, () => win(0))
    const ended = course
      .ended()
      .map((match, at) => (at === 3 ? { ...match, how: 'forfeited' as const } : match))
    expect(judgeSprt(few, tournament(2).entrants, ended).counted).toHaveLength(2)
  })

  test('a pair of which one match is missing counts in the table, and not in the test', () => {
    const few = must(sprtFormat.parseOptions({ pairs: 2 }))
    const { course } = simulate(sprtFormat, tournament(2), few, () => win(0))
    const { sprt, counted } = judgeSprt(few, tournament(2).entrants, course.ended().slice(0, 3))
    expect(counted).toHaveLength(3)
    expect(sprt.tally.reduce((sum, count) => sum + count, 0)).toBe(1)
  })
})

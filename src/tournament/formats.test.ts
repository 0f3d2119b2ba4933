import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { describeReason } from './reason.ts'
import { next, openCourse, rank } from './course.ts'
import { allFormats } from './formats.ts'
import { chance, simpleRate, simulate, toPlayed, tournament, type Simulated } from './simulate.fixture.ts'
import type { Pairing } from './tournament.ts'

const FORMATS = allFormats(simpleRate)

/** Some settings of every format, for so many entrants. */
const settings: Readonly<Record<string, fc.Arbitrary<Record<string, unknown>>>> = {
  'round-robin': fc.record({ games: fc.integer({ min: 1, max: 5 }) }),
  'single-elimination': fc.record({
    bestOf: fc.integer({ min: 1, max: 5 }),
    extraPairs: fc.nat(2),
    thirdPlace: fc.boolean(),
  }),
  'round-robin-knock-out': fc.record({
    games: fc.integer({ min: 1, max: 3 }),
    bestOf: fc.integer({ min: 1, max: 3 }),
    qualify: fc.constantFrom('all', 2, 4, 5),
  }),
  swiss: fc.record({
    rounds: fc.constantFrom('auto', 1, 4, 9),
    games: fc.integer({ min: 1, max: 3 }),
  }),
  'double-elimination': fc.record({
    bestOf: fc.integer({ min: 1, max: 4 }),
    extraPairs: fc.nat(1),
    reset: fc.boolean(),
  }),
  gauntlet: fc.record({ runners: fc.integer({ min: 1, max: 4 }), games: fc.integer({ min: 1, max: 3 }) }),
  ladder: fc.record({ matches: fc.integer({ min: 2, max: 60 }) }),
}

const someEntrants = fc.integer({ min: 0, max: 19 })
const someSeed = fc.nat(1_000_000)

describe.each(FORMATS.map((format) => [format.id, format] as const))('%s', (id, format) => {
  const options = (settings[id] ?? fc.constant({})).map((input) => must(format.parseOptions(input)))
  const many = { numRuns: 60 }

  test('it ends, after as many matches as announced, each on a key of its own', () => {
    fc.assert(
      fc.property(someEntrants, options, someSeed, (count, options, seed) => {
        const { pairings, course } = simulate(format, tournament(count), options, chance(seed))
        const announced = format.count(count, options)
        expect(course.isDone()).toBe(true)
        expect(pairings.length).toBeGreaterThanOrEqual(announced.least)
        expect(pairings.length).toBeLessThanOrEqual(announced.most)
        expect(new Set(pairings.map(({ key }) => key)).size).toBe(pairings.length)
        expect(course.strays()).toEqual([])
      }),
      many,
    )
  })

  test('no match comes later in a round that was complete', () => {
    fc.assert(
      fc.property(someEntrants, options, someSeed, (count, options, seed) => {
        const course = openCourse(format, tournament(count), options)
        const running: Pairing[] = []
        const late: Pairing[] = []
        let complete = 0
        for (let step = 0; ; step++) {
          for (const pairing of course.take(5 - running.length)) {
            if (pairing.round <= complete) late.push(pairing)
            running.push(pairing)
          }
          const [ended] = running.splice((seed + step) % Math.max(1, running.length), 1)
          if (ended === undefined) break
          course.add(toPlayed(ended, chance(seed)(ended)))
          complete = Math.max(complete, (course.openRound() ?? Infinity) - 1)
        }
        expect(late).toEqual([])
        expect(course.openRound()).toBe(undefined)
      }),
      many,
    )
  })

  test('the number of workers and the order in which they finish change nothing', () => {
    fc.assert(
      fc.property(
        someEntrants,
        options,
        someSeed,
        fc.integer({ min: 2, max: 9 }),
        fc.boolean(),
        (count, options, seed, workers, faulty) => {
          const setup = tournament(count, faulty ? { benchAfter: 2 } : {})
          const alone = simulate(format, setup, options, chance(seed, faulty))
          const together = simulate(format, setup, options, chance(seed, faulty), workers, seed)
          expect(together.course.rank()).toEqual(alone.course.rank())
          expect(together.course.ended()).toEqual(alone.course.ended())
          expect(together.course.bracket()).toEqual(alone.course.bracket())
          if (!faulty) expect(sorted(together)).toEqual(sorted(alone))
        },
      ),
      many,
    )
  })

  test('what is next depends on what was played, not on the order, and is the same as one result at a time', () => {
    fc.assert(
      fc.property(
        someEntrants,
        options,
        someSeed,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (count, options, seed, part, faulty) => {
          const setup = tournament(count, faulty ? { benchAfter: 2 } : {})
          const all = simulate(format, setup, options, chance(seed, faulty), 3, seed).played
          const some = all.slice(0, Math.floor(all.length * part))
          const course = openCourse(format, setup, options)
          const running: Pairing[] = []
          for (const result of some) {
            while (!running.some(({ key }) => key === result.key)) {
              const [pairing] = course.take(1)
              // The course does not give it out any more: it was running when an entrant was benched, and ended later.
              if (pairing === undefined) break
              running.push(pairing)
            }
            course.add(result)
          }
          const before = new Set(some.map(({ key }) => key))
          const forward = next(format, setup, options, some)
          const backward = next(format, setup, options, some.toReversed())
          expect(backward).toEqual(forward)
          expect(rank(format, setup, options, some.toReversed())).toEqual(course.rank())
          expect(forward.done).toBe(course.isDone())
          const open = [...running, ...course.take(Infinity)].filter(({ key }) => !before.has(key))
          const forfeited = new Set(course.ended().map(({ pairing }) => pairing.key))
          const left = open.filter(({ key }) => !forfeited.has(key))
          expect(keys(left)).toEqual(keys(forward.pairings))
        },
      ),
      many,
    )
  })

  test('going on after a stop gives the same matches and the same table', () => {
    fc.assert(
      fc.property(someEntrants, options, someSeed, fc.nat(40), (count, options, seed, stop) => {
        const setup = tournament(count)
        const outcome = chance(seed)
        const whole = simulate(format, setup, options, outcome, 4, seed)
        const log = whole.played.slice(0, stop)
        for (;;) {
          const { pairings, done } = next(format, setup, options, log)
          if (done) break
          expect(pairings.length).toBeGreaterThan(0)
          log.push(...pairings.map((pairing) => toPlayed(pairing, outcome(pairing))))
        }
        expect(log.map(({ key }) => key).sort()).toEqual(whole.played.map(({ key }) => key).sort())
        expect(rank(format, setup, options, log)).toEqual(whole.course.rank())
      }),
      { numRuns: 25 },
    )
  })

  test('nobody meets two opponents in one round, and matches in twos have swapped sides on one seed', () => {
    fc.assert(
      fc.property(someEntrants, options, someSeed, (count, options, seed) => {
        const { pairings } = simulate(format, tournament(count), options, chance(seed))
        const opponents = new Map<string, string>()
        const wrong: Pairing[] = []
        const seeds = new Map<number, Pairing[]>()
        for (const pairing of pairings) {
          const { players, round } = pairing
          if (players[0] === players[1]) wrong.push(pairing)
          for (const side of [0, 1] as const) {
            const other = players[side === 0 ? 1 : 0]
            const before = opponents.get(`${round} ${players[side]}`) ?? other
            if (before !== other) wrong.push(pairing)
            opponents.set(`${round} ${players[side]}`, other)
          }
          seeds.set(pairing.seed, [...(seeds.get(pairing.seed) ?? []), pairing])
        }
        for (const [one, two, ...more] of seeds.values()) {
          wrong.push(...more)
          if (two && String(two.players) !== String(one?.players.toReversed())) wrong.push(two)
        }
        expect(wrong).toEqual([])
      }),
      many,
    )
  })

  test('who withdraws plays no more, the others do, and a log of it gives the same', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        options,
        someSeed,
        fc.nat(30),
        fc.nat(30),
        fc.boolean(),
        (count, options, seed, after, later, faulty) => {
          const setup = tournament(count, faulty ? { benchAfter: 2 } : {})
          const course = openCourse(format, setup, options)
          const log = []
          const wrong: Pairing[] = []
          const withdrawn = new Map<string, number>()
          for (let matches = 0; ; matches++) {
            if (matches === after) withdrawn.set('b', course.withdraw('b'))
            if (matches === later) withdrawn.set('a', course.withdraw('a'))
            const [pairing] = course.take(1)
            if (pairing === undefined) break
            const { players } = pairing
            if (matches >= after && players.includes('b')) wrong.push(pairing)
            if (matches >= later && players.includes('a')) wrong.push(pairing)
            const played = toPlayed(pairing, chance(seed, faulty)(pairing))
            if (!course.add(played)) wrong.push(pairing)
            log.push(played)
          }
          expect(wrong).toEqual([])
          expect(course.isDone()).toBe(true)
          expect(rank(format, { ...setup, withdrawn }, options, log)).toEqual(course.rank())
          const again = openCourse(format, { ...setup, withdrawn }, options, log)
          expect(again.ended()).toEqual(course.ended())
          expect(again.bracket()).toEqual(course.bracket())
          expect(next(format, { ...setup, withdrawn }, options, log)).toEqual({ pairings: [], done: true })
          if (withdrawn.has('b'))
            expect(course.rank().notes).toContainEqual(
              expect.stringMatching(/^B was withdrawn from round \d+ on: what it did not play is lost$/),
            )
        },
      ),
      many,
    )
  })

  test('why one is above another always tells the two apart, at every moment', () => {
    fc.assert(
      fc.property(someEntrants, options, someSeed, fc.nat(60), (count, options, seed, played) => {
        const course = openCourse(format, tournament(count), options)
        for (let match = 0; match < played; match++)
          for (const pairing of course.take(1)) course.add(toPlayed(pairing, chance(seed)(pairing)))
        for (const { why } of course.rank().standings) {
          if (why?.kind !== 'above') continue
          expect(why.own.value).toBeGreaterThan(why.other.value)
          const [, own, other] = /: (.*) against (.*)$/.exec(describeReason(why)) ?? []
          expect(own).not.toBe(other)
        }
      }),
      many,
    )
  })

  test('it, its settings and its rules are told to people in words', () => {
    expect([format.title, format.summary]).toEqual([
      expect.stringMatching(/^[A-Z].*\w$/),
      expect.stringMatching(/^[A-Z].*\w$/),
    ])
    for (const { title } of Object.values<{ readonly title: string }>(format.fields))
      expect(title).toMatch(/^[A-Z].*\w$/)
    const { rules } = rank(format, tournament(2), must(format.parseOptions({})), [])
    for (const { explanation } of rules) expect(explanation).toMatch(/^[A-Z].*\w$/)
  })

  test('settings it does not know, and values that make no sense, are refused', () => {
    expect(format.parseOptions({})).toMatchObject({ ok: true })
    expect(format.parseOptions({ colour: 'red' })).toMatchObject({
      ok: false,
      problem: {
        message: expect.stringMatching(/^Cannot set "colour": the (settings are|only setting is) /),
      },
    })
    const [name = ''] = Object.keys(format.fields)
    expect(format.parseOptions({ [name]: 'many' })).toMatchObject({
      ok: false,
      problem: { message: expect.stringMatching(`^Cannot set ${name} to "many": expected `) },
    })
    expect(format.parseOptions('fast')).toMatchObject({
      ok: false,
      problem: { message: `Cannot read the settings of ${id} "fast": expected an object` },
    })
  })
})

test.each<[string, object, readonly (number | readonly [number, number])[]]>([
  ['round-robin', { games: 3 }, [0, 0, 3, 9, 18]],
  ['single-elimination', { thirdPlace: false }, [0, 0, 1, 2, 3]],
  // Of three entrants one has a bye, and the loser of the only semi-final is third.
  ['single-elimination', {}, [0, 0, 1, 2, 4]],
  ['single-elimination', { bestOf: 3 }, [0, 0, [2, 3], [4, 6], [8, 12]]],
  ['single-elimination', { bestOf: 2, extraPairs: 2 }, [0, 0, [2, 6], [4, 12], [8, 24]]],
  ['round-robin-knock-out', {}, [0, 0, 2, 5, 10]],
  ['round-robin-knock-out', { qualify: 2, bestOf: 3 }, [0, 0, [3, 4], [5, 6], [8, 9]]],
  ['double-elimination', { reset: false }, [0, 0, 2, 4, 6]],
  ['double-elimination', {}, [0, 0, [2, 3], [4, 5], [6, 7]]],
  ['ladder', { matches: 7 }, [0, 0, 6, 6, 6]],
])('%s with %j announces its matches for 0 to 4 entrants', (id, input, announced) => {
  const format = FORMATS.find((one) => one.id === id)!
  const options = must(format.parseOptions(input))
  const counts = [0, 1, 2, 3, 4].map((entrants) => {
    const { least, most } = format.count(entrants, options)
    // 0 entrants may give −0.
    return least === most ? least + 0 : [least, most]
  })
  expect(counts).toEqual(announced)
})

const keys = (pairings: readonly Pairing[]): string[] => pairings.map(({ key }) => key).sort()

const sorted = ({ pairings }: Simulated): Pairing[] =>
  pairings.toSorted((a, b) => a.round - b.round || a.index - b.index)

import { expect, test } from 'vitest'
import { deriveSeed } from '../base/rng.ts'
import { must } from '../base/result.ts'
import { allFormats } from './formats.ts'
import { favourites, simpleRate, simulate, tournament } from './simulate.fixture.ts'

/**
 * Keys name the records of a tournament, and seeds fix its matches: logs that were begun by an older version resume only if
 * every pairing stays as it was. The number is a hash of all pairings.
 */
test.each<[string, object, number, number, readonly string[]]>([
  [
    'round-robin',
    { games: 3 },
    30,
    502882213,
    ['rr-2v5-g1 round robin 1 0 be 110213824', 'rr-2v3-g3 round robin 10 1 bc 245587601'],
  ],
  [
    'single-elimination',
    { bestOf: 2, extraPairs: 1 },
    10,
    916826246,
    ['ko-r1-t2-g1 quarter-final 1 1000 de 958660101', 'ko-r3-t1-g2 final 3 7001 ab 3826303963'],
  ],
  [
    'round-robin-knock-out',
    {},
    15,
    3637339846,
    ['rr-2v5-g1 round robin 1 0 be 110213824', 'ko-r3-t1-g1 final 8 7000 ba 3826303963'],
  ],
  [
    'swiss',
    { rounds: 2 },
    8,
    3081923007,
    ['sw-r1-1v3-g1 round 1 1 0 ac 1152031629', 'sw-r2-3v5-g2 round 2 2 3 ec 2636432317'],
  ],
  [
    'double-elimination',
    {},
    8,
    727317809,
    ["wb-r1-t2-g1 winners' round 1 1 1000 ed 2985697521", 'gf-g1 grand final 6 13000 ba 2535806020'],
  ],
  [
    'gauntlet',
    { runners: 2 },
    12,
    3354584195,
    ['ga-1v3-g1 gauntlet 1 0 ac 535379461', 'ga-2v3-g2 gauntlet 3 3 bc 655639793'],
  ],
  [
    'ladder',
    { matches: 8 },
    8,
    970103060,
    ['la-b1-1v2-g1 batch 1 1 0 ab 2204070595', 'la-b2-2v4-g2 batch 2 2 3 db 152856517'],
  ],
])('the pairings of %s with %j are the same as ever', (id, input, count, hash, ends) => {
  const format = allFormats(simpleRate).find((one) => one.id === id)!
  const { pairings } = simulate(format, tournament(5), must(format.parseOptions(input)), favourites)
  const lines = pairings.map(({ key, stage, round, index, players, seed }) =>
    [key, stage, round, index, players.join(''), seed].join(' '),
  )
  expect([lines[0], lines.at(-1)]).toEqual(ends)
  expect(lines).toHaveLength(count)
  expect(deriveSeed(0, lines.join('\n'))).toBe(hash)
})

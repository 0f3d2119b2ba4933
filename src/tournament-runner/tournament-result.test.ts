import { describe, expect, test, vi } from 'vitest'
import { boostTron } from '../challenges/boost-tron.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { openTournamentCourse, type TournamentSpec } from './tournament-spec.ts'
import { tournamentResult } from './tournament-result.ts'
import { entryFor, playedTournament, tournamentOf } from './tournament.fixture.ts'

const names = ['ann', 'bob', 'cid']

/** Plays a tournament with these changes of its entries. */
function play(tournament: TournamentSpec, change: (entry: LedgerEntry, at: number) => Partial<LedgerEntry>) {
  const course = openTournamentCourse(tournament)
  const entries = new Map<string, LedgerEntry>()
  for (const [at, pairing] of course.take(99).entries()) {
    const plain = entryFor(pairing)
    const entry = { ...plain, ...change(plain, at) }
    entries.set(entry.key, entry)
    course.add(entry)
  }
  return { course, entries, result: tournamentResult(tournament, course, entries) }
}

test('a result names its tournament; without a title it has that of its challenge', () => {
  const { result } = playedTournament(tournamentOf(names, { title: 'Cup', options: { games: 2 } }))
  expect(result).toMatchObject({
    title: 'Cup',
    challenge: 'light-cycle',
    format: 'round-robin',
    options: { games: 2 },
    seed: 3,
    entrants: names.map((name) => ({ name, bot: `./${name}` })),
    openings: false,
    isDone: true,
  })
  expect(playedTournament(tournamentOf(names)).result.title).toBe('Light Cycle')
  expect(playedTournament(tournamentOf(names, { openings: true })).result.openings).toBe(true)
})

test('a tournament that nothing was played of has standings, no ratings, and is not done', () => {
  const tournament = tournamentOf(names)
  const result = tournamentResult(tournament, openTournamentCourse(tournament), new Map())
  expect(result).toMatchObject({
    isDone: false,
    ratings: [],
    games: [],
    matches: { played: 0, forfeited: 0, void: 0 },
  })
  expect(result.standings).toHaveLength(3)
  expect(result).not.toHaveProperty('goingFirst')
  expect(result).not.toHaveProperty('sprt')
  expect(result).not.toHaveProperty('bracket')
})

describe('a match', () => {
  const tournament = tournamentOf(names, { options: { games: 1 } })

  test('that was played has its rounds by name, its opening and what an organiser has ruled', () => {
    const ruled = { by: 'olga', reason: 'the network failed' }
    const { result } = play(tournament, (_, at) =>
      at === 0 ? { opening: { walls: 'outer' }, ruled, hostFaults: ['once'] } : { opening: 'untold' },
    )
    const [first, second] = result.games
    expect(first).toMatchObject({
      how: 'played',
      opening: { walls: 'outer' },
      ruled,
      stage: 'round robin',
      round: 1,
    })
    expect(first).not.toHaveProperty('hostFaults')
    expect(first?.rounds).toEqual([
      { winner: first?.winner, turns: expect.any(Number) as number, reason: expect.any(String) as string },
    ])
    expect(second).not.toHaveProperty('opening')
    expect(second).not.toHaveProperty('ruled')
    expect(second).not.toHaveProperty('tie')
  })

  test('that was drawn has no winner, nor has its round', () => {
    const { result } = play(tournament, ({ rounds }) => ({
      winner: undefined,
      score: [0, 0],
      rounds: rounds.map((round) => ({ ...round, winner: undefined })),
    }))
    expect(result.games.map(({ winner, rounds }) => [winner, rounds[0]?.winner])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ])
    expect(result.ratings.map(({ points, elo }) => [points, elo])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ])
  })

  test('that the host could not play counts for nothing, and says why', () => {
    const { result } = play(tournament, (_, at) =>
      at === 0
        ? {
            void: true,
            winner: undefined,
            hostFaults: ['no disk'],
            opening: {},
            ruled: { by: 'x', reason: '' },
          }
        : {},
    )
    expect(result.matches).toEqual({ played: 2, forfeited: 0, void: 1 })
    expect(result.rounds).toEqual({ games: 2, different: 2 })
    const [game] = result.games
    expect(game).toMatchObject({ how: 'void', winner: null, rounds: [], hostFaults: ['no disk'] })
    expect(game).not.toHaveProperty('opening')
    expect(game).not.toHaveProperty('ruled')
  })

  test('whose entry is lost has no rounds', () => {
    const { course } = play(tournament, () => ({}))
    const bare = tournamentResult(tournament, course, new Map())
    expect(bare.games.map(({ rounds }) => rounds)).toEqual([[], [], []])
    expect(bare.ratings).toEqual([])
  })

  test('that a withdrawn entrant did not play is forfeited', () => {
    const course = openTournamentCourse(tournament)
    course.withdraw('cid')
    for (const pairing of course.take(9)) course.add(entryFor(pairing))
    const result = tournamentResult(tournament, course, new Map())
    expect(result.matches).toEqual({ played: 1, forfeited: 2, void: 0 })
    const row = result.standings.find(({ name }) => name === 'cid')
    expect(row).toMatchObject({ losses: 2, forfeits: 2 })
    expect(row?.out).toMatch(/^withdrawn/)
    expect(result.standings[0]).not.toHaveProperty('out')
  })
})

describe('the standings', () => {
  test('say why an entrant is above the next, and the last says nothing', () => {
    const { standings } = playedTournament(tournamentOf(names, { options: { games: 1 } })).result
    expect(standings.map(({ name, tournamentPlace }) => [name, tournamentPlace])).toEqual([
      ['ann', 1],
      ['bob', 2],
      ['cid', 3],
    ])
    expect(standings[0]).toMatchObject({
      reason: { kind: 'above', next: 'bob' },
      why: expect.stringContaining('bob') as string,
    })
    expect(standings[2]).not.toHaveProperty('why')
    expect(standings[2]).not.toHaveProperty('reason')
    expect(standings[0]).not.toHaveProperty('judged')
  })

  test('have the marks of judges', () => {
    const tournament = tournamentOf(names, {
      challenge: boostTron,
      settings: boostTron.game.presets[boostTron.preset] ?? {},
      rules: boostTron.rules,
    })
    const { course, entries } = play(tournament, () => ({}))
    const marks = [{ judge: 'jo', entrant: 'ann', points: 7.5 }]
    const [first] = tournamentResult(tournament, course, entries, marks).standings
    expect(first).toMatchObject({ name: 'ann', points: 50, judged: 7.5, total: 57.5 })
  })

  test('say what a match or a place is worth', () => {
    const worth = (challenge: TournamentSpec['challenge']): string | undefined =>
      tournamentResult(
        tournamentOf(names, { challenge }),
        openTournamentCourse(tournamentOf(names, { challenge })),
        new Map(),
      ).rules[0]
    const { points } = ticTacToe
    if (points.kind !== 'by-result') throw new Error('by result')
    expect(worth(ticTacToe)).toBe(
      `A match is worth ${points.win} for a win, ${points.draw} for a draw, ${points.loss} for a loss`,
    )
    const byPlace = 'Contest points: 50 for first place, 5 less for each place after it'
    expect(worth(boostTron)).toBe(`${byPlace}, and judges add up to 20; equal totals go by place`)
    const unjudged = { ...boostTron, points: { kind: 'by-place', first: 50, step: 5, judges: 0 } as const }
    expect(worth(unjudged)).toBe(`${byPlace}; equal totals go by place`)
  })

  test('have the rules of the format after it', () => {
    const { rules } = playedTournament(tournamentOf(names)).result
    expect(rules.length).toBeGreaterThan(1)
    expect(rules.at(-1)).toMatch(/\w/)
  })
})

describe('the ratings', () => {
  const tournament = tournamentOf(['ann', 'bob'], { options: { games: 4 } })

  test('count a round for the player in its first seat, and have a tenth of a point', () => {
    const { result } = play(tournament, ({ rounds, players }) => ({
      rounds: rounds.map((round) => ({ ...round, seats: [1, 0], winner: players[0] === 'ann' ? 0 : 1 })),
    }))
    const [first, second] = result.ratings
    expect([first?.name, second?.name]).toEqual(['ann', 'bob'])
    expect(first).toMatchObject({ rounds: 4, different: 4, points: 4 })
    expect(second).toMatchObject({ rounds: 4, points: 0 })
    expect(first?.superiority[0]).toBe(0.5)
    expect(first?.superiority[1]).toBeGreaterThan(0.5)
    expect((first?.superiority[1] ?? 0) + (second?.superiority[0] ?? 0)).toBeCloseTo(1)
    for (const value of [first?.elo, first?.low, first?.high])
      expect(Math.round((value ?? NaN) * 10) / 10).toBe(value)
    expect(first?.elo).toBeGreaterThan(50)
    expect(first?.elo).toBeLessThan(1000)
    expect(first?.low).toBeLessThan(first?.elo ?? NaN)
    expect(first?.high).toBeGreaterThan(first?.elo ?? NaN)
  })

  test('say what going first is worth in a game of turns', () => {
    const turns = tournamentOf(['ann', 'bob'], {
      challenge: ticTacToe,
      settings: {},
      rules: ticTacToe.rules,
      options: { games: 8 },
    })
    const { result } = play(turns, ({ rounds }) => ({
      winner: 0,
      rounds: rounds.map((round) => ({ ...round, winner: 0 })),
    }))
    expect(result.goingFirst?.elo).toBeGreaterThan(0)
    const swapped = play(turns, ({ rounds }) => ({
      winner: 0,
      rounds: rounds.map((round) => ({ ...round, seats: [1, 0], winner: 0 })),
    }))
    expect(swapped.result.goingFirst?.elo).toBeLessThan(0)
  })

  test('are left out where no round was played', () => {
    const { result } = play(tournament, () => ({ rounds: [] }))
    expect(result.ratings).toEqual([])
    expect(result).not.toHaveProperty('goingFirst')
  })
})

test('the notes say which matches had no opening, of those that were played', () => {
  const tournament = tournamentOf(names, { options: { games: 1 } })
  const note = (change: (at: number) => Partial<LedgerEntry>): readonly string[] =>
    play(tournament, (_, at) => change(at)).result.notes.filter((text) => text.includes('own start'))
  expect(note(() => ({ opening: 'untold' }))).toEqual([expect.stringMatching(/^All 3 matches began/)])
  expect(note((at) => (at === 0 ? { opening: 'untold', void: true } : { opening: {} }))).toEqual([])
  expect(play(tournament, () => ({})).result.notes).toEqual([])
})

test('a test by pairs has its terms, its pairs and its interval', () => {
  const tournament = tournamentOf(['ann', 'bob'], {
    format: 'sprt',
    options: { elo0: 0, elo1: 50, pairs: 3 },
  })
  const { result } = playedTournament(tournament)
  expect(result.sprt).toMatchObject({ terms: { elo0: 0, elo1: 50 }, verdict: null, copies: 0 })
  expect(result.sprt?.pairs.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(result.sprt).not.toHaveProperty('whyStopped')
  expect(result.sprt).not.toHaveProperty('tally')
  const { elo } = result.sprt?.elo ?? {}
  expect(elo === undefined || !Number.isFinite(elo) || Math.round(elo * 10) / 10 === elo).toBe(true)
})

test('matches that were running when a test had its verdict do not count', () => {
  const tournament = tournamentOf(['ann', 'bob'], { format: 'sprt', options: { elo0: 0, elo1: 200 } })
  const course = openTournamentCourse(tournament)
  const running = [...course.take(20)]
  for (let next = running.shift(); next !== undefined; next = running.shift()) {
    const winner = next.players[0] === 'ann' ? 0 : 1
    course.add({ ...entryFor(next), winner, fingerprint: next.key })
    running.push(...course.take(20 - running.length))
  }
  const { sprt, games } = tournamentResult(tournament, course, new Map())
  expect(sprt).toMatchObject({ verdict: 'H1', pairs: [0, 0, 0, 0, games.length / 2] })
  expect(games.length).toBeLessThan(course.ended().length)
})

test('every two that have met have a cell, in the order of the standings', () => {
  const { result } = play(tournamentOf(names, { options: { games: 1 } }), ({ players }) => ({
    winner: players[0] < players[1] ? 0 : 1,
  }))
  const cells = result.crosstable.map((row) => row.map((cell) => cell && [cell.wins, cell.losses]))
  expect(cells).toEqual([
    [null, [1, 0], [1, 0]],
    [[0, 1], null, [1, 0]],
    [[0, 1], [0, 1], null],
  ])
})

test('a knock-out has its bracket', () => {
  const { result } = playedTournament(tournamentOf(names, { format: 'single-elimination' }))
  expect(result.bracket?.parts.length).toBeGreaterThan(0)
})

test('how likely one entrant is stronger than another is computed once for both: a contest may have 1,000 entrants', () => {
  const many = Array.from({ length: 40 }, (_, index) => `bot ${index}`)
  const roots = vi.spyOn(Math, 'sqrt')
  try {
    const { ratings } = playedTournament(tournamentOf(many)).result
    // The error of each difference takes one root.
    expect(roots.mock.calls.length).toBeLessThan(40 * 39)
    for (const [row, { superiority }] of ratings.entries())
      for (const [column, chance] of superiority.entries())
        expect(chance + (ratings[column]?.superiority[row] ?? NaN)).toBeCloseTo(1, 12)
  } finally {
    roots.mockRestore()
  }
})

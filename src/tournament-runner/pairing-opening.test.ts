import { afterAll, describe, expect, test } from 'vitest'
import type { TournamentResult } from '../api/tournament-result.ts'
import { must, ok } from '../base/result.ts'
import { findBrain } from '../brains/index.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import { openOpenings } from '../runner/openings.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { formatLedgerEntry, parseLedgerEntry } from './ledger-entry.ts'
import { makeTournament, type WantedTournament } from './make-tournament.ts'
import { describeOpenings, drawPairingOpening, readPairingOpening, settingsWith } from './pairing-opening.ts'
import { playPairing, voidEntry, type MatchHost } from './play-pairing.ts'
import { runTournament } from './run-tournament.ts'
import { tournamentResult } from './tournament-result.ts'
import { headerOf, openTournamentCourse, readHeader, type TournamentSpec } from './tournament-spec.ts'

const openings = openOpenings()
afterAll(() => openings[Symbol.asyncDispose]())

/** Of house brains, which are `names` in this order: `a=walker`. */
const specOf = (
  challenge: string,
  names: readonly string[],
  more: Partial<WantedTournament> = {},
): TournamentSpec =>
  must(
    makeTournament({
      challenge,
      format: 'round-robin',
      entrants: () =>
        ok(
          names.map((word) => {
            const [name = '', brain = name] = word.split('=')
            return { name, bot: `house:${brain}` }
          }),
        ),
      seed: 5,
      nodes: 100,
      how: { times: false },
      rules: (rules) => ({ ...rules, clock: { kind: 'none' } }),
      ...more,
    }),
  )

interface Played {
  readonly result: TournamentResult
  readonly entries: ReadonlyMap<string, LedgerEntry>
}

/** Plays a tournament with real brains. `past`: the entries of a run that was interrupted. `untold`: cannot be told a position. */
async function play(
  tournament: TournamentSpec,
  { workers = 1, past = [] as readonly LedgerEntry[], untold = '' } = {},
): Promise<Played> {
  const { id } = tournament.challenge.game
  const entries = new Map(past.map((entry) => [entry.key, entry]))
  const course = openTournamentCourse(tournament, past)
  const host: MatchHost = {
    tournament,
    save: () => Promise.resolve(),
    opening: (pairing) =>
      drawPairingOpening(tournament, pairing, openings, !pairing.players.includes(untold)),
    contestant(name) {
      const { bot = '' } = tournament.entrants.find((one) => one.name === name) ?? {}
      const brain = findBrain(bot.replace('house:', ''), id)
      if (!brain) throw new Error(`no brain ${bot}`)
      return { name, bot, connect: (opening) => connectBrain(brain, opening) }
    },
  }
  await runTournament<LedgerEntry>({
    course,
    workers,
    ledger: { append: async (entry) => void entries.set(entry.key, entry) },
    play: (pairing, signal) => playPairing(host, pairing, signal),
    giveUp: voidEntry,
  })
  return { result: tournamentResult(tournament, course, entries), entries }
}

const widths = ({ ratings }: TournamentResult) => ratings.map(({ low, high }) => high - low)
const openingsOf = ({ games }: TournamentResult) => games.map(({ opening }) => JSON.stringify(opening))

const SMALL = { size: 7 }

describe('twenty games of Quoridor between two brains without chance', () => {
  const spec = (games: number, on: boolean) =>
    specOf('quoridor', ['walker', 'first'], { settings: SMALL, options: { games }, openings: on })

  test('are two different games without openings, and the interval is that of two games', async () => {
    const { result } = await play(spec(20, false))
    expect(result).toMatchObject({ openings: false, rounds: { games: 20, different: 2 } })
    expect(widths(result)).toEqual(widths((await play(spec(2, false))).result))
    expect(openingsOf(result)).toEqual(Array(20).fill(undefined))
  })

  test('are nearly all different with openings, and each two with swapped sides begin alike', async () => {
    const { result } = await play(spec(20, true))
    expect(result.rounds.games).toBe(20)
    expect(result.rounds.different).toBeGreaterThanOrEqual(18)
    const all = openingsOf(result)
    for (let pair = 0; pair < 10; pair++) expect(all[2 * pair]).toBe(all[2 * pair + 1])
    expect(new Set(all).size).toBeGreaterThanOrEqual(9)
    expect(all).not.toContain(undefined)
  })
})

test('a sequential test calls no brain stronger because of copies', async () => {
  const { result } = await play(
    specOf('quoridor', ['walker', 'first'], {
      format: 'sprt',
      options: { elo0: 0, elo1: 100 },
      settings: SMALL,
      openings: false,
    }),
  )
  expect(result.sprt).toMatchObject({ verdict: null, copies: 20 })
  expect(result.sprt?.whyStopped).toContain('copies of earlier ones')
})

test('twins of a brain on a light cycle board, which mirror each other and draw, do so less often with openings', async () => {
  const draws = async (on: boolean): Promise<number> => {
    const settings = { width: 10, height: 10 }
    const options = { games: 40 }
    const names = ['a=wanderer', 'b=wanderer']
    const { result } = await play(specOf('light-cycle', names, { settings, options, openings: on }))
    return result.games.filter(({ winner }) => winner === null).length
  }
  expect(await draws(false)).toBe(40)
  expect(await draws(true)).toBeLessThanOrEqual(32)
})

describe('a tournament with openings', () => {
  const names = ['a=walker', 'b=first', 'c=walker', 'd=first']
  const spec = specOf('quoridor', names, { settings: { size: 5 }, format: 'round-robin-knock-out' })
  const alone = play(spec)

  test('has one opening for all pairings of a round, and another for the next round', async () => {
    const { result } = await alone
    const robin = result.games.filter(({ stage }) => stage === 'round robin')
    const byRound = Map.groupBy(robin, ({ round }) => round)
    const ofRounds = [...byRound.values()].map(
      (games) => new Set(games.map(({ opening }) => JSON.stringify(opening))),
    )
    expect(ofRounds.map(({ size }) => size)).toEqual([1, 1, 1])
    expect(new Set(ofRounds.map(([first]) => first)).size).toBeGreaterThan(1)
  })

  test('gives the same result with any number of workers', async () => {
    const { result } = await alone
    expect(JSON.stringify((await play(spec, { workers: 3 })).result)).toBe(JSON.stringify(result))
  })

  test('gives the same result when it was interrupted', async () => {
    const { result, entries } = await alone
    const kept = [...entries.values()].slice(0, 5).map(formatLedgerEntry)
    const past = kept.flatMap((line) => parseLedgerEntry(line) ?? [])
    expect(past).toEqual([...entries.values()].slice(0, 5))
    expect(JSON.stringify((await play(spec, { past })).result)).toBe(JSON.stringify(result))
  })

  test('begins at the own start of the game where a wire tells only moves, and says so', async () => {
    const { result } = await play(spec, { untold: 'c' })
    for (const { players, opening } of result.games) expect(opening === undefined).toBe(players.includes('c'))
    const many = result.games.filter(({ players }) => players.includes('c')).length
    expect(result.notes).toContain(
      `${many} of ${result.games.length} matches began at the game's own start: the wire of a player tells only moves, so it cannot tell an opening`,
    )
  })

  test('gives each two matches of a long tie an opening of their own', () => {
    const tie = specOf('quoridor', ['a', 'b'], { format: 'single-elimination', options: { bestOf: 5 } })
    const course = openTournamentCourse(tie)
    const pairs: (number | undefined)[] = []
    for (let next = course.take(1)[0]; next !== undefined; next = course.take(1)[0]) {
      pairs.push(next.pair)
      const winner = pairs.length % 2 === 0 ? 0 : 1
      const [first] = next.players
      course.add({ key: next.key, players: next.players, winner: first === 'a' ? winner : 0, score: [0, 0] })
      if (pairs.length > 9) break
    }
    expect(pairs.slice(0, 3)).toEqual([undefined, undefined, 1])
  })
})

describe('openings', () => {
  const on = (challenge: string, openings?: unknown) =>
    specOf(challenge, ['x', 'y'], { ...(openings !== undefined && { openings }) }).openings

  test('are on unless the contest of the challenge fixes the start, and can be turned on and off', () => {
    expect([on('quoridor'), on('light-cycle'), on('boost-tron')]).toEqual([true, true, undefined])
    expect([on('quoridor', false), on('boost-tron', true)]).toEqual([undefined, true])
    expect(() => on('quoridor', 'some')).toThrow('Cannot set openings to "some": expected true or false')
  })

  test('are off in a header that does not name them', () => {
    const spec = specOf('quoridor', ['x', 'y'])
    const { openings: _, ...old } = headerOf(spec)
    expect(must(readHeader(JSON.stringify(old))).openings).toBeUndefined()
    expect(must(readHeader(JSON.stringify(headerOf(spec)))).openings).toBe(true)
  })

  test.each([
    [[undefined, undefined], undefined],
    [[{ opening: 'e2' }], undefined],
    [[undefined, 'untold'], /^All 1 matches began/],
    [['untold', 'untold'], /^All 2 matches began .* tells only moves/],
    [['no-choice', { opening: 'e2' }], /^1 of 2 matches began .* leave no choice/],
  ] as const)('%j are described', (list, expected) => {
    if (expected === undefined) expect(describeOpenings(list)).toBeUndefined()
    else expect(describeOpenings(list)).toMatch(expected)
  })

  test.each([
    ['untold', { opening: 'untold' }],
    ['no-choice', { opening: 'no-choice' }],
    [{ opening: 'e2' }, { opening: { opening: 'e2' } }],
    ['something', {}],
    [7, {}],
    [undefined, {}],
  ])('%j of a ledger are read as %j', (value, read) => {
    expect(readPairingOpening(value)).toEqual(read)
  })

  test('are drawn for a round and its pair, from the seed of the tournament', async () => {
    const spec = specOf('quoridor', ['x', 'y'])
    const drawn: unknown[][] = []
    const draw = async (...given: unknown[]) => {
      drawn.push(given)
      return drawn.length === 1 ? { opening: 'e2' } : undefined
    }
    const pairing = { key: 'k', stage: '', round: 3, index: 0, players: ['x', 'y'], seed: 9 } as const
    expect(await drawPairingOpening(spec, pairing, { draw }, true)).toEqual({ opening: 'e2' })
    expect(await drawPairingOpening(spec, { ...pairing, pair: 1 }, { draw }, true)).toBe('no-choice')
    await drawPairingOpening(spec, { ...pairing, key: 'other', index: 1, pair: 0 }, { draw }, true)
    const [first, second, third] = drawn
    expect(first?.slice(0, 2)).toEqual([spec.challenge.game, spec.settings])
    expect(third?.[2]).toBe(first?.[2])
    expect(second?.[2]).not.toBe(first?.[2])
    expect(await drawPairingOpening(spec, pairing, { draw }, false)).toBe('untold')
    const { openings: _, ...off } = spec
    expect(await drawPairingOpening(off, pairing, { draw }, true)).toBeUndefined()
    expect(drawn).toHaveLength(3)
  })

  test('change the settings of a match, where there are any', () => {
    const settings = { size: 9, opening: '' }
    expect(settingsWith({ settings }, { opening: 'e2' })).toEqual({ size: 9, opening: 'e2' })
    for (const opening of ['untold', 'no-choice', undefined] as const)
      expect(settingsWith({ settings }, opening)).toBe(settings)
  })
})

import { expect, test } from 'vitest'
import { nextPair, WINDOW, type LadderPlayer, type NextPairOptions } from './next-pair.ts'

const bot = (team: number, rating: number, more: Partial<LadderPlayer> = {}): LadderPlayer => ({
  id: `bot ${team}`,
  team,
  rating,
  error: 20,
  begun: 100,
  pending: 0,
  ...more,
})
const house = (rating: number, error = 20): LadderPlayer => ({
  id: `house ${rating}`,
  team: undefined,
  rating,
  error,
  begun: 0,
  pending: 0,
})
const NEW = { error: 1000, begun: 0 }

const choose = (players: readonly LadderPlayer[], more: Partial<NextPairOptions> = {}) =>
  nextPair({ players, meetings: () => 0, called: [], ...more })
const ids = (pair: ReturnType<typeof choose>): readonly string[] =>
  pair?.players.map(({ id }) => id).toSorted() ?? []

test('a new version comes first, against the opponent that tells most about it', () => {
  const pair = choose([bot(1, 1500), bot(2, 1510), bot(3, 900, NEW), house(600), house(950)])
  expect(ids(pair)).toEqual(['bot 3', 'house 950'])
  expect(pair).toMatchObject({ team: 3, isNew: true })
})

test('a version is new until its interval is narrow, or until it has begun so many matches that it never will be', () => {
  const others = [bot(1, 1500), bot(2, 1510)]
  expect(choose([...others, bot(3, 3000, { error: 52 })])?.isNew).toBe(false)
  expect(choose([...others, bot(3, 3000, { error: 52, begun: 20 })])?.isNew).toBe(true)
  expect(choose([...others, bot(3, 3000, { error: 50, begun: 20 })])?.isNew).toBe(false)
  // Matches that run will narrow it, each a little.
  expect(choose([...others, bot(3, 3000, { error: 300, begun: 20, pending: 1 })])?.isNew).toBe(true)
  expect(choose([...others, bot(3, 3000, { error: 52, begun: 20, pending: 4 })])?.isNew).toBe(false)
})

test('without new versions the most uncertain meet opponents of their strength', () => {
  expect(ids(choose([bot(1, 1500), bot(2, 1400), bot(3, 1480, { error: 45 }), bot(4, 2000)]))).toEqual([
    'bot 1',
    'bot 3',
  ])
})

test('an opponent that was met gives way to the next', () => {
  const meetings = (a: string, b: string): number => (`${a} ${b}`.includes('bot 1') ? 1 : 0)
  const players = [bot(1, 1500), bot(2, 1400), bot(3, 1480, { error: 45 })]
  expect(ids(choose(players, { meetings }))).toEqual(['bot 2', 'bot 3'])
})

test('a new version meets an opponent less often, too, the more often it has met it', () => {
  const meetings = (a: string, b: string): number => (`${a} ${b}`.includes('house 900') ? 1 : 0)
  const players = [bot(1, 900, NEW), house(900), house(950)]
  expect(ids(choose(players))).toEqual(['bot 1', 'house 900'])
  expect(ids(choose(players, { meetings }))).toEqual(['bot 1', 'house 950'])
})

test('of pairs and opponents that tell as much, the first is chosen', () => {
  const equals = [bot(2, 1500), bot(3, 1500), bot(1, 1500)]
  expect(ids(choose(equals))).toEqual(['bot 1', 'bot 2'])
  expect(choose(equals)?.team).toBe(1)
  expect(ids(choose([...equals, bot(4, 1500, NEW)]))).toEqual(['bot 2', 'bot 4'])
})

test('bots of one team never meet, nor do house brains', () => {
  const twins = [bot(1, 1500, NEW), bot(1, 1500, { ...NEW, id: 'twin' })]
  expect(choose(twins)).toBeUndefined()
  expect(choose([house(600), house(700)])).toBeUndefined()
  expect(choose([...twins, house(600)])?.players.map(({ id }) => id)).toContain('house 600')
  // However many of its own stand between a bot and the next other team.
  const crowd = Array.from({ length: 60 }, (_, index) => bot(1, 1500 + index, { id: `crowd ${index}` }))
  expect(choose([...crowd, bot(2, 1000)])?.players.map(({ team }) => team)).toEqual([1, 2])
})

test('a team that uploads again and again claims at most a quarter of the pairs, and the newcomer of another team comes first', () => {
  const rest = Array.from({ length: 10 }, (_, index) => bot(index + 2, 1000 + 50 * index))
  const called: number[] = []
  const met = new Map<string, number>()
  const meetings = (a: string, b: string): number => met.get([a, b].toSorted().join()) ?? 0
  const playing = new Set<number | undefined>()
  for (let pairs = 0; pairs < 600; pairs++) {
    // Whatever it plays, its version is new again.
    const pair = choose([bot(1, 1200, NEW), ...rest], { meetings, called: called.slice(-WINDOW) })
    called.push(pair?.team ?? 0)
    met.set(ids(pair).join(), meetings(ids(pair)[0] ?? '', ids(pair)[1] ?? '') + 2)
    for (const { team } of pair?.players ?? []) playing.add(team)
  }
  const last = called.slice(-WINDOW)
  expect(last.filter((team) => team === 1).length).toBeLessThanOrEqual(WINDOW / 4)
  expect(playing.size).toBe(11)
  const pair = choose([bot(1, 1200, NEW), ...rest, bot(20, 1200, NEW)], { called: [1, 1, 1] })
  expect(pair).toMatchObject({ team: 20, isNew: true })
})

test('of new versions the one of the team called least comes first, then the one with fewer matches, then by name', () => {
  const players = [bot(1, 1500, NEW), bot(2, 1500, NEW), bot(3, 1500, { ...NEW, begun: 2 })]
  expect(choose(players, { called: [1, 2] })?.team).toBe(3)
  expect(choose(players, { called: [1, 3] })?.team).toBe(2)
  expect(choose(players)?.team).toBe(1)
  expect(choose(players.toReversed())?.team).toBe(1)
})

test('a new version claims no more pairs once its team has had a quarter of the last 200', () => {
  const players = [bot(1, 1500, NEW), bot(2, 1500)]
  const calls = (team: number, count: number) => Array<number>(count).fill(team)
  expect(choose(players, { called: calls(1, 49) })?.isNew).toBe(true)
  expect(choose(players, { called: calls(1, 50) })?.isNew).toBe(false)
  expect(choose(players, { called: [...calls(1, 50), ...calls(2, WINDOW)] })?.isNew).toBe(true)
})

test('a version is new for fewer than 80 matches', () => {
  const wide = (begun: number) => choose([bot(1, 1500), bot(2, 1500, { error: 300, begun })])?.isNew
  expect([wide(79), wide(80)]).toEqual([true, false])
})

test('a version without any games meets the opponent that is known best', () => {
  const players = [bot(1, 1500, { error: 400 }), bot(2, 1500, { ...NEW, error: Infinity }), bot(3, 1500)]
  expect(choose(players)).toMatchObject({ players: [{ id: 'bot 2' }, { id: 'bot 3' }], team: 2, isNew: true })
  // Even where that one is 200 points stronger.
  expect(ids(choose([...players.slice(0, 2), bot(4, 1700)]))).toEqual(['bot 2', 'bot 4'])
})

test('the pair counts for the team whose bot is less certain, and of equals for the stronger', () => {
  expect(choose([bot(1, 1500), bot(2, 1490, { error: 45 })])?.team).toBe(2)
  expect(choose([bot(1, 1500, { error: 45 }), bot(2, 1490)])?.team).toBe(1)
  expect(choose([bot(1, 1490), bot(2, 1500)])?.team).toBe(2)
  expect(choose([house(1500, 1000), bot(1, 1500)])?.team).toBe(1)
})

test('a team that has had two equal shares of the last pairs is not called', () => {
  const players = [bot(1, 1500, { error: 45 }), bot(2, 1500), bot(3, 1500), house(1500)]
  const called = (count: number) => Array<number>(count).fill(1)
  // Three teams, so two shares are 133⅓ of 200.
  expect(choose(players, { called: called(133) })?.team).toBe(1)
  expect(ids(choose(players, { called: called(134) }))).toEqual(['bot 2', 'bot 3'])
  // Of four teams two shares are exactly 100.
  expect(choose([...players, bot(4, 1500)], { called: called(99) })?.team).toBe(1)
  expect(ids(choose([...players, bot(4, 1500)], { called: called(100) }))).toEqual(['bot 2', 'bot 3'])
})

test('a bot meets the next 12 weaker bots of other teams, and looks for them among the next 48', () => {
  const onlyFresh =
    (one: string, other: string): NextPairOptions['meetings'] =>
    (a, b) =>
      [a, b].toSorted().join() === [one, other].toSorted().join() ? 0 : 1000
  const many = Array.from({ length: 14 }, (_, index) => bot(index, 1500 - index))
  expect(ids(choose(many, { meetings: onlyFresh('bot 0', 'bot 12') }))).toEqual(['bot 0', 'bot 12'])
  expect(ids(choose(many, { meetings: onlyFresh('bot 0', 'bot 13') }))).not.toEqual(['bot 0', 'bot 13'])
  // A house brain between them does not count.
  const withHouse = [...many, house(1499.5)]
  expect(ids(choose(withHouse, { meetings: onlyFresh('bot 0', 'bot 12') }))).toEqual(['bot 0', 'bot 12'])

  const fromTop = (size: number) => {
    const own = Array.from({ length: size }, (_, index) => bot(1, 1500 - index / 10, { id: `own ${index}` }))
    return ids(choose([...own, bot(2, 1400)], { meetings: onlyFresh('own 0', 'bot 2') }))
  }
  expect(fromTop(48)).toEqual(['bot 2', 'own 0'])
  expect(fromTop(49)).not.toEqual(['bot 2', 'own 0'])
})

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
  // Matches that run will narrow it.
  expect(choose([...others, bot(3, 3000, { error: 52, begun: 20, pending: 4 })])?.isNew).toBe(false)
})

test('without new versions the most uncertain meet opponents of their strength', () => {
  expect(ids(choose([bot(1, 1500), bot(2, 1400), bot(3, 1480, { error: 45 }), bot(4, 2000)]))).toEqual([
    'bot 1',
    'bot 3',
  ])
})

test('an opponent that was met often gives way to the next', () => {
  const meetings = (a: string, b: string): number => (`${a} ${b}`.includes('bot 1') ? 30 : 0)
  const players = [bot(1, 1500), bot(2, 1400), bot(3, 1480, { error: 45 })]
  expect(ids(choose(players, { meetings }))).toEqual(['bot 2', 'bot 3'])
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

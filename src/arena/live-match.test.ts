import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { MatchPlayer } from '../store/store.ts'
import { playerOf } from './live-match.ts'
import { housePlayer, testArenas } from './test-arena.fixture.ts'
import { untilOver } from './until-over.ts'

const openTest = testArenas()
const flush = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** A match of tic-tac-toe between two teams that have come. */
async function openMatch(origin: 'organiser' | 'challenge' = 'organiser') {
  const test = openTest()
  const { arena, desks, team, store } = test
  const players = [team('Ann'), team('Bob')] as const
  const { id } = must(arena.create({ challenge: 'tic-tac-toe', players, origin, seed: 1 }))
  await expect.poll(() => desks.find(id, 1)).toBeDefined()
  const live = arena.live(id)
  const [ann, bob] = [desks.find(id, 0), desks.find(id, 1)]
  if (!live || !ann || !bob) throw new Error('the match does not run')
  for (const desk of [ann, bob]) desk.arrive()
  await expect.poll(() => ann.question).toBeDefined()
  return {
    ...test,
    id,
    live,
    desks: [ann, bob] as const,
    row: () => store.match(id),
    over: () => untilOver(arena, id, new AbortController().signal),
  }
}

test('a match shows whose clock runs, and its listeners hear of every move that is on disk', async () => {
  await using match = await openMatch('challenge')
  const { live, desks, store } = match
  expect(live).toMatchObject({ origin: 'challenge', isCasual: true, id: match.id })
  expect(live.timeLeft(0)).toBeGreaterThan(0)
  expect(live.timeLeft(0)).toBeLessThanOrEqual(18_000)
  expect(live.timeLeft(1)).toBeUndefined()
  expect(Number.isInteger(live.now())).toBe(true)
  let heard = 0
  const leave = live.onChange(() => void heard++)
  const { lastEntry } = live
  await desks[0].answer({ kind: 'move', text: 'NW' })
  await store.settled()
  expect(heard).toBeGreaterThan(0)
  expect(live.lastEntry).toBeGreaterThan(lastEntry)
  expect(live.timeLeft(0)).toBeUndefined()
  expect(live.timeLeft(1)).toBeGreaterThan(0)
  leave()
  const before = heard
  await expect.poll(() => desks[1].question).toBeDefined()
  await desks[1].answer({ kind: 'resign' })
  await match.over()
  expect(heard).toBe(before)
  expect([live.timeLeft(0), live.timeLeft(1)]).toEqual([undefined, undefined])
})

test('the end of a match is stored with its score, its reason, the accounts of both and its fingerprint', async () => {
  await using match = await openMatch()
  const { desks, live, arena } = match
  expect(live.isCasual).toBe(false)
  await desks[0].answer({ kind: 'move', text: 'NW' })
  await expect.poll(() => desks[1].question).toBeDefined()
  await desks[1].answer({ kind: 'resign' })
  await match.over()
  expect(match.row()).toMatchObject({
    status: 'over',
    score: [1, 0],
    winner: 0,
    void: false,
    end: expect.stringContaining('Bob'),
  })
  expect(match.row()?.fingerprints).toHaveLength(1)
  // Its feed is its record, and it has ended.
  expect(live.feed.isOver).toBe(true)
  expect(live.feed.lines().at(-1)).toContain('"over"')
  expect(arena.sight(match.id)).toBe(live)
})

test('a match that is called off does not count, says why, and ends for its spectators', async () => {
  await using match = await openMatch()
  const { live, arena } = match
  let heard = 0
  live.onChange(() => void heard++)
  arena.callOff(match.id, 'Bob was withdrawn')
  await match.over()
  expect(match.row()).toMatchObject({
    status: 'over',
    void: true,
    winner: undefined,
    score: [0, 0],
    end: 'not counted: Bob was withdrawn',
  })
  expect(live.match).toMatchObject({
    phase: 'over',
    result: { void: true, winner: undefined, score: [0, 0] },
  })
  expect(live.lastEntry).toBe(match.store.last)
  await flush()
  expect(heard).toBeGreaterThan(0)
  expect(live.feed.isOver).toBe(true)
})

test('a match that is over can be looked at after a restart, also if it was called off in the middle', async () => {
  let folder: string
  let seen: readonly string[]
  {
    await using match = await openMatch('challenge')
    ;({ folder } = match)
    await match.desks[0].answer({ kind: 'move', text: 'NW' })
    match.arena.callOff(match.id, 'it was enough')
    await match.over()
    seen = [...match.live.feed.lines()]
  }
  await using again = openTest({}, folder)
  const { arena, store } = again
  expect(arena.isAtHand(1)).toBe(false)
  const past = arena.sight(1)
  expect(arena.isAtHand(1)).toBe(true)
  expect(arena.sight(1)).toBe(past)
  expect(past).toMatchObject({
    id: 1,
    origin: 'challenge',
    isCasual: true,
    lastEntry: store.last,
    players: [{ name: 'Ann' }, { name: 'Bob' }],
  })
  expect(past?.match).toMatchObject({ phase: 'over', result: { void: true, winner: undefined } })
  expect(past?.match).toBe(past?.match)
  expect(past?.feed.lines()).toEqual(seen)
  expect(past?.feed.isOver).toBe(true)
  expect(past?.timeLeft(0)).toBeUndefined()
  expect(past?.now()).toBe(store.eventsOf(1).at(-1)?.at)
  past?.onChange(() => {
    throw new Error('nothing changes any more')
  })()
})

test('a match that a restart interrupts goes on where it was', async () => {
  let folder: string
  {
    await using match = await openMatch()
    ;({ folder } = match)
    await match.desks[0].answer({ kind: 'move', text: 'NW' })
    await match.store.settled()
  }
  await using again = openTest({}, folder)
  const { arena, desks } = again
  await expect.poll(() => desks.find(1, 1)?.question).toBeDefined()
  expect(arena.live(1)?.match.round.turns).toBe(1)
  expect(arena.live(1)?.now()).toBeGreaterThanOrEqual(again.store.eventsOf(1).at(-1)?.at ?? Infinity)
  await desks.find(1, 1)?.answer({ kind: 'resign' })
  await untilOver(arena, 1, new AbortController().signal)
  expect(again.store.match(1)).toMatchObject({ status: 'over', score: [1, 0], void: false })
})

test('a person is a player of a match if it plays itself, not by its bot', () => {
  const ann: MatchPlayer = { kind: 'http', name: 'Ann', person: 1001 }
  const bot: MatchPlayer = { kind: 'bot', name: 'Ann · bot', person: 1001, bot: 1, version: 1 }
  expect(playerOf([ann, housePlayer('random')], 1001)).toBe(0)
  expect(playerOf([bot, ann], 1001)).toBe(1)
  expect(playerOf([ann, undefined], 1002)).toBeUndefined()
  expect(playerOf([bot, housePlayer('random')], 1001)).toBeUndefined()
})

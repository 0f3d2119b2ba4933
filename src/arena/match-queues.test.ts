import { expect, test } from 'vitest'
import { deferred, type Deferred } from '../base/deferred.ts'
import { created, http, newStores, person, tell } from '../store/new-store.fixture.ts'
import type { MatchOrigin, MatchPlayer, MatchRow } from '../store/store.ts'
import { openMatchQueues, type QueueLimits } from './match-queues.ts'

const newStore = newStores()

const program = (bot: number): MatchPlayer => ({
  kind: 'bot',
  name: `bot ${bot}`,
  person: 1,
  bot,
  version: 1,
})
const house = (brain: string): MatchPlayer => ({ kind: 'house', name: brain, brain })
const model: MatchPlayer = { kind: 'model', name: 'gpt-5', model: 'llm:gpt-5' }

/** Queues whose matches run until the test ends them. */
function openHall(limits: QueueLimits) {
  const store = newStore()
  tell(store, person(1), person(7))
  const queues = openMatchQueues(limits)
  const running = new Map<number, Deferred<void>>()
  const rows = new Map<number, MatchRow>()
  return {
    queues,
    row: (match: number): MatchRow => rows.get(match) as MatchRow,
    running: (): readonly number[] => [...running.keys()],
    add(
      match: number,
      players: readonly [MatchPlayer, MatchPlayer],
      more: { readonly origin?: MatchOrigin; readonly starter?: number; readonly owner?: string } = {},
    ): void {
      const { owner = `team ${match}`, ...rest } = more
      tell(store, created(match, players, 'boost-tron', { origin: 'practice', ...rest }))
      const row = store.match(match)
      if (!row) throw new Error(`no match ${match}`)
      rows.set(match, row)
      queues.add(row, owner, async () => {
        const over = deferred()
        running.set(match, over)
        await over.promise
      })
    },
    async end(match: number): Promise<void> {
      running.get(match)?.resolve()
      running.delete(match)
      await new Promise((done) => void setImmediate(done))
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

test('matches of programs, of brains that think long, and of models each have places of their own; the others need none', () => {
  using hall = openHall({ maxProgramMatches: 1, maxHouseMatches: 1 })
  for (const match of [1, 2]) hall.add(match, [program(match), http(1)])
  for (const match of [3, 4]) hall.add(match, [http(1), house('advanced')])
  for (const match of [5, 6]) hall.add(match, [http(1), house('random')])
  for (let match = 10; match < 30; match++) hall.add(match, [program(1), model])
  expect(hall.running().filter((match) => match < 10)).toEqual([1, 3, 5, 6])
  // A program that plays against a model waits for it, and takes no place from the other programs.
  expect(hall.running().filter((match) => match >= 10)).toHaveLength(16)
  expect(hall.queues.waiting).toBe(2 + 4)
  expect([1, 3, 5].map((match) => hall.queues.isWanted(hall.row(match)))).toEqual([true, true, false])
})

test('a quarter of the places is for tournaments and organisers, and a team holds a quarter of the rest', async () => {
  using hall = openHall({ maxProgramMatches: 8 })
  for (let match = 1; match <= 8; match++) hall.add(match, [program(match), http(1)])
  expect(hall.running()).toEqual([1, 2, 3, 4, 5, 6])
  hall.add(9, [program(9), http(1)], { origin: 'tournament' })
  hall.add(10, [program(10), http(1)], { origin: 'organiser' })
  expect(hall.running()).toEqual([1, 2, 3, 4, 5, 6, 9, 10])
  await hall.end(1)
  expect(hall.running()).toContain(7)

  using other = openHall({ maxProgramMatches: 12 })
  for (let match = 1; match <= 5; match++) other.add(match, [program(match), http(1)], { owner: 'team 1' })
  expect(other.running()).toEqual([1, 2])
})

test('two places leave one for tournaments, and one place is for all', () => {
  using two = openHall({ maxProgramMatches: 2 })
  for (const match of [1, 2]) two.add(match, [program(match), http(1)])
  expect(two.running()).toEqual([1])
  using one = openHall({ maxProgramMatches: 1 })
  for (const match of [1, 2]) one.add(match, [program(match), http(1)])
  expect(one.running()).toEqual([1])
})

test('ladders hold their share of the places, behind all others; a rated match that a team starts is its own', async () => {
  let share = 50
  using hall = openHall({ maxProgramMatches: 4, ladderShare: () => share })
  for (const match of [1, 2, 3]) hall.add(match, [program(match), program(9)], { origin: 'ladder' })
  expect(hall.running()).toEqual([1, 2])
  expect(hall.queues.isProgramWanted).toBe(false)
  share = 75
  hall.queues.shareChanged()
  expect(hall.running()).toEqual([1, 2, 3])
  for (const match of [4, 5]) hall.add(match, [program(match), program(9)], { origin: 'ladder', starter: 7 })
  expect(hall.running()).toEqual([1, 2, 3, 4])
  expect(hall.queues.isProgramWanted).toBe(true)
  await hall.end(1)
  expect(hall.running()).toContain(5)
  expect(hall.queues.isProgramWanted).toBe(false)
})

test('unless told otherwise ladders hold half of the places, and 32 matches of house brains run', () => {
  using hall = openHall({ maxProgramMatches: 4 })
  for (const match of [1, 2, 3]) hall.add(match, [program(match), program(9)], { origin: 'ladder' })
  expect(hall.running()).toEqual([1, 2])
  for (let match = 10; match < 50; match++)
    hall.add(match, [http(1), house('advanced')], { origin: 'tournament' })
  expect(hall.running().filter((match) => match >= 10)).toHaveLength(32)
})

test('a match that waits is taken out, and one that runs or is unknown is not', () => {
  using hall = openHall({ maxProgramMatches: 1 })
  for (const match of [1, 2]) hall.add(match, [program(match), http(1)])
  expect(hall.queues.cancel(1)).toBeUndefined()
  expect(hall.queues.cancel(9)).toBeUndefined()
  expect(hall.queues.cancel(2)).toMatchObject({ id: 2 })
  expect(hall.queues.cancel(2)).toBeUndefined()
  expect([hall.queues.waiting, hall.running()]).toEqual([0, [1]])
})

test('matches for workers wait for the places of workers, and programs for none here', async () => {
  let places = 1
  using hall = openHall({
    maxProgramMatches: 1,
    ladderShare: () => 50,
    away: { isFor: ({ players }) => players.every((player) => player?.kind === 'bot'), places: () => places },
  })
  expect(hall.queues.programPlaces).toBe(1)
  for (const match of [1, 2, 3]) hall.add(match, [program(1), program(match)])
  for (const match of [4, 5]) hall.add(match, [program(1), http(1)])
  expect(hall.running()).toEqual([1, 4])
  expect(hall.queues.waitingAway().map(({ id }) => id)).toEqual([2, 3])
  expect([hall.queues.isProgramWanted, hall.queues.waiting]).toEqual([true, 3])
  expect(hall.queues.isWanted(hall.row(1))).toBe(true)
  places = 8
  hall.queues.shareChanged()
  expect(hall.running()).toEqual([1, 4, 2, 3])
  expect(hall.queues.programPlaces).toBe(8)
  for (const match of [11, 12, 13, 14, 15])
    hall.add(match, [program(1), program(match)], { origin: 'ladder' })
  // Half of the eight places.
  expect(hall.running().filter((match) => match > 10)).toEqual([11, 12, 13, 14])
})

test('without workers the places for programs are those of this machine', () => {
  using hall = openHall({ maxProgramMatches: 3 })
  expect(hall.queues.programPlaces).toBe(3)
  expect(hall.queues.waitingAway()).toEqual([])
})

test('nothing begins before the disk has room, and nothing after the end', async () => {
  const room = deferred()
  let isFull = true
  using hall = openHall({ until: () => (isFull ? room.promise : undefined) })
  hall.add(1, [http(1), house('random')])
  hall.add(2, [program(1), model])
  expect(hall.running()).toEqual([])
  isFull = false
  room.resolve()
  await hall.end(0)
  expect(hall.running()).toEqual([1, 2])
  hall.queues.stop()
  hall.add(3, [http(1), house('random')])
  hall.add(4, [program(1), model])
  expect(hall.running()).toEqual([1, 2])
})

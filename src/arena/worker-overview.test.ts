import { expect, test } from 'vitest'
import type { KnownWorker, SecondOpinion } from '../queue/match-queue.ts'
import type { MatchRow } from '../store/store.ts'
import { overviewWorkers } from './worker-overview.ts'

const worker = (id: string): KnownWorker => ({ card: { id } as never, aside: undefined, failures: 0 })
const build = (bot: number, created: number, by?: string) => ({
  bot,
  version: 1,
  created,
  worker: by,
  missing: undefined,
})
const waiting = (id: number, created: number): MatchRow => ({ id, created }) as MatchRow

const arena = (
  rows: readonly MatchRow[] = [],
  playing: readonly (readonly [number, string])[] = [],
  missing: readonly (readonly [number, string])[] = [],
  opinions: readonly (readonly [number, SecondOpinion])[] = [],
) => ({
  waitingForWorkers: () => rows,
  playingOnWorkers: () => new Map(playing),
  missingForWorkers: () => new Map(missing),
  secondOpinions: () => new Map(opinions),
})

test('each worker is shown with the matches and builds it has, and those that wait apart', () => {
  const overview = overviewWorkers(
    arena(
      [waiting(3, 50), waiting(4, 60)],
      [
        [1, 'a'],
        [2, 'b'],
      ],
      [[3, 'python3']],
      [[9, { kind: 'same', worker: 'b' }]],
    ),
    { workers: () => [worker('a'), worker('b')] },
    { ordered: () => [build(1, 70, 'a'), build(2, 40), build(3, 45)] },
  )
  expect(overview).toMatchObject({
    workers: [
      { card: { id: 'a' }, playing: [1], building: [{ bot: 1 }] },
      { card: { id: 'b' }, playing: [2], building: [] },
    ],
    waiting: 2,
    waitingBuilds: [{ bot: 2 }, { bot: 3 }],
    waitingSince: 40,
    missing: [{ match: 3, why: 'python3' }],
    opinions: [{ match: 9, opinion: { kind: 'same' } }],
  })
})

test('without builds, and when nothing waits, there is no oldest', () => {
  const nothing = overviewWorkers(arena(), { workers: () => [] }, undefined)
  expect(nothing).toEqual({
    workers: [],
    waiting: 0,
    waitingBuilds: [],
    waitingSince: undefined,
    missing: [],
    opinions: [],
  })
  const matches = overviewWorkers(arena([waiting(1, 60), waiting(2, 50)]), { workers: () => [] }, undefined)
  expect(matches.waitingSince).toBe(50)
})

test('at most 20 matches that no worker can play are listed', () => {
  const missing = Array.from({ length: 25 }, (_, match) => [match, 'go'] as const)
  const { missing: listed } = overviewWorkers(arena([], [], missing), { workers: () => [] }, undefined)
  expect(listed.map(({ match }) => match)).toEqual(missing.slice(0, 20).map(([match]) => match))
})

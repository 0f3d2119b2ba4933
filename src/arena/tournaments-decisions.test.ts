import { expect, test, vi } from 'vitest'
import { messageOf } from '../base/message-of.ts'
import { fail, must } from '../base/result.ts'
import type { LogEntry, Store } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { findFormat } from '../tournament-runner/tournament-spec.ts'
import type { AnyFormat } from '../tournament/format.ts'
import { openTournaments } from './tournaments.ts'
import { bot, judged, uploaded } from './logged-bots.fixture.ts'
import { CUP, HOUSE, openHall, type Hall } from './hall.fixture.ts'

const newFolder = tempFolders()
const WHY = { reason: 'the screen went dark', by: 'Eve' }

const rowOf = ({ store }: Hall, id: number) => {
  const row = store.tournament(id)
  if (!row) throw new Error(`no tournament ${id}`)
  return row
}

test('a match is played again in a tournament that was over, and its old board stays', async () => {
  await using hall = openHall(newFolder())
  const id = hall.hold({})
  const { schedule } = await hall.over(id)
  const [first] = schedule
  if (!first) throw new Error('no match')
  expect(must(hall.tournaments.replay(id, { key: first.key, ...WHY })).status).toBe('running')
  const again = (await hall.over(id)).schedule.find(({ key }) => key === first.key)
  expect(again?.annulled).toMatchObject([{ match: first.match, ...WHY }])
  expect(again?.match).toBeGreaterThan(first.match ?? 0)
  expect(hall.store.match(first.match ?? 0)).toMatchObject({ status: 'over', void: false })
})

test('a match that runs is called off when the organiser rules it, and the others go on', async () => {
  await using hall = openHall(newFolder())
  const id = hall.hold({ entrants: [...HOUSE, hall.register('ann')] })
  const isAnns = ({ players }: { readonly players: readonly string[] }) => players.includes('ann')
  const { schedule } = await hall.when(id, (seen) =>
    seen.schedule.some((one) => isAnns(one) && one.status === 'playing'),
  )
  const running = schedule.find((one) => isAnns(one) && one.status === 'playing')
  if (!running) throw new Error('no match')
  const decision = { key: running.key, winner: 'ann', ...WHY }
  expect(must(hall.tournaments.rule(id, decision)).status).toBe('running')
  const ruled = await hall.when(id, (seen) => seen.result.matches.played > 0)
  expect(ruled.schedule.find(({ key }) => key === running.key)).toMatchObject({ ruled: WHY, status: 'over' })
  await hall.when(id, () => hall.store.match(running.match ?? 0)?.status === 'over')
  expect(hall.store.match(running.match ?? 0)).toMatchObject({
    end: 'not counted: the organiser has decided it anew',
  })
  // Ann is called to her next match.
  await hall.when(id, (seen) =>
    seen.schedule.some((one) => isAnns(one) && one.key !== running.key && one.status === 'playing'),
  )
  expect(hall.failures).toEqual([])
})

test('a tournament is over when its last match, which runs, is ruled', async () => {
  await using hall = openHall(newFolder())
  const id = hall.hold({ entrants: ['house:first', hall.register('ann')] })
  const { schedule } = await hall.when(id, (seen) => seen.schedule[0]?.status === 'playing')
  must(hall.tournaments.rule(id, { key: schedule[0]?.key ?? '', winner: 'ann', ...WHY }))
  expect((await hall.over(id)).result.standings[0]?.name).toBe('ann')
  expect(hall.store.tournamentMatches(id)).toHaveLength(1)
})

test('a match is ruled in a tournament that was paused before its start, and none is called', async () => {
  await using hall = openHall(newFolder())
  const { id } = must(hall.tournaments.create(CUP))
  must(hall.tournaments.pause(id))
  const key = hall.view(id).schedule[0]?.key ?? ''
  expect(must(hall.tournaments.rule(id, { key, winner: undefined, ...WHY })).status).toBe('paused')
  await new Promise((done) => void setImmediate(done))
  expect(hall.store.tournamentMatches(id)).toEqual([])
})

test('a tournament that waits has nothing to decide, and a decision is refused as it is read', async () => {
  await using hall = openHall(newFolder())
  const { id } = must(hall.tournaments.create(CUP))
  expect(hall.tournaments.replay(id, { key: 'x', ...WHY })).toEqual(
    fail('not-started', `Tournament ${id} has not started`),
  )
  must(hall.tournaments.start(id))
  await hall.over(id)
  const { last } = hall.store
  expect(hall.tournaments.rule(id, { key: 'x', winner: undefined, ...WHY })).toMatchObject({
    problem: { code: 'unknown-match' },
  })
  expect(hall.store.last).toBe(last)
})

test.each([
  ['single-elimination', 'the loser'],
  ['double-elimination', 'the loser'],
  ['double-elimination', 'the winner'],
])('a decision on an entrant that is out does not contradict later matches: %s, %s', async (format, out) => {
  await using hall = openHall(newFolder())
  const teams = ['ann', 'bob', 'cid', 'dan'].map((name) => hall.register(name))
  const [ann = '', bob = '', cid = '', dan = ''] = teams
  // The first half is of the house: its matches are played, and the other half waits for its teams.
  const entrants = ['house:perfect', ann, bob, 'house:first', 'house:random', cid, dan, 'house:baseline']
  const id = hall.hold({
    format,
    options: { ...(format === 'single-elimination' && { thirdPlace: 'no' }) },
    entrants,
  })
  const isHouse = ({ players }: { readonly players: readonly string[] }) =>
    players.every((name) => name.startsWith('house:'))
  const isPlayed = format === 'single-elimination' ? 3 : 4
  const { schedule } = await hall.when(
    id,
    (seen) => seen.schedule.filter((one) => isHouse(one) && one.status === 'over').length >= isPlayed,
  )
  const first = schedule.find(isHouse)
  const [winner, loser] = ['house:perfect', 'house:baseline']
  expect(first?.players.toSorted()).toEqual([loser, winner])
  must(hall.tournaments.withdraw(id, out === 'the loser' ? loser : winner))
  const decision = { key: first?.key ?? '', winner: loser, ...WHY }
  expect(hall.tournaments.rule(id, decision)).toMatchObject({ problem: { code: 'later-played' } })
  expect(hall.view(id).status).toBe('running')
  expect(hall.failures).toEqual([])
})

test('a paused tournament calls no more matches until it goes on', async () => {
  await using hall = openHall(newFolder())
  const id = hall.hold({ entrants: [...HOUSE, hall.register('ann')], plan: { atOnce: 1 } })
  await hall.when(id, ({ schedule }) => schedule.some(({ status }) => status === 'playing'))
  expect(must(hall.tournaments.pause(id)).status).toBe('paused')
  expect(must(hall.tournaments.pause(id)).status).toBe('paused')
  // It goes on though matches of before may still run.
  expect(must(hall.tournaments.start(id)).status).toBe('running')
  must(hall.tournaments.withdraw(id, 'ann'))
  await hall.over(id)
  expect(hall.failures).toEqual([])
})

test('a decision in a paused tournament does not let it go on', async () => {
  await using hall = openHall(newFolder())
  const id = hall.hold({ entrants: [hall.register('ann'), 'house:first'] })
  const { schedule } = await hall.when(id, (seen) => seen.schedule.some(({ status }) => status === 'playing'))
  must(hall.tournaments.pause(id))
  const key = schedule[0]?.key ?? ''
  expect(must(hall.tournaments.replay(id, { key, ...WHY })).status).toBe('paused')
  await hall.when(id, () => hall.store.match(schedule[0]?.match ?? 0)?.status === 'over')
  expect(hall.store.tournamentMatches(id)).toHaveLength(1)
  must(hall.tournaments.start(id))
  await hall.when(id, () => hall.store.tournamentMatches(id).length === 2)
})

test('tournaments are listed newest first, by status and by page', async () => {
  await using hall = openHall(newFolder())
  const { tournaments } = hall
  for (let count = 0; count < 5; count++) must(tournaments.create(CUP))
  for (const id of [2, 4]) must(tournaments.pause(id))
  const ids = (...args: Parameters<typeof tournaments.list>) => tournaments.list(...args).map(({ id }) => id)
  expect(ids({ limit: 3 })).toEqual([5, 4, 3])
  expect(ids({ limit: 9 }, 'waiting')).toEqual([5, 3, 1])
  expect(ids({ limit: 2 }, 'waiting')).toEqual([5, 3])
  expect(ids({ limit: 9, after: 5 }, 'waiting')).toEqual([3, 1])
  expect(ids({ limit: 9 }, 'paused')).toEqual([4, 2])
  expect(ids({ limit: 9 }, 'over')).toEqual([])
  const { header } = rowOf(hall, 1)
  for (let tournament = 6; tournament <= 110; tournament++)
    hall.store.append({
      kind: 'tournament-created',
      tournament,
      name: 'Cup',
      challenge: CUP.challenge,
      header,
    })
  expect(ids({ limit: 200 }, 'waiting')).toHaveLength(108)
  expect(ids({ limit: 200 }, 'paused')).toEqual([4, 2])
})

test('a mark is written down once, taken back, and refused for an entrant or points that are none', async () => {
  await using hall = openHall(newFolder())
  const { tournaments, store } = hall
  const { id } = must(
    tournaments.create({ ...CUP, challenge: 'boost-tron', entrants: ['house:baseline', 'house:random'] }),
  )
  const mark = (points: unknown, link?: string, entrant = 'house:random') =>
    tournaments.mark(id, 'eve', entrant, points, link)
  const { last } = store
  expect(mark(null)).toMatchObject({ ok: true })
  expect(store.last).toBe(last)
  must(mark(12))
  must(mark(12))
  expect(store.last).toBe(last + 1)
  must(tournaments.mark(id, 'eve', 'house:baseline', 12))
  must(tournaments.mark(id, 'fay', 'house:random', 12))
  expect(store.last).toBe(last + 3)
  expect(mark(1, undefined, 'nobody')).toEqual(
    fail('unknown-entrant', `There is no entrant "nobody" in tournament ${id}`),
  )
  expect(mark('many')).toMatchObject({ ok: false, problem: { code: 'bad-mark' } })
  must(mark(null))
  expect(store.marks(id).map(({ judge, entrant }) => [judge, entrant])).toEqual([
    ['eve', 'house:baseline'],
    ['fay', 'house:random'],
  ])
})

test('followers hear of the marks of a judge once they are published, and of those of the organiser at once', async () => {
  await using hall = openHall(newFolder())
  const { tournaments, store } = hall
  const { id } = must(
    tournaments.create({ ...CUP, challenge: 'boost-tron', entrants: ['house:baseline', 'house:random'] }),
  )
  const { id: link } = must(tournaments.judges.invite(rowOf(hall, id), 'eve')).judge
  await store.settled()
  let heard = 0
  const leave = tournaments.onChange(() => heard++)
  const news = async (act: () => unknown): Promise<number> => {
    heard = 0
    act()
    await store.settled()
    await new Promise((done) => void setImmediate(done))
    return heard
  }
  expect(await news(() => must(tournaments.mark(id, 'eve', 'house:random', 3, link)))).toBe(0)
  // A request shows it all the same.
  expect(hall.view(id).result.standings.find(({ name }) => name === 'house:random')?.judged).toBe(3)
  expect(await news(() => must(tournaments.mark(id, 'org', 'house:random', 3)))).toBe(1)
  expect(await news(() => must(tournaments.publish(id)))).toBe(1)
  expect(rowOf(hall, id).published).toBeDefined()
  expect(await news(() => must(tournaments.mark(id, 'eve', 'house:random', 4, link)))).toBe(1)
  expect(store.markChanges(id).map(({ judge, link: by }) => [judge, by])).toEqual([
    ['eve', link],
    ['org', undefined],
    ['eve', link],
  ])
  leave()
  expect(await news(() => must(tournaments.publish(id)))).toBe(0)
})

test('who follows a contest that teams can enter hears of each step of an upload, and sees what plays', async () => {
  await using hall = openHall(newFolder())
  const { tournaments, store } = hall
  const { id } = must(tournaments.create({ ...CUP, entry: { state: 'open' } }))
  const closed = must(tournaments.create(CUP)).id
  const { person } = must(tournaments.entry.join(rowOf(hall, id), { name: 'ann' }, 0))
  const plays = () => hall.view(id).result.entrants.find(({ name }) => name === 'ann')
  expect(plays()).toMatchObject({ bot: `player:${person.id}` })
  await store.settled()
  const heard: number[] = []
  tournaments.onChange((changed) => void heard.push(changed))
  const steps: readonly LogEntry[] = [
    bot(1, person.id, 'tic-tac-toe'),
    uploaded(1, 1),
    { kind: 'version-unjudged', bot: 1, version: 1, report: '', log: '' },
    { kind: 'version-retried', bot: 1, version: 1 },
    judged(1, 1),
  ]
  for (const step of steps) {
    heard.length = 0
    store.append(step)
    await store.settled()
    await new Promise((done) => void setImmediate(done))
    expect([step.kind, ...heard]).toEqual([step.kind, id])
  }
  expect(closed).not.toBe(id)
  expect(plays()).toMatchObject({ bot: 'bot:1@1' })
})

test('a tournament is started, paused and played once', async () => {
  await using hall = openHall(newFolder())
  const { tournaments, store } = hall
  const id = hall.hold({ entrants: ['house:first', 'house:random'] })
  must(tournaments.start(id))
  await hall.over(id)
  expect(store.tournamentMatches(id)).toHaveLength(1)
  const other = must(tournaments.create(CUP)).id
  must(tournaments.pause(other))
  const { last } = store
  must(tournaments.pause(other))
  expect(store.last).toBe(last)
})

test('followers hear of each step of its matches, and of no other match', async () => {
  await using hall = openHall(newFolder())
  const { tournaments, store, arena } = hall
  const ann = hall.register('ann')
  const id = hall.hold({ entrants: ['house:first', ann] })
  await hall.when(id, ({ schedule }) => schedule[0]?.status === 'playing')
  must(tournaments.pause(id))
  await store.settled()
  const heard: number[] = []
  tournaments.onChange((changed) => void heard.push(changed))
  const person = Number(ann.slice('player:'.length))
  must(
    arena.create({
      challenge: 'tic-tac-toe',
      players: [{ kind: 'http', name: 'ann', person }],
      origin: 'lobby',
    }),
  )
  await store.settled()
  await new Promise((done) => void setImmediate(done))
  expect(heard).toEqual([])
  arena.callOff(1, 'it was enough')
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual([id])
})

test('a match that is called again changes no table: what is shown is not worked out again', async () => {
  await using hall = openHall(newFolder())
  const { tournaments, store, arena } = hall
  const id = hall.hold({ entrants: ['house:first', hall.register('ann')] })
  await hall.when(id, ({ schedule }) => schedule[0]?.status === 'playing')
  const before = tournaments.summary(rowOf(hall, id))
  arena.callOff(1, 'the cable was out')
  await hall.when(id, () => store.tournamentMatches(id).length === 2)
  expect(tournaments.summary(rowOf(hall, id))).toBe(before)
})

test('a tournament whose results cannot be stored is reported, and stands still', async () => {
  await using hall = openHall(newFolder())
  const broken: Partial<Store> = {
    append(entry) {
      if (entry.kind === 'tournament-result') throw new Error('the disk is broken')
      return hall.store.append(entry)
    },
  }
  const store = Object.assign(Object.create(hall.store) as Store, broken)
  const failures: string[] = []
  await using tournaments = openTournaments({ ...hall.arena, store }, (id, error) => {
    failures.push(`${id}: ${messageOf(error)}`)
  })
  const { id } = must(tournaments.create({ ...CUP, entrants: ['house:first', 'house:random'] }))
  must(tournaments.start(id))
  await expect.poll(() => failures, { timeout: 60_000 }).toEqual([`${id}: the disk is broken`])
  expect(rowOf(hall, id).status).toBe('running')
})

test.each(['round-robin', 'swiss'])(
  'a decision opens the contest with and without the result, and no third time: %s',
  async (format) => {
    await using hall = openHall(newFolder())
    const id = hall.hold({ format, options: {}, entrants: [...HOUSE, 'house:baseline'] })
    const { schedule } = await hall.over(id)
    const last = schedule.at(-1)
    const begin = vi.spyOn(findFormat(format) as AnyFormat, 'begin')
    try {
      must(hall.tournaments.replay(id, { key: last?.key ?? '', ...WHY }))
      expect(begin).toHaveBeenCalledTimes(2)
    } finally {
      begin.mockRestore()
    }
    const again = (await hall.over(id)).schedule.find(({ key }) => key === last?.key)
    expect(again?.annulled).toMatchObject([{ match: last?.match, ...WHY }])
    const ruled = vi.spyOn(findFormat(format) as AnyFormat, 'begin')
    try {
      const decision = { key: last?.key ?? '', winner: last?.players[1], ...WHY }
      expect(must(hall.tournaments.rule(id, decision)).status).toBe('running')
      expect(ruled).toHaveBeenCalledTimes(2)
    } finally {
      ruled.mockRestore()
    }
    const shown = (await hall.over(id)).result.games.find(({ key }) => key === last?.key)
    expect(shown).toMatchObject({ winner: last?.players[1], ruled: WHY })
    expect(hall.failures).toEqual([])
  },
)

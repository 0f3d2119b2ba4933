import { expect, test } from 'vitest'
import { fail, must } from '../base/result.ts'
import { checkStore } from '../store/check.ts'
import { openStore } from '../store/open-store.ts'
import { rebuildStore } from '../store/rebuild.ts'
import type { TournamentRow } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { CUP, HOUSE, openHall, type Hall } from './hall.fixture.ts'

const newFolder = tempFolders()

/** The place of each entrant, how it got there, and why it is out. */
const table = ({ view }: Hall, id: number) =>
  view(id).result.standings.map(({ name, wins, losses, forfeits, out }) => ({
    name,
    wins,
    losses,
    forfeits,
    out,
  }))

/** Matches of the store that this one plays or has played. */
const matchesOf = ({ store }: Hall, name: string) =>
  store.matches({}, { limit: 100 }).filter(({ players }) => players.some((player) => player?.name === name))

test('who is withdrawn loses what it has not played, what it plays is called off, and the others go on', async () => {
  await using hall = openHall(newFolder())
  const id = hall.hold({ entrants: [...HOUSE, hall.register('ann')] })
  // All but the matches of ann and of her opponent.
  await hall.when(
    id,
    ({ schedule }) => schedule.filter(({ status }) => status === 'over').length === 1 && isCalled(schedule),
  )
  expect(must(hall.tournaments.withdraw(id, 'ann'))).toMatchObject({ status: 'running' })
  const { result, schedule } = await hall.over(id)
  expect(result.matches).toEqual({ played: 3, forfeited: 3, void: 0 })
  expect(table(hall, id).at(-1)).toEqual({
    name: 'ann',
    wins: 0,
    losses: 3,
    forfeits: 3,
    out: 'withdrawn from round 1 on',
  })
  expect(result.notes).toEqual(['ann was withdrawn from round 1 on: what it did not play is lost'])
  // She was called once, and never again.
  expect(matchesOf(hall, 'ann')).toMatchObject([
    { status: 'over', void: true, end: 'not counted: ann was withdrawn from the contest' },
  ])
  expect(schedule.every(({ status }) => status === 'over')).toBe(true)
  // Forfeits do not change ratings or statistics.
  expect(result.statistics.find(({ name }) => name === 'ann')).toMatchObject({ rounds: 0 })
  expect(result.ratings.find(({ name }) => name === 'ann')).toMatchObject({ rounds: 0 })
  expect(hall.store.tallies('tic-tac-toe', { limit: 9 })).toEqual([])
})

const isCalled = (schedule: ReturnType<Hall['view']>['schedule']): boolean =>
  schedule.some(({ status, players }) => status === 'playing' && players.includes('ann'))

test('the server is killed as somebody is withdrawn, and the table comes out as if it had not been', async () => {
  const tables = []
  for (const isClosed of [false, true]) {
    const folder = newFolder()
    let hall = openHall(folder)
    try {
      const id = hall.hold({
        entrants: [hall.register('ann'), ...HOUSE, 'house:baseline', hall.register('bob')],
      })
      await hall.when(id, ({ result }) => result.matches.played > 0)
      if (isClosed) {
        await hall[Symbol.asyncDispose]()
        // It was killed before anything came of it.
        const store = must(openStore(folder))
        store.append({ kind: 'entrant-withdrawn', tournament: id, entrant: 'ann', round: 2 })
        store[Symbol.dispose]()
        hall = openHall(folder)
      } else must(hall.tournaments.withdraw(id, 'ann'))
      const { store } = hall
      // The tournament still waits for bob, but no longer for ann.
      await hall.when(id, () => matchesOf(hall, 'ann').every(({ status }) => status === 'over'))
      expect(matchesOf(hall, 'ann').every((match) => match.void)).toBe(true)
      must(hall.tournaments.withdraw(id, 'bob'))
      await hall.over(id)
      expect(store.withdrawals(id).map(({ entrant }) => entrant)).toEqual(['ann', 'bob'])
      tables.push(table(hall, id))
    } finally {
      await hall[Symbol.asyncDispose]()
    }
    expect(must(checkStore(folder)).problems).toEqual([])
    expect(must(rebuildStore(folder)).same).toBe(true)
  }
  expect(tables[1]).toEqual(tables[0])
  expect(tables[0]?.map(({ name, forfeits }) => [name, forfeits]).toSorted()).toEqual([
    ['ann', 5],
    ['bob', 5],
    ['house:baseline', 2],
    ['house:first', 2],
    ['house:perfect', 2],
    ['house:random', 2],
  ])
})

test.each(['waiting', 'paused'])('who is withdrawn while it is %s is never called', async (status) => {
  await using hall = openHall(newFolder())
  const { id } = must(hall.tournaments.create({ ...CUP, entrants: [...HOUSE, hall.register('ann')] }))
  if (status === 'paused') must(hall.tournaments.pause(id))
  expect(must(hall.tournaments.withdraw(id, 'ann'))).toMatchObject({ status })
  expect(hall.view(id).schedule.filter(({ status }) => status === 'waiting')).toHaveLength(3)
  must(hall.tournaments.start(id))
  await hall.over(id)
  expect(matchesOf(hall, 'ann')).toEqual([])
  expect(table(hall, id).at(-1)).toMatchObject({ name: 'ann', losses: 3, out: 'withdrawn from round 1 on' })
})

test('in a knock-out the opponent goes on, and what it has won so far counts', async () => {
  await using hall = openHall(newFolder())
  const id = hall.hold({
    format: 'single-elimination',
    options: { thirdPlace: false },
    entrants: ['house:perfect', 'house:first', 'house:random', hall.register('ann')],
  })
  await hall.when(id, ({ result }) => result.matches.played === 1)
  must(hall.tournaments.withdraw(id, 'ann'))
  const { result } = await hall.over(id)
  expect(result.matches).toEqual({ played: 2, forfeited: 1, void: 0 })
  const [semiFinal] = result.bracket?.parts[0]?.rounds[0]?.ties ?? []
  expect(semiFinal).toMatchObject({ slots: [{ entrant: 'house:perfect' }, { entrant: 'ann' }], winner: 0 })
})

test('when all but one are withdrawn, the last is the winner', async () => {
  await using hall = openHall(newFolder())
  const id = hall.hold({ entrants: ['ann', 'bob', 'eve'].map((name) => hall.register(name)) })
  for (const name of ['bob', 'ann']) must(hall.tournaments.withdraw(id, name))
  const { result } = await hall.over(id)
  expect(result.standings[0]).toMatchObject({ name: 'eve', wins: 2 })
  // The match of two withdrawn entrants is lost by the one withdrawn first.
  expect(result.standings.map(({ name }) => name)).toEqual(['eve', 'ann', 'bob'])
})

test('who cannot be withdrawn is refused in one sentence, and nothing is logged', async () => {
  await using hall = openHall(newFolder())
  const { tournaments, store } = hall
  const { id } = must(tournaments.create({ ...CUP, entrants: [...HOUSE, hall.register('ann')] }))
  must(tournaments.withdraw(id, 'ann'))
  const played = hall.hold({})
  await hall.over(played)
  const refusals = [
    [77, 'ann', fail('unknown-tournament', 'There is no tournament 77')],
    [id, 'Ann', fail('unknown-entrant', `There is no entrant "Ann" in tournament ${id}`)],
    [id, 'ann', fail('withdrawn', 'Cannot withdraw "ann": it was withdrawn already')],
    [played, 'house:first', fail('tournament-over', `Tournament ${played} is over`)],
  ] as const
  for (const [tournament, entrant, refusal] of refusals)
    expect(tournaments.withdraw(tournament, entrant)).toEqual(refusal)
  expect([id, played].map((one) => store.withdrawals(one).length)).toEqual([1, 0])
})

test('of the marks that a judge gives an entrant the last one counts, also if it was changed and changed back', async () => {
  await using hall = openHall(newFolder())
  const { id } = must(
    hall.tournaments.create({
      ...CUP,
      challenge: 'boost-tron',
      entrants: ['house:baseline', 'house:random'],
    }),
  )
  const judged = () => hall.view(id).result.standings.find(({ name }) => name === 'house:random')?.judged
  for (const points of [12, 15, 12]) {
    must(hall.tournaments.mark(id, 'eve', 'house:random', points))
    expect(judged()).toBe(points)
  }
  must(hall.tournaments.mark(id, 'fay', 'house:random', 15))
  expect(judged()).toBe(13.5)
})

test('everybody who follows a tournament hears of it', async () => {
  await using hall = openHall(newFolder())
  const id = hall.hold({ entrants: [hall.register('ann'), hall.register('bob')] })
  const heard: TournamentRow['id'][] = []
  hall.tournaments.onChange((changed) => heard.push(changed))
  must(hall.tournaments.withdraw(id, 'ann'))
  await hall.store.settled()
  expect(heard).toContain(id)
})

test('who leaves one tournament plays on in another', async () => {
  await using hall = openHall(newFolder())
  const ann = hall.register('ann')
  const [left, stays] = [1, 2].map(() => hall.hold({ entrants: ['house:first', ann] }))
  if (left === undefined || stays === undefined) throw new Error('no tournaments')
  for (const id of [left, stays]) await hall.when(id, ({ schedule }) => schedule[0]?.status === 'playing')
  must(hall.tournaments.withdraw(left, 'ann'))
  await hall.over(left)
  expect(hall.view(stays).schedule).toMatchObject([{ match: 2, status: 'playing' }])
})

test('a match of two others goes on when somebody is withdrawn', async () => {
  await using hall = openHall(newFolder())
  const id = hall.hold({ entrants: ['ann', 'bob', 'eve', 'fay'].map((name) => hall.register(name)) })
  await hall.when(id, () => [1, 2].every((match) => hall.store.match(match)?.status === 'playing'))
  const name = hall.store.match(1)?.players[0].name ?? ''
  must(hall.tournaments.withdraw(id, name))
  await hall.when(id, () => hall.store.match(1)?.status === 'over')
  await hall.store.settled()
  expect(hall.store.match(2)?.status).toBe('playing')
})

test('a tournament under other rules is reported and not played, and every change of it is refused', async () => {
  const folder = newFolder()
  {
    await using hall = openHall(folder)
    const { id } = must(hall.tournaments.create(CUP))
    const header = { ...hall.store.tournament(id)?.header, version: 999 }
    hall.store.append({
      kind: 'tournament-created',
      tournament: 2,
      name: 'Old',
      challenge: CUP.challenge,
      header,
    })
    hall.store.append({ kind: 'tournament-moved', tournament: 2, status: 'running' })
  }
  await using hall = openHall(folder)
  const { tournaments, store } = hall
  expect(hall.failures).toEqual([expect.stringMatching(/^2: ./)])
  const { last } = store
  const decision = { key: 'x', reason: 'y', by: 'Eve' }
  for (const refused of [
    tournaments.plan(2, { atOnce: 1 }),
    tournaments.replay(2, decision),
    tournaments.withdraw(2, 'house:first'),
    tournaments.mark(2, 'eve', 'house:first', 1),
  ])
    expect(refused.ok).toBe(false)
  expect(store.last).toBe(last)
})

test('what is wrong with a tournament is said when it is made, and nothing is stored', async () => {
  await using hall = openHall(newFolder())
  const { last } = hall.store
  expect(hall.tournaments.create({ ...CUP, challenge: 'chess' })).toMatchObject({
    problem: { code: 'unknown-challenge' },
  })
  expect(hall.store.last).toBe(last)
})

test('the results of a tournament are in the table as soon as followers hear of them', async () => {
  await using hall = openHall(newFolder())
  const { tournaments, store } = hall
  const seen = new Set<number>()
  tournaments.onChange((id) => {
    const row = store.tournament(id)
    if (row) seen.add(tournaments.summary(row).played)
  })
  const id = hall.hold({})
  await hall.over(id)
  await store.settled()
  expect([...seen].toSorted()).toEqual([0, 1, 2, 3])
})

test('after the end no follower hears of a match or of an upload', async () => {
  const hall = openHall(newFolder())
  const { tournaments, store, arena } = hall
  const { id } = must(tournaments.create({ ...CUP, entry: { state: 'open' } }))
  const ann = hall.register('ann')
  const person = Number(ann.slice('player:'.length))
  const running = hall.hold({ entrants: ['house:first', ann] })
  await hall.when(running, ({ schedule }) => schedule[0]?.status === 'playing')
  await store.settled()
  const heard: number[] = []
  tournaments.onChange((changed) => void heard.push(changed))
  await tournaments[Symbol.asyncDispose]()
  store.append({ kind: 'bot-registered', bot: 1, person, challenge: 'tic-tac-toe', name: 'x' })
  arena.callOff(1, 'it was enough')
  await arena[Symbol.asyncDispose]()
  await store.settled()
  expect([id, heard]).toEqual([1, []])
  store[Symbol.dispose]()
})

test('an SPRT of two teams can start', async () => {
  await using hall = openHall(newFolder())
  const entrants = [hall.register('ann'), hall.register('bob')]
  const { id } = must(hall.tournaments.create({ ...CUP, format: 'sprt', options: {}, entrants }))
  expect(must(hall.tournaments.start(id)).status).toBe('running')
})

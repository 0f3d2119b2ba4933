import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { openDesks } from '../protocols/desk.ts'
import { openStore } from '../store/open-store.ts'
import { rebuildStore } from '../store/rebuild.ts'
import type { Store, TournamentRow } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { openArena } from './arena.ts'
import type { NewTournament } from './new-tournament.ts'
import { registerPerson } from './people.ts'
import { openPresence } from './presence.ts'
import { openTournaments } from './tournaments.ts'

const newFolder = tempFolders()

/** A contest that teams can join, in a store whose bots need no program. */
function openContest(more: Partial<NewTournament> = {}, folder = newFolder()) {
  const store = must(openStore(folder))
  const desks = openDesks()
  const arena = openArena({
    store,
    seating: {
      locateBot() {
        throw new Error('no bot is started here')
      },
      seatRemote: (player, seat) => desks.seat(player, seat),
    },
  })
  const presence = openPresence()
  const tournaments = openTournaments(arena, undefined, presence)
  const { entry } = tournaments
  if (!store.tournament(1)) must(tournaments.create({ ...CUP, ...more }))
  const row = (): TournamentRow => {
    const found = store.tournament(1)
    if (!found) throw new Error('there is no contest')
    return found
  }
  return {
    folder,
    store,
    presence,
    tournaments,
    entry,
    row,
    entrants: () => row().header['entrants'],
    /** A new team joins, and gives its id. */
    join: (name: string): number => must(entry.join(row(), { name }, 0)).person.id,
    /** Versions of a bot, in the order in which they were uploaded, as they were judged. */
    bot(person: number, judged: readonly (boolean | undefined)[], challenge = CUP.challenge): number {
      const bot = store.nextBot()
      store.append({ kind: 'bot-registered', bot, person, challenge, name: `bot ${bot}` })
      for (const passed of judged) addVersion(store, bot, passed)
      return bot
    },
    add: (bot: number, passed?: boolean) => addVersion(store, bot, passed),
    async [Symbol.asyncDispose]() {
      await tournaments[Symbol.asyncDispose]()
      await arena[Symbol.asyncDispose]()
      store[Symbol.dispose]()
    },
  }
}

function addVersion(store: Store, bot: number, passed: boolean | undefined): void {
  const version = store.versions(bot).length + 1
  store.append({ kind: 'version-added', bot, version, source: { kind: 'program', command: 'true' } })
  if (passed !== undefined)
    store.append({ kind: 'version-judged', bot, version, passed, report: 'It crashed\nat line 5' })
}

const CUP: NewTournament = {
  name: 'Cup',
  challenge: 'tic-tac-toe',
  format: 'round-robin',
  options: { games: 1 },
  entrants: [],
  seed: 5,
  entry: { state: 'open' },
}

test('teams stand in a contest as they join, and the start fixes what plays for them', async () => {
  await using contest = openContest({ entrants: ['house:random'] })
  const { entry, tournaments, row, entrants } = contest
  const [ann, bob, cleo] = [contest.join('Ann'), contest.join('Bob'), contest.join('Cleo')]
  expect(tournaments.summary(row())).toMatchObject({ entrants: 4, played: 0 })
  const old = contest.bot(ann, [true])
  const newer = contest.bot(ann, [true, true, false])
  contest.bot(ann, [true], 'quoridor')
  must(entry.choose(row(), bob, 'wire'))
  must(entry.choose(row(), cleo, `bot:${contest.bot(cleo, [true])}`))
  contest.bot(cleo, [true])
  must(tournaments.start(1))
  const fixed = [
    { name: 'house:random', bot: 'house:random' },
    { name: 'Ann', bot: `bot:${newer}@2` },
    { name: 'Bob', bot: `player:${bob}` },
    { name: 'Cleo', bot: `bot:${newer + 2}@1` },
  ]
  expect(entrants()).toEqual(fixed)
  // A player over a wire gets the time to show up.
  expect(row().header['rules']).toMatchObject({ startUpMs: 120_000 })
  contest.add(newer, true)
  expect(entry.choose(row(), ann, `bot:${old}`)).toMatchObject({ problem: { code: 'entry-closed' } })
  must(tournaments.pause(1))
  must(tournaments.start(1))
  expect(entrants()).toEqual(fixed)
})

test('what the start fixed is the same after a restart, and when the store is worked out again', async () => {
  const folder = newFolder()
  let fixed: unknown
  {
    await using contest = openContest({}, folder)
    for (const name of ['Ann', 'Bob']) contest.bot(contest.join(name), [true, true])
    must(contest.tournaments.start(1))
    must(contest.tournaments.pause(1))
    fixed = contest.entrants()
    expect(fixed).toHaveLength(2)
  }
  expect(must(rebuildStore(folder))).toMatchObject({ same: true })
  await using contest = openContest({}, folder)
  contest.add(1, true)
  must(contest.tournaments.start(1))
  expect(contest.entrants()).toEqual(fixed)
})

test('the bots that the organiser entered play the version of the start', async () => {
  await using contest = openContest({ entrants: ['house:random', 'house:first'] })
  const { store, tournaments } = contest
  const team = must(registerPerson(store, 'Dora', 'player'))
  const bot = contest.bot(team.id, [true])
  const { id } = must(
    tournaments.create({ ...CUP, entrants: ['house:random', `bot:${bot}`], entry: { state: 'closed' } }),
  )
  contest.add(bot, true)
  must(tournaments.start(id))
  expect(store.tournament(id)?.header['entrants']).toMatchObject([{}, { bot: `bot:${bot}@2` }])
})

test('the start names the teams for which nothing can play; they are left out, or play over a wire', async () => {
  const begin = async (unready: 'leave-out' | 'by-wire') => {
    await using contest = openContest({ entrants: ['house:random'] })
    const { tournaments, row } = contest
    contest.bot(contest.join('Ann'), [true])
    contest.bot(contest.join('Bob'), [false])
    contest.bot(contest.join('Cleo'), [undefined])
    const here = contest.join('Dora')
    contest.presence.note(here, 'turns', Date.now())
    expect(tournaments.start(1, 'ask')).toMatchObject({
      problem: {
        code: 'teams-not-ready',
        message: expect.stringContaining('nothing can play for Bob, Cleo:'),
      },
    })
    expect(row().status).toBe('waiting')
    must(tournaments.start(1, unready))
    return contest.entrants()
  }
  const ready = [{}, { name: 'Ann', bot: 'bot:1@1' }]
  expect(await begin('leave-out')).toMatchObject([...ready, { name: 'Dora' }])
  expect(await begin('by-wire')).toMatchObject([
    ...ready,
    { name: 'Bob', bot: 'player:1002' },
    { name: 'Cleo', bot: 'player:1003' },
    { name: 'Dora', bot: 'player:1004' },
  ])
})

test('a contest of fewer than two does not start, and stays open', async () => {
  await using contest = openContest()
  contest.bot(contest.join('Ann'), [true])
  expect(contest.tournaments.start(1)).toMatchObject({ problem: { code: 'bad-entrants' } })
  expect(contest.entry.stateOf(contest.row(), 0).state).toBe('open')
})

test('a team is in a contest once, also if the organiser entered it', async () => {
  await using contest = openContest()
  const { store, entry, row, tournaments } = contest
  const ann = must(registerPerson(store, 'Ann', 'player'))
  const { id } = must(tournaments.create({ ...CUP, entrants: [`player:${ann.id}`, 'house:random'] }))
  const cup = (): TournamentRow => store.tournament(id) ?? row()
  expect(must(entry.join(cup(), { team: ann }, 0))).toMatchObject({ state: 'in', isNew: false })
  expect(store.entryTeams(id)).toEqual([])
  must(entry.join(row(), { team: ann, members: ' Ann,  Bo ' }, 0))
  must(entry.join(row(), { team: ann }, 0))
  expect(store.entryTeams(1)).toMatchObject([{ person: ann.id, members: 'Ann, Bo' }])
})

test('entry by approval: a team asks, the organiser decides, and a refused team stays out', async () => {
  await using contest = openContest({
    entrants: ['house:random', 'house:first'],
    entry: { state: 'approval' },
  })
  const { entry, row, tournaments, store } = contest
  const [ann, bob] = [contest.join('Ann'), contest.join('Bob')]
  expect(entry.standing(row(), ann)).toBe('asked')
  expect(tournaments.summary(row()).entrants).toBe(2)
  must(entry.decide(row(), ann, 'in'))
  must(entry.decide(row(), bob, 'refused'))
  expect(tournaments.summary(row()).entrants).toBe(3)
  const team = store.person(bob)
  if (!team) throw new Error('Bob is gone')
  expect(entry.join(row(), { team }, 0)).toMatchObject({ problem: { code: 'entry-refused' } })
  expect(entry.leave(row(), bob, 0, 'team')).toMatchObject({ problem: { code: 'entry-refused' } })
  must(entry.leave(row(), ann, 0, 'team'))
  expect(tournaments.summary(row()).entrants).toBe(2)
  must(entry.decide(row(), ann, 'in'))
  must(tournaments.start(1))
  expect(contest.entrants()).toMatchObject([{}, {}, { name: 'Ann', bot: `player:${ann}` }])
})

test('entry closes by the clock, and a closed contest takes no team and lets none go', async () => {
  await using contest = openContest({ entry: { state: 'open', closes: 5000 } })
  const { entry, row } = contest
  const ann = must(entry.join(row(), { name: 'Ann' }, 4999)).person.id
  const closed = { problem: { code: 'entry-closed' } }
  expect(entry.join(row(), { name: 'Bob' }, 5000)).toMatchObject(closed)
  expect(contest.store.personNamed('Bob')).toBeUndefined()
  expect(entry.leave(row(), ann, 5000, 'team')).toMatchObject(closed)
  expect(entry.stateOf(row(), 5000)).toEqual({ state: 'closed', closes: 5000, code: undefined })
  must(entry.set(row(), { state: 'open', closes: 9000 }))
  must(entry.join(row(), { name: 'Bob' }, 8999))
})

test('a join code is short, is typed in any case, stays when the terms change, and ends when another is drawn', async () => {
  await using contest = openContest()
  const { entry, row } = contest
  const code = entry.stateOf(row(), 0).code ?? ''
  expect(code).toMatch(/^[2-9a-hjkmnp-z]{6}$/)
  expect(must(entry.withCode(` ${code.slice(0, 3).toUpperCase()}-${code.slice(3)} `)).id).toBe(1)
  must(entry.set(row(), { state: 'approval' }))
  expect(entry.stateOf(row(), 0).code).toBe(code)
  must(entry.set(row(), { state: 'open', newCode: true }))
  expect(entry.withCode(code)).toMatchObject({ problem: { code: 'unknown-code' } })
})

test('what cannot be: no SPRT to join, no contest of nobody without entry, no bot of another team', async () => {
  await using contest = openContest()
  const { tournaments, entry, row } = contest
  const pair = ['house:random', 'house:first']
  expect(tournaments.create({ ...CUP, format: 'sprt', entrants: pair })).toMatchObject({
    problem: { code: 'bad-tournament', at: 'entry' },
  })
  expect(tournaments.create({ ...CUP, entry: { state: 'closed' } })).toMatchObject({
    problem: { code: 'bad-entrants' },
  })
  const [ann, bob] = [contest.join('Ann'), contest.join('Bob')]
  const bot = contest.bot(bob, [true])
  for (const [plays, code] of [
    [`bot:${bot}`, 'not-your-bot'],
    ['house:random', 'bad-player'],
    [`bot:${contest.bot(ann, [true], 'quoridor')}`, 'other-challenge'],
  ] as const)
    expect(entry.choose(row(), ann, plays)).toMatchObject({ problem: { code } })
  expect(entry.choose(row(), 1, 'wire')).toMatchObject({ problem: { code: 'not-joined' } })
})

test('readiness says who is there, what would play, and what is wrong with the newest version', async () => {
  await using contest = openContest({ entrants: ['house:random'] })
  const { entry, row, presence } = contest
  const [ann, bob] = [contest.join('Ann'), contest.join('Bob')]
  const bot = contest.bot(ann, [true, false])
  presence.note(bob, 'turns', 1_000_000)
  const seen = entry.readiness(row(), 1_059_999)
  expect(seen).toMatchObject([
    { person: undefined, name: 'house:random', plays: 'house:random', state: 'in' },
    { person: ann, plays: `bot:${bot}@1`, bot: { version: { version: 2, status: 'failed' } } },
    { person: bob, plays: `player:${bob}`, wire: 'turns', bot: undefined },
  ])
  expect(entry.readiness(row(), 1_060_000)[2]).toMatchObject({ wire: undefined, plays: undefined })
})

import { expect, test, vi } from 'vitest'
import { must } from '../base/result.ts'
import { rebuildStore } from '../store/rebuild.ts'
import type { PersonRow, Store, TournamentRow } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { fixEntrants, specNow } from './entry-entrants.ts'
import type { NewTournament } from './new-tournament.ts'
import { registerPerson } from './people.ts'
import { openPresence } from './presence.ts'
import { testArenas } from './test-arena.fixture.ts'
import { openTournaments } from './tournaments.ts'

const newFolder = tempFolders()
const openTest = testArenas()

/** A contest that teams can join, in a store whose bots need no program. */
function openContest(more: Partial<NewTournament> = {}, folder = newFolder()) {
  const { store, arena, ...rest } = openTest({}, folder)
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
      await rest[Symbol.asyncDispose]()
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

test('a team that joined a contest has the same name in the one that the best play on in', async () => {
  await using contest = openContest({ entrants: ['house:random'] })
  const { store, tournaments } = contest
  const ann = contest.bot(contest.join('Ann'), [true])
  const dora = contest.bot(must(registerPerson(store, 'Dora', 'player')).id, [true])
  must(tournaments.start(1))
  contest.add(ann, true)
  const entrants = ['house:random', `bot:${ann}`, `bot:${dora}`]
  const finals: NewTournament = { ...CUP, entrants, entry: { state: 'closed' } }
  const namesIn = (wanted: NewTournament) => {
    const { id } = must(tournaments.create(wanted))
    must(tournaments.start(id))
    return store.tournament(id)?.header['entrants']
  }
  expect(namesIn({ ...finals, after: 1 })).toEqual([
    { name: 'house:random', bot: 'house:random' },
    { name: 'Ann', bot: `bot:${ann}@2` },
    { name: 'Dora · bot 2', bot: `bot:${dora}@1` },
  ])
  expect(namesIn(finals)).toMatchObject([{}, { name: 'Ann · bot 1' }, {}])
  expect(namesIn({ ...finals, entrants: ['house:random', `bot:${ann}@1`], after: 1 })).toMatchObject([
    {},
    { name: 'Ann', bot: `bot:${ann}@1` },
  ])
  expect(tournaments.create({ ...finals, after: 9 })).toMatchObject({
    problem: { code: 'unknown-tournament', at: 'after' },
  })
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
  expect(contest.tournaments.start(1)).toMatchObject({
    problem: {
      code: 'bad-entrants',
      message: expect.stringMatching(/^Cannot start with [01] of the entrants: expected at least 2$/),
    },
  })
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

const problem = (code: string, message?: string) => ({
  problem: { code, ...(message !== undefined && { message }) },
})

test('a contest takes a thousand entrants: more cannot join, and more that asked are not let in', async () => {
  await using contest = openContest({ entry: { state: 'approval' } })
  const { entry, row, store } = contest
  const last = must(registerPerson(store, 'the last', 'player'))
  for (let count = 0; count < 999; count++) {
    const person = store.nextPerson()
    store.append({ kind: 'person-registered', person, name: `team ${count}`, role: 'player' })
    store.append({ kind: 'team-joined', tournament: 1, person, state: 'in' })
  }
  must(entry.join(row(), { team: last }, 0))
  const late = contest.join('late')
  must(entry.set(row(), { state: 'open' }))
  expect([last.id, late].map((person) => entry.standing(row(), person))).toEqual(['in', 'asked'])
  expect(entry.join(row(), { name: 'too late' }, 0)).toMatchObject(
    problem('entry-closed', 'Cannot join: the contest has 1000 entrants already'),
  )
  expect(store.personNamed('too late')).toBeUndefined()
})

test('the organiser cannot let in more than a thousand either, asked or not', async () => {
  await using contest = openContest({ entry: { state: 'approval' }, entrants: ['house:random'] })
  const { entry, row, store } = contest
  const [asked, later, last] = ['asked', 'later', 'last'].map(contest.join) as [number, number, number]
  const { id: other } = must(registerPerson(store, 'other', 'player'))
  const teams = Array.from({ length: 999 }, (_, count) => {
    const person = store.nextPerson()
    store.append({ kind: 'person-registered', person, name: `team ${count}`, role: 'player' })
    store.append({ kind: 'team-joined', tournament: 1, person, state: 'in' })
    return person
  })
  const full = problem('entry-closed', 'Cannot let the team in: the contest has 1000 entrants already')
  for (const late of [asked, other]) expect(entry.decide(row(), late, 'in')).toMatchObject(full)
  expect([asked, other].map((late) => entry.standing(row(), late))).toEqual(['asked', undefined])
  const [first = 0, second = 0] = teams
  must(entry.decide(row(), first, 'in'))
  must(entry.decide(row(), second, 'refused'))
  must(entry.decide(row(), asked, 'in'))

  // An older gamegrid let in one more.
  store.append({ kind: 'team-joined', tournament: 1, person: other, state: 'in' })
  must(entry.set(row(), { state: 'open' }))
  expect([later, last].map((late) => entry.standing(row(), late))).toEqual(['asked', 'asked'])
})

// The arena stands still meanwhile.
test('a join link that another contest has is not drawn again', async () => {
  await using contest = openContest({ entry: { state: 'open' } })
  const { entry, row, store } = contest
  const taken = vi.spyOn(store, 'entryWithCode').mockReturnValueOnce(store.entryTerms(1))
  must(entry.set(row(), { state: 'open', newCode: true }))
  const drawn = taken.mock.calls.map(([code]) => code)
  expect(drawn).toHaveLength(2)
  expect(store.entryTerms(1)?.code).toBe(drawn[1])
})

test('all teams that asked are let in with a few reads of the list of teams, however many they are', async () => {
  await using contest = openContest({ entry: { state: 'approval' } })
  const { entry, row, store } = contest
  for (let team = 0; team < 20; team++) contest.join(`Team ${team}`)
  const reads = vi.spyOn(store, 'entryTeams')
  must(entry.set(row(), { state: 'open' }))
  expect(reads.mock.calls.length).toBeLessThan(5)
  expect(store.entryTeams(1).filter(({ state }) => state === 'in')).toHaveLength(20)
})

test('readiness reads no version but the newest of each bot: each has the log of its build', async () => {
  await using contest = openContest()
  const bot = contest.bot(contest.join('Ann'), [true, false])
  const versions = vi.spyOn(contest.store, 'versions')
  expect(contest.entry.readiness(contest.row(), 0)).toMatchObject([
    { bot: { id: bot, version: { version: 2, status: 'failed' } } },
  ])
  expect(versions).not.toHaveBeenCalled()
})

test('once a contest has begun, who plays in it does not change', async () => {
  await using contest = openContest({ entrants: ['house:random', 'house:first'] })
  const { entry, row, tournaments } = contest
  const ann = contest.join('Ann')
  contest.bot(ann, [true])
  must(tournaments.start(1))
  const begun = problem('entry-closed', 'Cannot change who plays in Cup: it has begun')
  expect(entry.set(row(), { state: 'open' })).toMatchObject(begun)
  for (const by of ['team', 'organiser'] as const) expect(entry.leave(row(), ann, 0, by)).toMatchObject(begun)
  for (const decision of ['in', 'refused'] as const)
    expect(entry.decide(row(), ann, decision)).toMatchObject(begun)
  expect(entry.choose(row(), ann, 'wire')).toMatchObject(begun)
  expect(entry.join(row(), { name: 'Bob' }, 0)).toMatchObject(
    problem('entry-closed', 'Entry to Cup is closed: ask the organiser'),
  )
})

test('the organiser takes teams out and lets any team in, also while entry is closed', async () => {
  await using contest = openContest({ entry: { state: 'open', closes: 10 } })
  const { entry, row, store } = contest
  const ann = contest.join('Ann')
  expect(entry.leave(row(), ann, 99, 'team')).toMatchObject(problem('entry-closed'))
  must(entry.leave(row(), ann, 99, 'organiser'))
  expect(entry.standing(row(), ann)).toBeUndefined()
  expect(entry.leave(row(), ann, 0, 'organiser')).toMatchObject(
    problem('not-joined', `Team ${ann} has not joined this contest`),
  )
  const bob = must(registerPerson(store, 'Bob', 'player'))
  const olga = must(registerPerson(store, 'Olga', 'organiser'))
  expect(entry.decide(row(), bob.id, 'refused')).toMatchObject(problem('not-joined'))
  for (const nobody of [olga.id, 9999])
    expect(entry.decide(row(), nobody, 'in')).toMatchObject(problem('not-joined'))
  must(entry.decide(row(), bob.id, 'in'))
  must(entry.decide(row(), bob.id, 'in'))
  expect(store.entryTeams(1)).toMatchObject([{ person: bob.id, state: 'in' }])
  must(entry.decide(row(), bob.id, 'refused'))
  // The organiser takes a refused team out; it can ask again then.
  must(entry.leave(row(), bob.id, 0, 'organiser'))
  expect(entry.join(row(), { team: olga }, 0)).toMatchObject(
    problem('forbidden', 'Cannot join as the organiser: sign in as a team'),
  )
  must(entry.join(row(), { team: bob }, 0))
})

test('a contest without terms of entry is closed and has no code', async () => {
  await using contest = openContest({ entrants: ['house:random', 'house:first'] })
  const { tournaments, entry, store } = contest
  const { entry: _open, ...closed } = CUP
  const { id } = must(tournaments.create({ ...closed, entrants: ['house:random', 'house:first'] }))
  const row = store.tournament(id)
  if (!row) throw new Error('there is no contest')
  expect(entry.stateOf(row, 0)).toEqual({ state: 'closed', closes: undefined, code: undefined })
  expect(entry.join(row, { name: 'Ann' }, 0)).toMatchObject(problem('entry-closed'))
  expect(entry.withCode('zzzzzz')).toMatchObject(
    problem(
      'unknown-code',
      'There is no contest with the code "zzzzzz": read it again, or ask for the new link',
    ),
  )
  expect(entry.set(row, { state: 'open', closes: 77 }).ok).toBe(true)
  expect(entry.stateOf(row, 0)).toMatchObject({ state: 'open', closes: 77, code: expect.any(String) })
})

test('the members of a team are one line of at most 200 letters, and a name that is taken registers nobody', async () => {
  await using contest = openContest()
  const { entry, row, store } = contest
  expect(entry.join(row(), { name: 'Ann', members: 'x'.repeat(201) }, 0)).toMatchObject({
    problem: { code: 'bad-name', at: 'members', message: expect.stringContaining('at most 200 letters') },
  })
  expect(store.personNamed('Ann')).toBeUndefined()
  const { isNew, state } = must(entry.join(row(), { name: 'Ann', members: `\n${'x'.repeat(200)} ` }, 0))
  expect([isNew, state]).toEqual([true, 'in'])
  expect(store.entryTeams(1)[0]?.members).toBe('x'.repeat(200))
  expect(entry.join(row(), { name: 'ann' }, 0)).toMatchObject(problem('name-taken'))
  must(entry.join(row(), { name: 'Bob', members: '  ' }, 0))
  expect(store.entryTeams(1)[1]?.members).toBeUndefined()
})

test('two entrants of one name are told apart, and a bot of the organiser is in for its team', async () => {
  await using contest = openContest()
  const { store, entry, tournaments } = contest
  const [ann, bob] = ['Ann', 'Bob'].map((name) => must(registerPerson(store, name, 'player'))) as [
    PersonRow,
    PersonRow,
  ]
  const bot = contest.bot(bob.id, [true])
  store.append({ kind: 'person-registered', person: store.nextPerson(), name: 'Cid', role: 'player' })
  const { id } = must(tournaments.create({ ...CUP, entrants: [`bot:${bot}`, 'house:random'] }))
  const row = (): TournamentRow => store.tournament(id) ?? contest.row()
  expect(entry.standing(row(), bob.id)).toBe('in')
  expect(entry.standing(row(), ann.id)).toBeUndefined()
  must(entry.join(row(), { team: ann }, 0))
  must(tournaments.start(id, 'by-wire'))
  expect(row().header['entrants']).toMatchObject([
    { bot: `bot:${bot}@1` },
    { name: 'house:random' },
    { name: 'Ann', bot: `player:${ann.id}` },
  ])
})

test('a team plays with the bot that it uploaded last, or the one that it chose', async () => {
  await using contest = openContest({ entrants: ['house:random'] })
  const { entry, row } = contest
  const ann = contest.join('Ann')
  const [one, two] = [contest.bot(ann, [true]), contest.bot(ann, [true])]
  const plays = () => entry.readiness(row(), 0).find(({ person }) => person === ann)
  expect(plays()).toMatchObject({ plays: `bot:${two}@1`, choice: undefined, bot: { id: two, name: 'bot 2' } })
  contest.add(one, true)
  expect(plays()).toMatchObject({ plays: `bot:${one}@2`, bot: { id: one, version: { version: 2 } } })
  must(entry.choose(row(), ann, `bot:${two}`))
  expect(plays()).toMatchObject({ plays: `bot:${two}@1`, choice: `bot:${two}`, bot: { id: two } })
  must(entry.choose(row(), ann, 'wire'))
  expect(plays()).toMatchObject({ plays: `player:${ann}`, choice: 'wire', bot: undefined })
  must(entry.choose(row(), ann, undefined))
  expect(plays()).toMatchObject({ plays: `bot:${one}@2`, choice: undefined })
  for (const wrong of ['bot:', 'bot:x', `bot:${one}@1`, `a bot:${one}`, 'bot:1234567890123'])
    expect(entry.choose(row(), ann, wrong)).toMatchObject({
      problem: { code: 'bad-player', message: expect.stringContaining('expected bot:ID or wire') },
    })
})

test('a chosen bot that cannot play is not replaced by a wire, though its team is there', async () => {
  await using contest = openContest({ entrants: ['house:random'] })
  const { entry, row, presence, tournaments } = contest
  const ann = contest.join('Ann')
  must(entry.choose(row(), ann, `bot:${contest.bot(ann, [false])}`))
  presence.note(ann, 'turns', Date.now())
  expect(entry.readiness(row(), Date.now())[1]).toMatchObject({ plays: undefined, wire: 'turns' })
  expect(tournaments.start(1, 'ask')).toMatchObject({
    problem: {
      code: 'teams-not-ready',
      message: 'Cannot start yet: nothing can play for Ann: leave it out, or let it play over a wire',
    },
  })
})

test('readiness tells when a team was last heard of, its members, and where it stands', async () => {
  await using contest = openContest({
    entrants: ['house:random', 'house:first'],
    entry: { state: 'approval' },
  })
  const { entry, row, presence, store, tournaments } = contest
  must(entry.join(row(), { name: 'Ann', members: 'Ann, Bo' }, 0))
  const ann = store.personNamed('Ann')?.id ?? 0
  const joined = store.entryTeams(1)[0]?.joined ?? 0
  const [, , seen] = entry.readiness(row(), 0)
  expect(seen).toMatchObject({ name: 'Ann', state: 'asked', members: 'Ann, Bo', joined, lastSeen: joined })
  presence.note(ann, undefined, joined + 5)
  expect(entry.readiness(row(), joined + 5)[2]).toMatchObject({ lastSeen: joined + 5, wire: undefined })
  // It is still the latest time that counts.
  presence.note(ann, undefined, joined - 5)
  expect(entry.readiness(row(), joined)[2]?.lastSeen).toBe(joined)
  expect(entry.readiness(row(), 0)[0]).toMatchObject({
    joined: undefined,
    members: undefined,
    lastSeen: undefined,
  })
  must(entry.decide(row(), ann, 'in'))
  const bot = contest.bot(ann, [true, true])
  must(tournaments.start(1))
  // A contest that runs shows its entrants with the versions that play.
  contest.add(bot, true)
  expect(entry.readiness(row(), 0)).toMatchObject([
    { person: undefined },
    { person: undefined },
    { person: ann, plays: `bot:${bot}@2`, joined, bot: { id: bot, version: { version: 2 } } },
  ])
})

test('an SPRT compares two bots, and the teams that wait cannot make it more', async () => {
  await using contest = openContest({ entrants: ['house:random', 'house:first'] })
  const { tournaments, entry, store } = contest
  const { entry: _open, options: _options, ...rest } = CUP
  const { id } = must(
    tournaments.create({ ...rest, format: 'sprt', entrants: ['house:random', 'house:first'] }),
  )
  const row = (): TournamentRow => store.tournament(id) ?? contest.row()
  expect(entry.set(row(), { state: 'open' })).toMatchObject(
    problem('bad-tournament', 'Cannot let teams join an SPRT: it compares two bots'),
  )
  must(entry.set(row(), { state: 'closed' }))
  const ann = must(registerPerson(store, 'Ann', 'player'))
  contest.bot(ann.id, [true])
  must(entry.decide(row(), ann.id, 'in'))
  expect(tournaments.start(id)).toMatchObject(
    problem('bad-entrants', 'Cannot test 3 bots: an SPRT compares two'),
  )
})

test('while a contest waits, its teams are entrants with what would play for them; after the start its header decides', async () => {
  await using contest = openContest({ entrants: ['house:random', 'house:first'] })
  const { row, store, tournaments, presence } = contest
  const [ann, bob] = [contest.join('Ann'), contest.join('Bob')]
  contest.bot(ann, [true])
  contest.bot(ann, [false])
  presence.note(bob, 'turns', Date.now())
  const entrants = () => must(specNow(row(), store)).entrants
  const house = [
    { name: 'house:random', bot: 'house:random' },
    { name: 'house:first', bot: 'house:first' },
  ]
  const played = [...house, { name: 'Ann', bot: 'bot:1@1' }]
  expect(entrants()).toEqual([...played, { name: 'Bob', bot: `player:${bob}` }])
  presence.miss(bob)
  must(tournaments.start(1, 'leave-out'))
  expect(entrants()).toEqual(played)
  expect(contest.entry.readiness(row(), 0).map(({ name }) => name)).toEqual(played.map(({ name }) => name))
})

test('the start changes the header only if that changes who plays', async () => {
  await using contest = openContest({ entrants: ['house:random', 'house:first'] })
  const { row, store } = contest
  const fixed = (isConnected: boolean) => must(fixEntrants(row(), store, () => isConnected, 'ask'))
  expect(fixed(false)).toBeUndefined()
  const ann = contest.join('Ann')
  expect(fixed(true)?.['entrants']).toMatchObject([{}, {}, { bot: `player:${ann}` }])
  expect(fixed(true)?.['rules']).toMatchObject({ startUpMs: 120_000 })
  for (let count = 0; count < 10; count++) contest.bot(ann, [true])
  // Of bots that were uploaded at the same time, the newest.
  expect(fixed(false)?.['entrants']).toMatchObject([{}, {}, { bot: expect.stringMatching(/^bot:\d+@1$/) }])
  expect(fixed(false)?.['rules']).not.toMatchObject({ startUpMs: 120_000 })
})

test('the organiser enters a bot or one of its versions, and the name of a team may be taken by a bot', async () => {
  await using contest = openContest()
  const { store, tournaments } = contest
  const bob = must(registerPerson(store, 'Bob', 'player')).id
  for (let count = 0; count < 12; count++) contest.bot(bob, [true, true])
  const { id } = must(tournaments.create({ ...CUP, entrants: ['bot:12', 'bot:11@1'] }))
  const row = (): TournamentRow => store.tournament(id) ?? contest.row()
  const twin = must(contest.entry.join(row(), { name: 'Bob · bot 12' }, 0)).person.id
  // Bob is in already, by his bots.
  store.append({ kind: 'team-joined', tournament: id, person: bob, state: 'in' })
  const header = must(fixEntrants(row(), store, () => true, 'ask'))
  expect(header?.['entrants']).toMatchObject([
    { name: 'Bob · bot 12', bot: 'bot:12@2' },
    { bot: 'bot:11@1' },
    { name: `Bob · bot 12 (player:${twin})`, bot: `player:${twin}` },
  ])
  expect(contest.entry.readiness(row(), 0).map(({ name, person }) => [name, person])).toEqual([
    ['Bob · bot 12', bob],
    ['Bob · bot 11 v1', bob],
    [`Bob · bot 12 (player:${twin})`, twin],
  ])
  must(contest.entry.join(row(), { name: 'Cid' }, 0))
  expect(fixEntrants(row(), store, () => false, 'ask')).toMatchObject({
    problem: {
      code: 'teams-not-ready',
      message: `Cannot start yet: nothing can play for Bob · bot 12 (player:${twin}), Cid: leave them out, or let them play over a wire`,
    },
  })
})

test('a team that has asked says so again, and stays where it is until the organiser opens entry', async () => {
  await using contest = openContest({ entry: { state: 'approval' } })
  const { entry, row, store } = contest
  const ann = contest.join('Ann')
  const team = store.person(ann)
  if (!team) throw new Error('Ann is gone')
  expect(must(entry.join(row(), { team }, 0))).toMatchObject({ state: 'asked', isNew: false })
  for (const state of ['approval', 'closed'] as const) {
    must(entry.set(row(), { state }))
    expect(entry.standing(row(), ann)).toBe('asked')
  }
  must(entry.set(row(), { state: 'open' }))
  expect(entry.standing(row(), ann)).toBe('in')
  must(entry.decide(row(), ann, 'refused'))
  expect(entry.join(row(), { team }, 0)).toMatchObject(
    problem('entry-refused', 'Cannot join: the organiser has refused your team, ask the organiser'),
  )
  expect(entry.leave(row(), ann, 0, 'team')).toMatchObject(
    problem('entry-refused', 'Cannot leave: the organiser has refused your team'),
  )
})

import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { TournamentRow } from '../store/store.ts'
import type { Judges } from './judges.ts'
import { testArenas } from './test-arena.fixture.ts'
import { openTournaments } from './tournaments.ts'

const openTest = testArenas()

/** A contest of two house brains. */
function openContest(challenge: string) {
  const { arena, store, ...rest } = openTest()
  const tournaments = openTournaments(arena)
  const hold = (name = 'Cup'): number =>
    must(
      tournaments.create({
        name,
        challenge,
        format: 'round-robin',
        entrants: ['house:random', 'house:baseline'],
        seed: 1,
      }),
    ).id
  const rowOf = (id: number): TournamentRow => {
    const row = store.tournament(id)
    if (!row) throw new Error(`there is no contest ${id}`)
    return row
  }
  const id = hold()
  const { judges } = tournaments
  return {
    store,
    tournaments,
    judges,
    hold: () => rowOf(hold('Another cup')),
    row: () => rowOf(id),
    async [Symbol.asyncDispose]() {
      await tournaments[Symbol.asyncDispose]()
      await rest[Symbol.asyncDispose]()
    },
  }
}

const CHALLENGE = 'longest-group'

test('the first link of a judge gives the contest judges, who give up to 20 points', async () => {
  await using contest = openContest(CHALLENGE)
  const { judges, row, store } = contest
  expect(must(judges.points(row()))).toMatchObject({ kind: 'by-result' })
  const { judge, token } = must(judges.invite(row(), '  Ada '))
  expect(judge).toMatchObject({ judge: 'Ada', tournament: row().id, revoked: undefined })
  expect(must(judges.points(row()))).toEqual({ kind: 'by-place', first: 50, step: 5, judges: 20 })
  expect(must(judges.find(token))).toEqual(judge)
  // The store has the hash of the secret alone.
  expect(JSON.stringify(store.judge(judge.id))).not.toContain(token.split('.')[1])
  // Points that were set stay what they are.
  must(judges.setPoints(row(), 7))
  must(judges.invite(row(), 'Bo'))
  expect(must(judges.points(row()))).toMatchObject({ judges: 7 })
})

test('points of judges are a whole number from 1 to 1000', async () => {
  await using contest = openContest(CHALLENGE)
  const { judges, row } = contest
  for (const points of [0, -1, 1001, 1.5, NaN])
    expect(judges.setPoints(row(), points)).toMatchObject({
      problem: { code: 'bad-mark', message: expect.stringMatching(/: expected 1 to 1000$/) },
    })
  for (const points of [1, 1000])
    expect(must(judges.setPoints(row(), points))).toMatchObject({ kind: 'by-place', judges: points })
})

test('points do not fall below a mark that a judge gave', async () => {
  await using contest = openContest(CHALLENGE)
  const { judges, tournaments, row } = contest
  must(judges.setPoints(row(), 30))
  must(tournaments.mark(row().id, 'Ada', 'house:random', 12))
  must(tournaments.mark(row().id, 'Bo', 'house:random', 15))
  must(tournaments.mark(row().id, 'Cy', 'house:random', 3))
  expect(judges.setPoints(row(), 14)).toMatchObject({
    problem: {
      code: 'bad-mark',
      message: 'Cannot set the points of judges to 14: Bo gave 15',
    },
  })
  expect(must(judges.setPoints(row(), 15))).toMatchObject({ judges: 15 })
})

test('a challenge with judges of its own fixes their points', async () => {
  await using contest = openContest('boost-tron')
  const { judges, row, store } = contest
  expect(judges.setPoints(row(), 10)).toMatchObject({
    problem: {
      code: 'bad-mark',
      message: 'Cannot set the points of judges: this challenge gives them 20',
    },
  })
  must(judges.invite(row(), 'Ada'))
  expect(store.judging(row().id)).toBeUndefined()
  expect(must(judges.points(row()))).toMatchObject({ judges: 20 })
})

test('a judge has a name, and a contest at most 100 judges with a link that works', async () => {
  await using contest = openContest(CHALLENGE)
  const { judges, row } = contest
  for (const name of ['', '  '])
    expect(judges.invite(row(), name)).toMatchObject({
      problem: { code: 'bad-name', message: 'Cannot make a link for a judge: expected a name' },
    })
  const links = Array.from(
    { length: 100 },
    (_, index) => must(judges.invite(row(), `judge ${index}`)).judge.id,
  )
  expect(judges.invite(row(), 'one more')).toMatchObject({
    problem: { code: 'too-many-keys', message: expect.stringContaining('at most 100') },
  })
  must(judges.revoke(row(), links[0] ?? ''))
  must(judges.invite(row(), 'one more'))
})

const codeOf = (judges: Judges, token: string): string => {
  const found = judges.find(token)
  return found.ok ? found.value.judge : found.problem.code
}

test('a link works until it is revoked in its own contest, or a new one is made for the same judge', async () => {
  await using contest = openContest(CHALLENGE)
  const { judges, row, store } = contest
  const { judge, token } = must(judges.invite(row(), 'Ada'))
  const other = contest.hold()
  expect(judges.revoke(other, judge.id)).toMatchObject({ problem: { code: 'not-found' } })
  expect(judges.revoke(row(), 'nonsense')).toMatchObject({
    problem: { message: 'There is no link "nonsense" of a judge' },
  })
  expect(codeOf(judges, token)).toBe('Ada')
  expect(must(judges.revoke(row(), judge.id)).revoked).toBeDefined()
  expect(codeOf(judges, token)).toBe('expired-link')
  const { last } = store
  must(judges.revoke(row(), judge.id))
  expect(store.last).toBe(last)
  const [older, newer] = [must(judges.invite(row(), 'Bo')), must(judges.invite(row(), 'Bo'))]
  expect([codeOf(judges, older.token), codeOf(judges, newer.token)]).toEqual(['expired-link', 'Bo'])
})

test('only the whole token is a link', async () => {
  await using contest = openContest(CHALLENGE)
  const { judges, row } = contest
  const { token } = must(judges.invite(row(), 'Ada'))
  const other = must(judges.invite(row(), 'Bo')).token
  const [id = '', secret = ''] = token.split('.')
  for (const wrong of [
    '',
    id,
    `${id}.`,
    `${id}.${secret.slice(1)}`,
    `${id}.${other.split('.')[1]}`,
    `${other.split('.')[0]}.${secret}`,
    ` ${token}`,
    `${token}x`,
    `0${token}`,
  ])
    expect([wrong, codeOf(judges, wrong)]).toEqual([wrong, 'unknown-link'])
})

import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { created, newStores, over, tell } from '../store/new-store.fixture.ts'
import type { MatchPlayer, Store } from '../store/store.ts'
import { parseLedgerEntry } from '../tournament-runner/ledger-entry.ts'
import type { Pairing } from '../tournament/tournament.ts'
import type { Arena } from './arena.ts'
import { logContest, type LoggedContest } from './logged-contest.fixture.ts'
import { callOffStale, replayMatch, ruleMatch } from './organiser-decisions.ts'
import { courseOf } from './tournament-views.ts'

const newStore = newStores()

const KNOCK_OUT = {
  format: 'single-elimination',
  options: { thirdPlace: 'no' },
  entrants: ['house:perfect', 'house:first', 'house:random', 'house:baseline'],
} as const
const WHY = { reason: 'the cable was out', by: 'Eve' }

const player = (name: string): MatchPlayer => ({ kind: 'house', name, brain: 'random' })

/** Calls a match of the arena for a pairing. */
function callTo(store: Store, { key, players: [first, second] }: Pairing, tournament = 1): number {
  const match = store.nextMatch()
  tell(store, created(match, [player(first), player(second)], 'tic-tac-toe', { origin: 'tournament' }), {
    kind: 'tournament-match',
    tournament,
    key,
    match,
  })
  return match
}

function firstOf(contest: LoggedContest): Pairing {
  const [first] = contest.open()
  if (!first) throw new Error('no match')
  return first
}

const describe = ({ players, stage, round }: Pairing): string =>
  `${players.join(' against ')} (${stage}, round ${round})`

test('a match that has a result, or runs, is played again', () => {
  using store = newStore()
  const contest = logContest(store, KNOCK_OUT)
  const first = firstOf(contest)
  const { key } = first
  const replay = () => replayMatch(store, 1, contest.spec, { key, ...WHY })
  const annulled = [{ kind: 'result-annulled', tournament: 1, key, ...WHY }]
  expect(replay()).toEqual({
    ok: false,
    problem: {
      code: 'not-started',
      message: `Cannot replay ${describe(first)}: nothing of it has been played`,
    },
  })
  const match = callTo(store, first)
  expect(must(replay()).entries).toEqual(annulled)
  // It was called off, and waits to be called again.
  tell(store, over(match, undefined, true))
  const [, second] = contest.open()
  if (second) callTo(store, second)
  expect(replay()).toMatchObject({ problem: { code: 'not-started' } })
  contest.add(first)
  expect(must(replay()).entries).toEqual(annulled)
})

test('a match without a place in the tournament cannot be decided', () => {
  using store = newStore()
  const { spec } = logContest(store, KNOCK_OUT)
  const problem = {
    code: 'unknown-match',
    message: 'There is no match "x" in tournament 1 that can be decided now',
  }
  expect(replayMatch(store, 1, spec, { key: 'x', ...WHY })).toEqual({ ok: false, problem })
  expect(ruleMatch(store, 1, spec, { key: 'x', winner: undefined, ...WHY })).toEqual({ ok: false, problem })
})

test('a match that is lost because an entrant is out cannot be decided', () => {
  using store = newStore()
  const contest = logContest(store, KNOCK_OUT)
  const first = firstOf(contest)
  tell(store, { kind: 'entrant-withdrawn', tournament: 1, entrant: first.players[0], round: 1 })
  const problem = {
    code: 'withdrawn',
    message: `Cannot decide ${describe(first)}: it is lost because an entrant is out`,
  }
  const { key } = first
  expect(replayMatch(store, 1, contest.spec, { key, ...WHY })).toEqual({ ok: false, problem })
  expect(ruleMatch(store, 1, contest.spec, { key, winner: first.players[1], ...WHY })).toEqual({
    ok: false,
    problem,
  })
})

test('what later matches were played on stays, and the refusal names them', () => {
  using store = newStore()
  const contest = logContest(store, KNOCK_OUT)
  const semiFinal = firstOf(contest)
  for (const one of contest.open()) contest.add(one)
  const final = firstOf(contest)
  contest.add(final)
  const decision = { key: semiFinal.key, ...WHY }
  const refused = (verb: string) => ({
    ok: false,
    problem: {
      code: 'later-played',
      message: `Cannot ${verb} ${describe(semiFinal)}: later matches were played on its result: ${describe(final)}`,
    },
  })
  expect(replayMatch(store, 1, contest.spec, decision)).toEqual(refused('replay'))
  const ruling = { ...decision, winner: semiFinal.players[0] }
  expect(ruleMatch(store, 1, contest.spec, ruling)).toEqual(refused('rule'))
  expect(replayMatch(store, 1, contest.spec, { ...decision, key: final.key }).ok).toBe(true)
})

test('of many later matches five are named', () => {
  using store = newStore()
  const brains = [
    'perfect',
    'first',
    'random',
    'baseline',
    'minimax',
    'cheat-flip',
    'cheat-duplicate',
    'cheat-x-first',
  ]
  const contest = logContest(store, {
    format: 'swiss',
    options: { rounds: 3 },
    entrants: brains.map((brain) => `house:${brain}`),
  })
  const first = firstOf(contest)
  const firstRound = contest.open().length
  contest.addAll()
  const later = store.tournamentResults(1).length - firstRound
  const refused = replayMatch(store, 1, contest.spec, { key: first.key, ...WHY })
  const message = refused.ok ? '' : refused.problem.message
  expect(message.match(/ \(round [23]\)/g)).toHaveLength(5)
  expect(message).toContain('round 2), house:')
  expect(message.endsWith(` and ${later - 5} more`)).toBe(true)
})

test('a ruling is a result without rounds: a win of either player, or a draw', () => {
  using store = newStore()
  const contest = logContest(store, KNOCK_OUT)
  const { key, players } = firstOf(contest)
  const rule = (winner: string | undefined) =>
    must(ruleMatch(store, 1, contest.spec, { key, winner, ...WHY })).entries
  const read = (winner: string | undefined) => {
    const entry = rule(winner).at(-1)
    expect(entry).toMatchObject({ entry: expect.not.stringContaining('\n') })
    return entry?.kind === 'tournament-result' ? parseLedgerEntry(entry.entry) : undefined
  }
  const common = { key, players, rounds: [], ruled: { reason: WHY.reason, by: 'Eve' } }
  expect(read(players[0])).toMatchObject({ ...common, winner: 0, score: [1, 0] })
  expect(read(players[1])).toMatchObject({ ...common, winner: 1, score: [0, 1] })
  const draw = read(undefined)
  expect(draw).toMatchObject({ ...common, score: [0, 0] })
  expect(draw?.winner).toBeUndefined()
  expect(rule(undefined).map(({ kind }) => kind)).toEqual(['tournament-result'])
})

test('who does not play there cannot be let win', () => {
  using store = newStore()
  const contest = logContest(store, KNOCK_OUT)
  const first = firstOf(contest)
  expect(ruleMatch(store, 1, contest.spec, { key: first.key, winner: 'nobody', ...WHY })).toEqual({
    ok: false,
    problem: {
      code: 'unknown-entrant',
      message: `Cannot let "nobody" win ${describe(first)}: it does not play there`,
    },
  })
})

test('a ruling annuls what was played of the match before', () => {
  using store = newStore()
  const contest = logContest(store, KNOCK_OUT)
  const [first, second] = contest.open()
  if (!first || !second) throw new Error('no matches')
  contest.add(first)
  callTo(store, second)
  for (const { key } of [first, second])
    expect(must(ruleMatch(store, 1, contest.spec, { key, winner: undefined, ...WHY })).entries).toMatchObject(
      [
        { kind: 'result-annulled', tournament: 1, key, ...WHY },
        { kind: 'tournament-result', tournament: 1, key },
      ],
    )
})

test('matches that run, and that no result asks for any more, are called off', () => {
  using store = newStore()
  const contest = logContest(store, KNOCK_OUT)
  const other = logContest(store, KNOCK_OUT)
  const [first, second] = contest.open()
  if (!first || !second) throw new Error('no matches')
  const off: [number, string][] = []
  const arena = { store, callOff: (match: number, why: string) => void off.push([match, why]) } as Arena
  const look = (): readonly number[] => {
    off.length = 0
    callOffStale(arena, 1, () => must(courseOf(1, contest.spec, store)))
    return off.map(([match]) => match)
  }
  expect(look()).toEqual([])
  const [wanted, done] = [callTo(store, first), callTo(store, second)]
  const elsewhere = callTo(store, firstOf(other), 2)
  const casual = store.nextMatch()
  tell(store, created(casual, [player('a'), player('b')], 'tic-tac-toe'))
  expect(look()).toEqual([])
  contest.add(second)
  expect(look()).toEqual([done])
  expect(off).toEqual([[done, 'the organiser has decided it anew']])
  // Two others play there now.
  const stale = callTo(store, { ...first, players: [first.players[0], 'house:gone'] })
  expect(look()).toEqual([done, stale])
  tell(store, over(done, 0), over(stale, 0), over(wanted, 0))
  expect(look()).toEqual([])
  const again = callTo(store, first)
  tell(store, { kind: 'result-annulled', tournament: 1, key: first.key, ...WHY })
  expect(look()).toEqual([again])
  expect([elsewhere, casual].map((match) => store.match(match)?.status)).toEqual(['waiting', 'waiting'])
})

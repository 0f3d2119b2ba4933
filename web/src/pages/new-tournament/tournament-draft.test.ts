import type { Problem } from '../../../../src/base/result.ts'
import { describe, expect, test } from 'vitest'
import { EMPTY_PLAN } from '../../parts/plan-texts.ts'
import type { FieldBody } from '../../../../src/api/challenges.ts'
import {
  changesOf,
  draftIn,
  estimateOf,
  placeProblem,
  requestOf,
  withKnown,
  type TournamentDraft,
} from './tournament-draft.ts'

const field = (name: string, kind: FieldBody['kind'], value: string): FieldBody => ({
  name,
  title: name,
  expects: 'something',
  kind,
  value,
})
const OPTIONS = [
  field('games', 'number', '2'),
  field('thirdPlace', 'flag', 'yes'),
  field('tieBreaks', 'list', 'wins,first-listed'),
]
const SETTINGS = [field('width', 'number', '130'), field('walls', 'text', 'none')]

const DRAFT: TournamentDraft = {
  name: ' Cup ',
  challenge: 'boost-tron',
  format: 'round-robin',
  options: { 'round-robin': { games: '4' }, swiss: { games: '9' } },
  settings: { 'boost-tron': { width: '20' }, quoridor: { size: '5' } },
  entrants: ['house:random', 'player:1001'],
  nodes: '',
  benchAfter: '',
  plan: { ...EMPTY_PLAN, clock: ' 5s ', atOnce: '4' },
  seed: '0',
  openings: { quoridor: true },
  entry: 'closed',
  entryCloses: '',
  after: '',
}

describe('what differs from the usual is sent', () => {
  test.each([
    [{}, {}],
    [{ games: '2' }, {}],
    [{ games: '' }, {}],
    [{ games: ' 6 ' }, { games: 6 }],
    [{ games: 'many' }, { games: 'many' }],
    [{ thirdPlace: 'no' }, { thirdPlace: 'no' }],
    [{ tieBreaks: '' }, { tieBreaks: '' }],
    [{ unknown: 'x' }, {}],
  ])('%j', (texts, expected) => expect(changesOf(OPTIONS, texts)).toEqual(expected))

  test('of the format and the challenge that are chosen, and nothing else', () => {
    expect(requestOf(DRAFT, OPTIONS, SETTINGS)).toEqual({
      name: 'Cup',
      challenge: 'boost-tron',
      format: 'round-robin',
      entrants: ['house:random', 'player:1001'],
      options: { games: 4 },
      settings: { width: 20 },
      seed: 0,
      clock: '5s',
      plan: { starts: null, atOnce: 4, absentSeconds: 120, rounds: 'free', breaks: [], roundTimes: [] },
    })
    expect(requestOf({ ...DRAFT, openings: { 'boost-tron': false } }, OPTIONS, SETTINGS)).toMatchObject({
      openings: false,
    })
  })
})

describe('a link to the form', () => {
  test('says what it begins with, each entrant once', () => {
    const link = `?name=${'n'.repeat(120)}&challenge=quoridor&format=swiss&entrant=bot:7&entrant=llm:m,price=1/2&entrant=bot:7`
    expect(draftIn(link)).toMatchObject({
      name: 'n'.repeat(100),
      challenge: 'quoridor',
      format: 'swiss',
      entrants: ['bot:7', 'llm:m,price=1/2'],
      entry: 'closed',
    })
  })

  test('has the terms of the contest that it follows', () => {
    const link =
      '?challenge=tron&clock=5s&nodes=20&benchAfter=3&openings=no&setting=walls=a=b&setting=width=20&atOnce=4&absentMinutes=&rounds=called&after=7'
    const draft = draftIn(link)
    expect(draft).toMatchObject({
      settings: { tron: { walls: 'a=b', width: '20' } },
      openings: { tron: false },
      nodes: '20',
      benchAfter: '3',
      plan: { ...EMPTY_PLAN, clock: '5s', atOnce: '4', absentMinutes: '', rounds: 'called' },
    })
    expect(draft && requestOf(draft, [], [])).toMatchObject({ after: 7, openings: false, nodes: 20 })
  })

  test.each(['', '?utm_source=mail'])('with %j leaves the draft of before', (link) =>
    expect(draftIn(link)).toBeUndefined(),
  )

  test('that names what the server does not have begins with the usual', () => {
    const draft = { ...DRAFT, challenge: 'chess', format: 'swiss' }
    expect(withKnown(draft, [], [])).toEqual(draft)
    expect(withKnown(draft, [{ id: 'quoridor' }], [{ id: 'swiss' }])).toMatchObject({
      challenge: 'boost-tron',
      format: 'swiss',
    })
    expect(withKnown(draft, [{ id: 'chess' }], [{ id: 'ladder' }])).toMatchObject({
      challenge: 'chess',
      format: 'round-robin-knock-out',
    })
  })
})

test('the estimate leaves out what is still being typed', () => {
  const plan = {
    ...DRAFT.plan,
    starts: '2026-11-16T10:00',
    breaks: [
      { from: '2026-11-16T12:00', to: '2026-11-16T13:00' },
      { from: '2026-11-16T15:00', to: '' },
    ],
    roundTimes: [
      { round: '2', at: '' },
      { round: '3', at: '2026-11-16T14:00' },
    ],
  }
  const iso = (local: string): string => new Date(local).toISOString()
  expect(estimateOf({ ...DRAFT, plan }, OPTIONS, SETTINGS)).toEqual({
    challenge: 'boost-tron',
    entrants: 2,
    options: { games: 4 },
    settings: { width: 20 },
    clock: '5s',
    starts: iso('2026-11-16T10:00'),
    atOnce: 4,
    rounds: 'free',
    breaks: [{ from: iso('2026-11-16T12:00'), to: iso('2026-11-16T13:00') }],
    roundTimes: [{ round: 3, at: iso('2026-11-16T14:00') }],
  })
})

describe('a refusal belongs to', () => {
  test.each([
    ['options.games', 'options.games'],
    ['options.unheard', 'format'],
    ['options', 'format'],
    ['settings.width', 'settings.width'],
    ['settings.starts', 'settings'],
    ['settings', 'settings'],
    ['entrants.3.name', 'entrants'],
    ['plan.breaks.0.to', 'plan.breaks'],
    ['clock', 'clock'],
    ['challenge', 'challenge'],
    ['format', 'format'],
    ['rubbish', 'form'],
    [undefined, 'form'],
  ])('%s: %s', (at, place) => {
    const problem: Problem = {
      code: 'bad-setting',
      message: 'Cannot set games to 0: expected width',
      ...(at && { at }),
    }
    expect(placeProblem(problem, OPTIONS, SETTINGS)).toEqual({ place, message: problem.message })
  })

  test('a field that the schema refuses has words of its own', () => {
    const problem: Problem = { code: 'bad-request', message: 'body/nodes must be integer', at: 'nodes' }
    expect(placeProblem(problem, OPTIONS, SETTINGS)).toEqual({
      place: 'nodes',
      message: 'Expected a whole number from 1',
    })
  })
})

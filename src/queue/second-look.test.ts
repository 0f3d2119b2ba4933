import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import { advance, startMatch } from '../match/machine.ts'
import type { Match, MatchEvent } from '../match/match.ts'
import { specOfOrder, type MatchOrder } from './match-order.ts'
import type { OrderEnd, PlayedOrder } from './open-attempts.ts'
import { isDeterministic, lookAgain } from './second-look.ts'
import { askAgain } from './second-opinion.ts'

const { id, game, preset, rules } = ticTacToe
const house = (brain: string) => ({
  name: brain,
  bot: `house:${brain}`,
  source: { kind: 'house', brain } as const,
})
const order: MatchOrder = {
  key: 'm1',
  challenge: id,
  settings: game.presets[preset] ?? {},
  rules: { ...rules, bestOf: 1, clock: { kind: 'per-move', ms: 1000 } },
  seed: 1,
  players: [house('a'), house('b')],
  nodes: 40,
}

/** The match as a worker plays it that takes the legal move of this index each time, after so many milliseconds. */
function playedBy(worker: string, index: number, ms = 1): PlayedOrder {
  const { spec } = must(specOfOrder(order))
  const events: MatchEvent[] = []
  let match: Match = startMatch(spec).match
  let at = 1
  const happen = (event: MatchEvent): void => {
    events.push(event)
    match = advance(match, event).match
  }
  for (const seat of [0, 1] as const) happen({ kind: 'ready', seat, at })
  while (match.phase === 'playing') {
    at += ms
    const seat = match.round.movers[0] ?? 0
    const legal = spec.game.legalMoves(match.round.state, seat)
    happen({ kind: 'answered', seat, text: legal.at(index) ?? '', at })
  }
  const { score, void: isVoid } = match.result ?? { score: [0, 0] as const, void: true }
  const result = { winner: match.result?.winner ?? null, score, void: isVoid }
  const account = {
    events: events.length,
    hash: '',
    result,
    logs: ['', ''],
    memory: [null, null],
    ms,
  } as const
  return { kind: 'played', match, events, account, worker }
}

async function look(...ends: readonly (OrderEnd | undefined)[]) {
  const [first, ...rest] = ends
  if (first?.kind !== 'played') throw new Error('the first look is of a match that was played')
  const [aside, said, asked]: [string[], string[], string[]] = [[], [], []]
  const end = await lookAgain({
    order,
    first,
    playElsewhere: async (notBy) => {
      asked.push(notBy.join(' '))
      return rest.shift()
    },
    nameOf: (worker) => `name-of-${worker}`,
    setAside: (worker, why) => void aside.push(`${worker}: ${why}`),
    say: (line) => void said.push(line),
  })
  return { counts: end.kind === 'played' ? end.worker : end.kind, asked, aside, said }
}

const nothing = { aside: [], said: [] }
const WHY = 'it played match m1 differently than two other workers'

test('two workers that agree but for the times are believed', async () => {
  expect(await look(playedBy('a', 0), playedBy('b', 0, 7))).toEqual({ ...nothing, counts: 'a', asked: ['a'] })
})

test('if two workers differ, a third one decides', async () => {
  const asked = ['a', 'a b']
  expect(await look(playedBy('a', 0), playedBy('b', -1), playedBy('c', 0))).toEqual({
    counts: 'a',
    asked,
    aside: [`b: ${WHY}`],
    said: [],
  })
  expect(await look(playedBy('a', -1), playedBy('b', 0), playedBy('c', 0))).toEqual({
    counts: 'b',
    asked,
    aside: [`a: ${WHY}`],
    said: [],
  })
})

test('what cannot be checked or decided is said, and the first result counts', async () => {
  const [a, b] = [playedBy('a', 0), playedBy('b', -1)]
  const cases: readonly (readonly [ends: readonly (OrderEnd | undefined)[], line: string])[] = [
    [[a, undefined], 'No second look at match m1: there is no other worker'],
    [[a, { kind: 'failed', why: 'no disk' }], 'No second look at match m1: no disk'],
    [[a, playedBy('b', 0, 2000)], 'No second look at match m1: a clock decided it'],
    [
      [a, b, undefined],
      'Workers name-of-a and name-of-b played match m1 differently, and no third worker can decide: the result of the first counts',
    ],
    [
      [a, b, playedBy('c', 1)],
      'Three workers played match m1 in three ways, so its players are not deterministic: the result of name-of-a counts',
    ],
  ]
  for (const [ends, line] of cases)
    expect(await look(...ends)).toMatchObject({ counts: 'a', aside: [], said: [line] })
  expect(await look(a, { kind: 'aborted' })).toMatchObject({ counts: 'aborted', ...nothing })
})

test('house brains with a node budget are deterministic, and programs if the organiser says so', () => {
  const { nodes: _, ...thinking } = order
  const program = { kind: 'program', argv: ['x'], files: '', wire: 'json' } as const
  const against = (source: MatchOrder['players'][0]['source']): MatchOrder => ({
    ...order,
    players: [house('a'), { name: 'p', bot: 'x', source }],
  })
  expect(isDeterministic(order)).toBe(true)
  expect(isDeterministic(thinking)).toBe(false)
  expect(isDeterministic(against(program))).toBe(false)
  expect(isDeterministic(against({ ...program, isDeterministic: true }))).toBe(true)
})

test('a second opinion says whether the moves are the same, and decides nothing', async () => {
  const first = playedBy('a', 0)
  const ask = (second: OrderEnd | undefined) =>
    askAgain({ first, playElsewhere: async () => second, nameOf: (worker) => `worker ${worker}` })
  expect(await ask(playedBy('b', 0, 20))).toEqual({ kind: 'same', worker: 'worker b' })
  // Where both move at once, their answers come in any order.
  const { events, ...played } = playedBy('b', 0)
  expect(await ask({ ...played, events: events.toReversed().toSorted(bySeat) })).toMatchObject({
    kind: 'other',
  })
  expect(await ask({ ...played, events: events.toSorted(bySeat) })).toMatchObject({ kind: 'same' })
  expect(await ask(playedBy('b', -1))).toEqual({ kind: 'other', worker: 'worker b', moves: 0 })
  const fewer = { ...played, events: events.slice(0, -1) }
  expect(await ask(fewer)).toEqual({ kind: 'other', worker: 'worker b', moves: events.length - 3 })
  expect(await ask(undefined)).toEqual({ kind: 'none', why: 'there is no other worker' })
  expect(await ask({ kind: 'failed', why: 'its host failed' })).toEqual({
    kind: 'none',
    why: 'its host failed',
  })
  expect(await ask({ kind: 'aborted' })).toBe(undefined)
})

const bySeat = (a: MatchEvent, b: MatchEvent): number => ('seat' in a && 'seat' in b ? a.seat - b.seat : 0)

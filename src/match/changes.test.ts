import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { AnyGame } from '../game/game.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { tron } from '../games/tron/index.ts'
import { cheatsAndFlips, endedRound, isCheatAgainst, playedTurn } from './changes.ts'
import { advance, startMatch } from './machine.ts'
import { makeSpec, type MatchEvent, type MatchRules } from './match.ts'
import { PLAIN_RULES } from './plain-rules.fixture.ts'

const READY: readonly MatchEvent[] = [
  { kind: 'ready', seat: 0, at: 0 },
  { kind: 'ready', seat: 1, at: 0 },
]
const says = (seat: 0 | 1, text: string): MatchEvent => ({ kind: 'answered', seat, text, at: 1 })
const flips = (seat: 0 | 1): MatchEvent => ({ kind: 'flipped', seat, at: 1 })
const leaves = (seat: 0 | 1): MatchEvent => ({ kind: 'left', seat, cause: 'crashed', at: 1 })

/** What each event means to the players, in words. */
function hear(
  events: readonly MatchEvent[],
  rules: Partial<MatchRules> = {},
  game: unknown = ticTacToe,
  settings: object = {},
): readonly string[] {
  const spec = must(makeSpec(game as AnyGame, { ...settings }, { ...PLAIN_RULES, ...rules }, 7))
  let { match } = startMatch(spec)
  return [...READY, ...events].flatMap((event) => {
    const before = match
    match = advance(before, event).match
    const turn = playedTurn(before, event, match)
    const ended = endedRound(before, match)
    return [
      ...(turn ? [`played ${turn.map((move) => move ?? '-').join(' ')}`] : []),
      ...cheatsAndFlips(before, event, match).map((one) =>
        one.kind === 'cheated' ? `${one.seat} cheated ${one.text}` : `${one.seat} ${one.kind}`,
      ),
      ...(ended ? [`over: ${ended.end.kind}`] : []),
    ]
  })
}

const flip = (missed: 'forgiven' | 'loses') => ({ illegal: { kind: 'flip', missed } }) as const

test('a turn is told when it is complete, in the spelling of the game', () => {
  expect(hear([says(0, ' nw '), says(1, 'N')])).toEqual(['played NW -', 'played - N'])
  const board = { ...tron.presets['light-cycle'], width: 5, height: 5, seats: 'fixed' }
  expect(hear([says(1, 'forward')], {}, tron, board)).toEqual([])
  expect(hear([says(1, 'forward'), says(0, 'left')], {}, tron, board)).toContain('played left forward')
})

test('the last turn of a round is told though the next round has begun', () => {
  const won = [says(0, 'NW'), says(1, 'N'), says(0, 'W'), says(1, 'C'), says(0, ' sw ')]
  for (const bestOf of [1, 3])
    expect(hear(won, { bestOf }).slice(-2)).toEqual(['played SW -', 'over: played'])
  expect(hear([says(0, 'C')], { bestOf: 3, turnLimit: 1 })).toEqual(['played C -', 'over: stopped'])
})

test('a cheat is told before its consequence', () => {
  expect(hear([says(0, 'xx'), flips(1)], flip('forgiven'))).toEqual([
    '0 cheated xx',
    '1 flipped',
    'over: forfeited',
  ])
  expect(hear([flips(0), flips(1)], flip('loses'))).toEqual(['0 flipped', '1 flipped', 'over: forfeited'])
})

test('a missed flip is made in the name of the victim, where it is forgiven', () => {
  const missed = [says(0, 'xx'), says(1, 'N')]
  expect(hear(missed, flip('forgiven'))).toEqual(['0 cheated xx', '1 flipped', 'over: forfeited'])
  expect(hear(missed, flip('loses'))).toEqual(['0 cheated xx', 'over: forfeited'])
})

test('a cheat against a player that has left ends the round at once', () => {
  const left = [leaves(1), says(0, 'xx')]
  expect(hear(left, flip('forgiven'))).toEqual(['0 cheated xx', '1 flipped', 'over: forfeited'])
  expect(hear(left, flip('loses'))).toEqual(['0 cheated xx', 'over: forfeited'])
  expect(hear([leaves(1), flips(0)], { ...flip('loses'), bestOf: 3 })).toEqual([
    '0 flipped',
    'over: forfeited',
  ])
})

test('what one says out of turn is a cheat against the other alone', () => {
  const spec = must(makeSpec(ticTacToe, {}, { ...PLAIN_RULES, ...flip('loses') }, 7))
  const began = READY.reduce((match, event) => advance(match, event).match, startMatch(spec).match)
  const early = says(1, 'C')
  const after = advance(began, early).match
  expect([0, 1].map((seat) => isCheatAgainst(seat === 0 ? 0 : 1, began, early, after))).toEqual([true, false])
  const move = says(0, 'C')
  expect(isCheatAgainst(1, began, move, advance(began, move).match)).toBe(false)
})

test('a turn is told only by the answer that completed it', () => {
  const board = { ...tron.presets['light-cycle'], width: 5, height: 5, seats: 'fixed' }
  const once = { bestOf: 3, turnLimit: 1 }
  expect(hear([says(0, 'forward'), says(1, ' Forward ')], once, tron, board)).toEqual([
    'played forward forward',
    'over: stopped',
  ])
  expect(hear([says(1, 'forward'), says(0, 'left')], once, tron, board)).toEqual([
    'played left forward',
    'over: stopped',
  ])
  // The round ends without a turn: by an illegal move, by leaving, by time.
  for (const bestOf of [1, 3]) {
    expect(hear([says(0, 'NW'), says(1, 'NW')], { bestOf })).toEqual(['played NW -', 'over: forfeited'])
    expect(hear([says(0, 'NW'), leaves(1)], { bestOf })).toEqual(['played NW -', 'over: forfeited'])
    expect(hear([{ kind: 'ticked', at: 5000 }], { bestOf })).toEqual(['over: forfeited'])
  }
})

test('where no table is flipped, an illegal move is no cheat', () => {
  expect(hear([says(0, 'xx')])).toEqual(['over: forfeited'])
  expect(hear([says(0, 'xx'), says(0, 'NW')], { illegal: { kind: 'retry', times: 1 } })).toEqual([
    'played NW -',
  ])
})

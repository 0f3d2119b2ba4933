import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { deriveSeed } from '../base/rng.ts'
import type { AnyGame, Seat } from '../game/game.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { tron } from '../games/tron/index.ts'
import { describeEnd } from './describe.ts'
import { advance, awaitedSeats, overdraws, playerIn, roundSeed, startMatch, wakeAt } from './machine.ts'
import { PLAIN_RULES } from './plain-rules.fixture.ts'
import { makeSpec, type Match, type MatchEvent, type MatchRules, type Effect } from './match.ts'

/**
 * A little language for events: `0 ready 10`, `1 NE 200`, `0 paused 30 200`, `1 flip 300`, `0 resigns 5`, `1 crashed 7`, `tick 9`, `void
 * 1`.
 */
function eventOf(line: string): MatchEvent {
  const words = line.split(' ')
  const at = Number(words.at(-1))
  if (words[0] === 'tick') return { kind: 'ticked', at }
  if (words[0] === 'void') return { kind: 'voided', why: 'the lights went out', at }
  const seat = Number(words[0]) as Seat
  const what = words.slice(1, -1).join(' ')
  if (what === 'ready' || what === 'asked') return { kind: what, seat, at }
  if (what.startsWith('paused')) return { kind: 'paused', seat, charged: Number(words[2]), at }
  if (what === 'flips') return { kind: 'flipped', seat, at }
  if (what === 'resigns') return { kind: 'resigned', seat, at }
  if (what === 'crashed' || what === 'silent') return { kind: 'left', seat, cause: what, at }
  return { kind: 'answered', seat, text: what, at }
}

function run(game: unknown, rules: Partial<MatchRules>, lines: readonly string[], settings: object = {}) {
  const spec = must(makeSpec(game as AnyGame, { ...settings }, { ...PLAIN_RULES, ...rules }, 7))
  const first = startMatch(spec)
  let match = first.match
  const effects: Effect[] = [...first.effects]
  for (const line of lines) {
    const step = advance(match, eventOf(line))
    match = step.match
    effects.push(...step.effects)
  }
  const said = match.ended.map((result) => describeEnd(result, spec, ['ann', 'bob']))
  return {
    match,
    effects,
    said,
    asked: effects.flatMap((effect) => (effect.kind === 'ask' ? [effect.seat] : [])),
  }
}

const READY = ['0 ready 0', '1 ready 0']
const O_WINS = ['0 NW 1', '1 N 2', '0 W 3', '1 C 4', '0 SW 5']
const X_WINS = ['0 NW 1', '1 N 2', '0 W 3', '1 C 4', '0 E 5', '1 S 6']
const DRAWN = ['0 NW 1', '1 N 2', '0 NE 3', '1 C 4', '0 W 5', '1 SW 6', '0 E 7', '1 SE 8', '0 S 9']

describe('a round', () => {
  test('asks one after the other, and ends by the rules', () => {
    const { match, said, asked } = run(ticTacToe, {}, [...READY, ...O_WINS])
    expect(match).toMatchObject({ phase: 'over', score: [1, 0], result: { winner: 0, void: false } })
    expect(said).toEqual(['ann won by three in a row'])
    expect(asked).toEqual([0, 1, 0, 1, 0])
  })

  test('asks no question before both are ready', () => {
    const { asked, match } = run(ticTacToe, {}, ['1 ready 10', '0 NW 20'])
    expect(asked).toEqual([])
    expect(awaitedSeats(match)).toEqual([0])
  })

  test('is stopped and drawn at the turn limit', () => {
    const { match, said } = run(ticTacToe, { turnLimit: 3 }, [...READY, ...O_WINS])
    expect(match.result).toMatchObject({ winner: undefined })
    expect(said).toEqual(['drawn: stopped after 3 turns'])
  })

  test('ignores what is not awaited, and gives back the same match object', () => {
    const { match } = run(ticTacToe, {}, READY)
    for (const line of ['1 NE 5', '1 ready 5', '0 ready 5', 'tick 5', '1 asked 5']) {
      expect(advance(match, eventOf(line))).toEqual({ match, effects: [] })
      expect(advance(match, eventOf(line)).match).toBe(match)
    }
  })

  test('nothing happens after the end', () => {
    const { match } = run(ticTacToe, {}, [...READY, ...O_WINS])
    for (const line of ['0 NE 99', 'tick 99999', '1 crashed 99', 'void 99', '1 resigns 99'])
      expect(advance(match, eventOf(line)).match).toBe(match)
    expect(awaitedSeats(match)).toEqual([])
  })
})

describe('the clock', () => {
  test.each([
    ['0 NW 1000', undefined],
    ['0 NW 1001', 'bob won: ann ran out of time on turn 1 (1 s a move)'],
    ['tick 1000', undefined],
    ['tick 1001', 'bob won: ann ran out of time on turn 1 (1 s a move)'],
    ['0 crashed 1001', 'bob won: ann ran out of time on turn 1 (1 s a move)'],
  ])('exactly on time is on time, one millisecond later is not: %s', (line, said) => {
    expect(run(ticTacToe, {}, [...READY, line]).said[0]).toBe(said)
  })

  test('lateness is judged before the answer is read', () => {
    expect(run(ticTacToe, {}, [...READY, '0 rubbish 1001']).said[0]).toContain('ran out of time')
  })

  test('a bank is spent by its owner alone, and only an accepted move earns the increment', () => {
    const rules = {
      clock: { kind: 'bank', ms: 1000, incrementMs: 200 },
      illegal: { kind: 'retry', times: 9 },
    } as const
    const { match } = run(ticTacToe, rules, [...READY, '0 NW 300', '1 NW 500', '1 xx 600', '1 N 700'])
    expect(match.round.clocks[0].left).toBe(900)
    expect(match.round.clocks[1].left).toBe(800)
    expect(wakeAt(match)).toBe(700 + 900 + 1)
  })

  test('getting ready has a time limit of its own, which no clock is charged for', () => {
    const { match } = run(ticTacToe, {}, ['0 ready 4000', '1 ready 5000'])
    expect(wakeAt(match)).toBe(6001)
    expect(run(ticTacToe, {}, ['0 ready 0', 'tick 5001']).said).toEqual([
      'ann won: bob was not ready within 5 s',
    ])
    expect(run(ticTacToe, {}, ['tick 5001']).match.result).toMatchObject({ winner: undefined, void: false })
  })

  test('a question that arrives late starts the clock when it arrives', () => {
    expect(run(ticTacToe, {}, [...READY, '0 asked 800', '0 NW 1800']).match.ended).toEqual([])
    expect(run(ticTacToe, {}, [...READY, '0 asked 800', '0 NW 1801']).said[0]).toContain('ran out of time')
  })

  test('without a clock there is all the time in the world', () => {
    expect(wakeAt(run(ticTacToe, { clock: { kind: 'none' } }, READY).match)).toBe(Infinity)
  })
})

describe('faults', () => {
  test.each([
    ['forfeits', ['0 NW 1', '1 NW 2'], 'ann won: bob played "NW" on turn 2, which is illegal there'],
    [
      'is unreadable',
      ['0 middle 1'],
      'bob won: ann sent something unreadable on turn 1 (Cannot read move "middle": expected a square, one of NW N NE W C E SW S SE)',
    ],
    ['resigns in its turn', ['0 resigns 1'], 'bob won: ann resigned on turn 1'],
    ['resigns out of turn', ['1 resigns 1'], 'ann won: bob resigned on turn 1'],
    ['crashes in its turn', ['0 crashed 1'], 'bob won: ann crashed on turn 1'],
    ['crashes out of turn and is next', ['1 crashed 1', '0 NW 2'], 'ann won: bob crashed on turn 2'],
    [
      'flips where nobody flips',
      ['0 flips 1'],
      'bob won: ann flipped the table on turn 1 although nothing was wrong',
    ],
  ])('a player that %s loses', (_, lines, said) => {
    expect(run(ticTacToe, {}, [...READY, ...lines]).said).toEqual([said])
  })

  test('who has made all its moves may leave early', () => {
    expect(run(ticTacToe, {}, [...READY, ...O_WINS.slice(0, 4), '1 silent 4', '0 SW 5']).said).toEqual([
      'ann won by three in a row',
    ])
  })

  test('retry refuses and asks again until the last time', () => {
    const once = { illegal: { kind: 'retry', times: 1 } } as const
    const { effects, match } = run(ticTacToe, once, [...READY, '0 bad 1'])
    expect(effects.at(-1)).toMatchObject({ kind: 'refuse', seat: 0 })
    expect(match.ended).toEqual([])
    expect(run(ticTacToe, once, [...READY, '0 bad 1', '0 bad 2']).said[0]).toContain('unreadable')
    // A new turn forgives the old refusals.
    expect(run(ticTacToe, once, [...READY, '0 bad 1', '0 NW 2', '1 N 3', '0 bad 4']).match.ended).toEqual([])
  })
})

describe('flipping the table', () => {
  const flip = (missed: 'forgiven' | 'loses') => ({ illegal: { kind: 'flip', missed } }) as const
  test.each([
    [
      'an invalid move, noticed',
      'forgiven',
      ['0 NW 1', '1 NW 2', '0 flips 3'],
      'ann won: bob played "NW" on turn 2, which is illegal there',
    ],
    [
      'an invalid move, played on',
      'forgiven',
      ['0 NW 1', '1 NW 2', '0 N 3'],
      'ann won: bob played "NW" on turn 2, which is illegal there, which went unnoticed',
    ],
    [
      'an invalid move, slept through',
      'forgiven',
      ['0 NW 1', '1 NW 2', 'tick 1003'],
      'ann won: bob played "NW" on turn 2, which is illegal there, which went unnoticed',
    ],
    [
      'an invalid move, and the victim resigns',
      'forgiven',
      ['0 NW 1', '1 NW 2', '0 resigns 3'],
      'ann won: bob played "NW" on turn 2, which is illegal there, which went unnoticed',
    ],
    ['out of turn', 'forgiven', ['1 NW 1', '0 flips 2'], 'ann won: bob sent "NW" when it was not its turn'],
    [
      'twice in a row',
      'forgiven',
      ['0 NW 1', '0 N 2', '1 flips 3'],
      'bob won: ann sent "N" when it was not its turn',
    ],
    [
      'flipped for nothing, flipped back',
      'forgiven',
      ['0 flips 1', '1 flips 2'],
      'bob won: ann flipped the table on turn 1 although nothing was wrong',
    ],
    [
      'the cheater cannot save itself',
      'forgiven',
      ['0 bad 1', '0 NW 2', '0 flips 3', '1 flips 4'],
      'bob won: ann sent something unreadable on turn 1 (Cannot read move "bad": expected a square, one of NW N NE W C E SW S SE)',
    ],
    [
      'playing on loses where it is not forgiven',
      'loses',
      ['0 NW 1', '1 NW 2', '0 N 3'],
      'bob won: ann played "N" on turn 2 instead of flipping the table',
    ],
    [
      'a right flip wins there too',
      'loses',
      ['0 NW 1', '1 NW 2', '0 flips 3'],
      'ann won: bob played "NW" on turn 2, which is illegal there',
    ],
  ] as const)('%s', (_, missed, lines, said) => {
    expect(run(ticTacToe, flip(missed), [...READY, ...lines]).said).toEqual([said])
  })

  test('the victim is asked', () => {
    const { effects } = run(ticTacToe, flip('forgiven'), [...READY, '0 xx 1'])
    expect(effects.at(-1)).toEqual({ kind: 'ask', seat: 1 })
  })
})

describe('going away', () => {
  test('a player that resigns while the other still starts has lost when it is next to move', () => {
    const early = run(ticTacToe, {}, ['0 ready 1', '0 resigns 2'])
    expect(early.match.phase).toBe('starting')
    expect(awaitedSeats(early.match)).toEqual([1])
    expect(run(ticTacToe, {}, ['0 ready 1', '0 resigns 2', '1 ready 3']).said).toEqual([
      'bob won: ann resigned on turn 1',
    ])
    const second = ['1 ready 1', '1 resigns 2', '0 ready 3']
    expect(run(ticTacToe, {}, second)).toMatchObject({ said: [], asked: [0] })
    expect(run(ticTacToe, {}, [...second, '0 NW 4']).said).toEqual(['ann won: bob resigned on turn 2'])
  })

  test('the first cause counts for a player that leaves twice', () => {
    const once = run(ticTacToe, {}, [...READY, '1 crashed 1']).match
    expect(advance(once, eventOf('1 silent 2')).match).toBe(once)
    expect(run(ticTacToe, {}, [...READY, '1 crashed 1', '1 silent 2', '0 NW 3']).said).toEqual([
      'ann won: bob crashed on turn 2',
    ])
  })

  test('a player that has failed this turn cannot leave any more', () => {
    const board = { ...tron.presets['light-cycle'], width: 5, height: 5, seats: 'fixed' }
    const failed = run(tron, {}, [...READY, '0 crashed 1'], board).match
    expect(advance(failed, eventOf('0 silent 2')).match).toBe(failed)
  })
})

describe('moves at the same time', () => {
  const board = { ...tron.presets['light-cycle'], width: 5, height: 5, seats: 'fixed' }
  const play = (lines: readonly string[]) => run(tron, {}, [...READY, ...lines], board)

  test('a failing bike dies this turn, and the other still has to survive it', () => {
    expect(play(['0 crashed 1', '1 forward 2']).said).toEqual(['bob won: ann crashed on turn 1'])
    expect(play(['1 forward 1', 'tick 1001']).said).toEqual([
      'bob won: ann ran out of time on turn 1 (1 s a move)',
    ])
    expect(play(['tick 1001']).said[0]).toMatch(/^drawn: ann ran out .* and bob ran out/)
    // seat 1 starts in the bottom right corner facing north: right is out of the board
    const both = play(['0 crashed 1', '1 right 2'])
    expect(both.match.result).toMatchObject({ winner: undefined, void: false })
    expect(both.said[0]).toMatch(/^drawn: ann crashed .*did not survive/)
  })

  test('come out the same in whatever order they arrive', () => {
    const orders = [
      ['0 left 1', '1 left 2'],
      ['1 left 2', '0 left 1'],
    ]
    const [a, b] = orders.map((lines) => play(lines).match.round.state)
    expect(a).toEqual(b)
  })
})

describe('a match', () => {
  const bestOf3 = { bestOf: 3, swapSeats: true } as const

  test('best of three ends when it is decided, and seats change after every round', () => {
    // ann wins as O, then as X.
    const { match, said } = run(ticTacToe, bestOf3, [...READY, ...O_WINS, ...READY, ...X_WINS])
    expect(match.result).toEqual({ score: [2, 0], winner: 0, void: false })
    expect(match.ended.map((round) => round.seats)).toEqual([
      [0, 1],
      [1, 0],
    ])
    expect(said).toEqual(['ann won by three in a row', 'ann won by three in a row'])
  })

  test('a round that ended keeps its last position when the next one begins', () => {
    const moves = [...READY, ...O_WINS.slice(0, -1)]
    const { match } = run(ticTacToe, bestOf3, moves)
    const { match: next, endedRound } = advance(match, eventOf(O_WINS.at(-1) ?? ''))
    expect(next).toMatchObject({ phase: 'starting', round: { index: 1, turns: 0 } })
    expect(ticTacToe.outcome(next.ended[0]?.state as never)).toMatchObject({ places: [1, 2] })
    expect(endedRound).toMatchObject({ index: 0, turns: 5, state: next.ended[0]?.state })
    expect(endedRound?.lastTurn).toEqual(['SW', undefined])
  })

  test('counted draws leave the match level', () => {
    const { match } = run(ticTacToe, bestOf3, [...READY, ...DRAWN, ...READY, ...DRAWN, ...READY, ...DRAWN])
    expect(match.result).toEqual({ score: [0, 0], winner: undefined, void: false })
  })

  test('a lead that cannot be caught ends it', () => {
    const { match } = run(ticTacToe, { bestOf: 2 }, [...READY, ...O_WINS, ...READY, ...DRAWN])
    expect(match.result).toMatchObject({ winner: 0 })
    expect(run(ticTacToe, { bestOf: 3 }, [...READY, ...O_WINS, ...READY, ...DRAWN]).match.phase).toBe(
      'starting',
    )
  })

  test('drawn rounds are replayed, up to a limit in a row', () => {
    const rules = { bestOf: 1, swapSeats: true, draws: { kind: 'replay', limit: 2 } } as const
    const rounds = [...READY, ...DRAWN]
    const twice = run(ticTacToe, rules, [...rounds, ...rounds])
    expect(twice.match).toMatchObject({ phase: 'starting', counted: 0, replays: 2 })
    expect(playerIn(twice.match, 0)).toBe(0)
    const thrice = run(ticTacToe, rules, [...rounds, ...rounds, ...rounds])
    expect(thrice.match.result).toEqual({ score: [0, 0], winner: undefined, void: false })
    const won = run(ticTacToe, rules, [...rounds, ...READY, ...X_WINS])
    expect(won.match).toMatchObject({ counted: 1, replays: 0, result: { score: [1, 0], winner: 0 } })
  })

  test('a voided round never happened: same number, same seats, same chance', () => {
    const settings = tron.presets['light-cycle']
    const before = run(tron, bestOf3, [...READY, '0 forward 1'], settings).match
    const after: Match = run(tron, bestOf3, [...READY, '0 forward 1', 'void 2'], settings).match
    expect(after.round.index).toBe(0)
    expect(after.round.state).toEqual(before.round.state)
    expect(after.score).toEqual([0, 0])
    expect(after.ended.map((round) => round.end.kind)).toEqual(['void'])
  })

  test('a round that cannot be played is given up without a winner', () => {
    const { match, said } = run(ticTacToe, {}, [...READY, 'void 1', 'void 2', 'void 3'])
    expect(match.result).toEqual({ score: [0, 0], winner: undefined, void: true })
    expect(said[0]).toBe('not counted: the lights went out')
  })
})

describe('a pause', () => {
  const clock = { kind: 'bank', ms: 100, incrementMs: 0 } as const
  const left = (...lines: string[]) => run(ticTacToe, { clock }, [...READY, ...lines]).match.round.clocks[0]

  test('stops the clock, and of the time before it only what is charged counts', () => {
    expect(left('0 paused 30 90')).toEqual({ left: 70 })
    expect(left('0 paused 0 90')).toEqual({ left: 100 })
    expect(left('0 paused 500 90'), 'at most the time that has passed').toEqual({ left: 10 })
    expect(left('0 asked 50', '0 paused 500 90'), 'since it was asked').toEqual({ left: 60 })
  })

  test('of one move takes nothing from the time of the next', () => {
    const lines = [...READY, '0 paused 30 90', '0 asked 100', '0 NW 110', '1 N 120']
    expect(run(ticTacToe, {}, lines).match.round.clocks[0]).toEqual({ left: 1000, since: 120 })
  })

  test('lasts until the player is asked again, however long that is', () => {
    expect(left('0 paused 30 90', 'tick 100000')).toEqual({ left: 70 })
    expect(left('0 paused 30 90', '0 asked 100000')).toEqual({ left: 70, since: 100000 })
    const late = ['0 paused 30 90', '0 asked 100000', 'tick 100071']
    expect(run(ticTacToe, { clock }, [...READY, ...late]).said).toEqual([
      'bob won: ann ran out of time on turn 1 (0.1 s a round)',
    ])
    expect(wakeAt(run(ticTacToe, { clock }, [...READY, '0 paused 30 90']).match)).toBe(Infinity)
  })

  test('comes too late for a player that is late, and changes nothing for one that is not to move', () => {
    expect(run(ticTacToe, { clock }, [...READY, '0 paused 0 101']).match.phase).toBe('over')
    const { match } = run(ticTacToe, { clock }, READY)
    for (const event of ['1 paused 0 50', '0 paused 0 50'].map(eventOf)) {
      const once = advance(match, event).match
      expect(once === match).toBe('seat' in event && event.seat === 1)
      expect(advance(once, event).match).toBe(once)
    }
  })
})

describe('the fingerprint of a round', () => {
  const prints = (lines: readonly string[], rules: Partial<MatchRules> = {}) =>
    run(ticTacToe, rules, lines).match.ended.map(({ fingerprint }) => fingerprint)
  const [won] = prints([...READY, ...O_WINS])

  test('is the same for the same moves, however they are written and whenever they come', () => {
    expect(won).toMatch(/^[0-9a-f]{16}$/)
    const later = ['0 ready 5', '1 ready 3', '0 nw 10', '1 N 20', '0 w 30', '1 c 40', '0 SW 50']
    expect(prints(later)).toEqual([won])
  })

  test('stays the same in later versions, because logs of tournaments keep it', () => {
    const ends = [O_WINS, ['0 crashed 5'], ['0 NW 1', '1 resigns 5'], ['tick 9999']]
    expect(ends.flatMap((moves) => prints([...READY, ...moves]))).toEqual([
      'aa5bf023ec21b845',
      '6855a0806eed93b6',
      '66b321c9e2bbe16a',
      'd478448af8b7dbc6',
    ])
  })

  test('does not depend on which player sits where', () => {
    const twice = prints([...READY, ...O_WINS, ...READY, ...O_WINS], { bestOf: 2, swapSeats: true })
    expect(twice).toEqual([won, won])
  })

  test.each<[string, readonly string[]]>([
    ['by other moves', X_WINS],
    ['by the order of moves', ['0 W 1', '1 N 2', '0 NW 3', '1 C 4', '0 SW 5']],
    ['by the fault that ended it', [...O_WINS.slice(0, -1), '0 crashed 5']],
    ['by another fault', [...O_WINS.slice(0, -1), '0 silent 5']],
    ['by a resignation', [...O_WINS.slice(0, -1), '0 resigns 5']],
    ['by the seat that resigned', [...O_WINS.slice(0, -1), '1 resigns 5']],
  ])('differs %s', (_, moves) => {
    const others = [O_WINS, X_WINS, DRAWN, [...O_WINS.slice(0, -1), '0 NW 5']].filter((all) => all !== moves)
    const known = others.flatMap((all) => prints([...READY, ...all]))
    expect(known).not.toContain(prints([...READY, ...moves])[0])
  })

  const board = { ...tron.presets['light-cycle'], height: 9, seats: 'fixed' }
  test('differs by the position before the first turn, and by the move that a failed turn had', () => {
    const first = (settings: object, lines: readonly string[]) =>
      run(tron, {}, [...READY, ...lines], { ...board, ...settings }).match.ended[0]?.fingerprint
    const all = [
      first({ width: 9 }, ['0 crashed 1', '1 crashed 1']),
      first({ width: 10 }, ['0 crashed 1', '1 crashed 1']),
      first({ width: 9 }, ['0 forward 1', '1 crashed 1']),
      first({ width: 9 }, ['0 left 1', '1 crashed 1']),
    ]
    expect(all).not.toContain(undefined)
    expect(new Set(all).size).toBe(all.length)
  })
})

test('no two of many short games have the same fingerprint', () => {
  const seen = new Set<string>()
  const cells = ['NW', 'N', 'NE', 'W', 'C', 'E', 'SW', 'S', 'SE']
  let games = 0
  for (const a of cells)
    for (const b of cells)
      for (const c of cells)
        for (const d of cells) {
          const moves = [a, b, c, d]
          if (new Set(moves).size < moves.length) continue
          const lines = moves.map((move, at) => `${at % 2} ${move} ${at + 1}`)
          const { match } = run(ticTacToe, {}, [...READY, ...lines, '0 resigns 9'])
          seen.add(match.ended[0]?.fingerprint ?? '')
          games++
        }
  expect(seen.size).toBe(games)
})

describe('the effects', () => {
  const asks = (seat: Seat): Effect => ({ kind: 'ask', seat })
  const open: Effect = { kind: 'open' }
  const board = { ...tron.presets['light-cycle'], width: 5, height: 5, seats: 'fixed' }
  /** The effects of the last line alone, and when the next clock runs out. */
  function last(
    game: unknown,
    rules: Partial<MatchRules>,
    lines: readonly string[],
    settings: object = {},
  ): readonly [readonly Effect[], number] {
    const before = run(game, rules, lines.slice(0, -1), settings).effects
    const { effects, match } = run(game, rules, lines, settings)
    return [effects.slice(before.length), wakeAt(match)]
  }
  const flip = { illegal: { kind: 'flip', missed: 'loses' } } as const
  const twice = { illegal: { kind: 'retry', times: 1 } } as const

  test.each<[string, Partial<MatchRules>, readonly string[], readonly Effect[], number]>([
    ['one is ready', {}, ['0 ready 10'], [], 5001],
    ['both are ready', {}, ['1 ready 20', '0 ready 10'], [asks(0)], 1021],
    ['a move', {}, [...READY, '0 NW 10'], [asks(1)], 1011],
    ['a question that arrives late', {}, [...READY, '0 asked 10'], [], 1011],
    ['a question that arrives at once', {}, [...READY, '0 asked 0'], [], 1001],
    ['a pause', {}, [...READY, '0 paused 5 10'], [], Infinity],
    ['a question after a pause', {}, [...READY, '0 paused 5 10', '0 asked 30'], [], 1026],
    ['one that leaves out of turn', {}, [...READY, '1 crashed 5'], [], 1001],
    ['the end of the match', {}, [...READY, '0 resigns 5'], [], Infinity],
    ['the end of a round', { bestOf: 3 }, [...READY, '0 resigns 5'], [open], 5006],
    ['a void round', {}, [...READY, 'void 5'], [open], 5006],
    ['a cheat', flip, [...READY, '0 xx 5'], [asks(1)], 1006],
    ['a cheat out of turn', flip, [...READY, '1 N 5'], [], 1001],
    [
      'an illegal move',
      twice,
      [...READY, '0 NW 1', '1 nw 5'],
      [{ kind: 'refuse', seat: 1, why: 'nw is not legal here' }],
      1002,
    ],
    ['a flip where nobody flips', twice, [...READY, '1 flips 5'], [], 1001],
  ])('of %s', (_, rules, lines, ...expected) => {
    expect(last(ticTacToe, rules, lines)).toEqual(expected)
  })

  test.each<[string, readonly string[], readonly Effect[], number]>([
    ['the start', READY, [asks(0), asks(1)], 1001],
    ['the first move of a turn', [...READY, '1 forward 5'], [], 1001],
    ['the second', [...READY, '1 forward 5', '0 forward 4'], [asks(0), asks(1)], 1006],
    ['the first to fail', [...READY, '1 crashed 5'], [], 1001],
    ['a start without one that has left', ['1 ready 0', '1 crashed 2', '0 ready 3'], [asks(0)], 1004],
  ])('of a simultaneous game: %s', (_, lines, ...expected) => {
    expect(last(tron, {}, lines, board)).toEqual(expected)
  })

  test('of a refused move are without end where refusals are', () => {
    const rules = { illegal: { kind: 'retry', times: 'unlimited' } } as const
    const lines = Array.from({ length: 20 }, (_, at) => `0 bad ${at}`)
    expect(last(ticTacToe, rules, [...READY, ...lines])[0]).toMatchObject([{ kind: 'refuse', seat: 0 }])
  })
})

describe('what counts of a player that fails', () => {
  const spent = { wall: 5 }
  const faultOf = (event: MatchEvent, lines: readonly string[] = READY, rules: Partial<MatchRules> = {}) => {
    const { end } = advance(run(ticTacToe, rules, lines).match, event).match.ended[0] ?? {}
    return end?.kind === 'forfeited' ? end.faults[0] : undefined
  }

  test.each<[string, MatchEvent, object]>([
    [
      'all that is known of a crash',
      { kind: 'left', seat: 0, cause: 'crashed', text: 'x', detail: 'it fell', spent, at: 5 },
      { kind: 'crashed', text: 'x', detail: 'it fell', spent },
    ],
    ['nothing but its kind', { kind: 'left', seat: 0, cause: 'silent', at: 5 }, { kind: 'silent' }],
    [
      'the detail of a timeout',
      { kind: 'left', seat: 0, cause: 'timeout', detail: 'it slept', spent, at: 1001 },
      { kind: 'timeout', detail: 'it slept', spent },
    ],
    ['a timeout without detail', { kind: 'left', seat: 0, cause: 'timeout', at: 1001 }, { kind: 'timeout' }],
    [
      'no other cause after the clock has run out',
      { kind: 'left', seat: 0, cause: 'crashed', detail: 'it fell', at: 1001 },
      { kind: 'timeout' },
    ],
    [
      'what a late answer took',
      { kind: 'answered', seat: 0, text: 'NW', spent, at: 1001 },
      { kind: 'timeout', spent },
    ],
    [
      'what an illegal answer took',
      { kind: 'answered', seat: 0, text: 'x', spent, at: 5 },
      { kind: 'garbled', text: 'x', detail: expect.stringContaining('Cannot read move'), spent },
    ],
    [
      'the first 120 characters of a text',
      { kind: 'left', seat: 0, cause: 'garbled', text: `${'a'.repeat(120)}b`, at: 5 },
      { kind: 'garbled', text: `${'a'.repeat(120)}…` },
    ],
    [
      'a text of 120 characters whole',
      { kind: 'left', seat: 0, cause: 'garbled', text: 'a'.repeat(120), at: 5 },
      { kind: 'garbled', text: 'a'.repeat(120) },
    ],
  ])('%s', (_, event, fault) => {
    expect(faultOf(event)).toStrictEqual(fault)
  })

  test('the detail of a slow start', () => {
    const event: MatchEvent = { kind: 'left', seat: 0, cause: 'slow-start', detail: 'it built', at: 5001 }
    expect(faultOf(event, ['1 ready 0'])).toStrictEqual({ kind: 'slow-start', detail: 'it built' })
  })
})

describe('what does not count', () => {
  const flip = { illegal: { kind: 'flip', missed: 'loses' } } as const
  const board = { ...tron.presets['light-cycle'], width: 5, height: 5, seats: 'fixed' }

  test.each<[string, unknown, Partial<MatchRules>, readonly string[], string]>([
    ['a pause before the first turn', ticTacToe, {}, ['0 ready 0'], '1 paused 0 5'],
    ['a flip before the first turn', ticTacToe, flip, ['0 ready 0'], '1 flips 5'],
    ['a flip out of turn where none flips', ticTacToe, {}, READY, '1 flips 5'],
    ['a second cheat', ticTacToe, flip, [...READY, '0 xx 1'], '0 yy 5'],
    ['a flip of the cheater', ticTacToe, flip, [...READY, '0 xx 1'], '0 flips 5'],
    ['a second move in a simultaneous turn', tron, flip, [...READY, '0 forward 1'], '0 left 5'],
    [
      'a flip of one that has moved in a simultaneous turn',
      tron,
      flip,
      [...READY, '0 forward 1'],
      '0 flips 5',
    ],
    ['a question before the first turn to one that is ready', ticTacToe, {}, ['0 ready 0'], '0 asked 9'],
  ])('%s', (_, game, rules, lines, line) => {
    const { match } = run(game, rules, lines, game === tron ? board : {})
    expect(advance(match, eventOf(line)).match).toBe(match)
  })

  test('a flip in a simultaneous game loses at once: there is no table to flip', () => {
    const flipped = run(tron, flip, [...READY, '0 flips 1', '1 forward 2'], board)
    expect(flipped.said).toEqual(['bob won: ann flipped the table on turn 1 although nothing was wrong'])
  })

  test('a resignation in a simultaneous game after the own move: the turn is played, then it is lost', () => {
    const moved = run(tron, {}, [...READY, '0 forward 1', '0 resigns 2'], board)
    expect(moved.said).toEqual([])
    expect(
      run(tron, {}, [...READY, '0 forward 1', '0 resigns 2', '1 forward 3', '1 forward 4'], board).said,
    ).toEqual(['bob won: ann resigned on turn 2'])
  })
})

test('the clock of a player that cheated or failed stops, and the time a move costs is that of its turn', () => {
  const bank = {
    clock: { kind: 'bank', ms: 1000, incrementMs: 0 },
    illegal: { kind: 'flip', missed: 'loses' },
  } as const
  const { clocks } = run(ticTacToe, bank, [...READY, '0 NW 100', '1 NW 300']).match.round
  expect(clocks).toEqual([{ left: 900, since: 300 }, { left: 1000 }])
  const early = run(ticTacToe, bank, [...READY, '0 NW 100', '0 N 300']).match.round
  expect(early.clocks).toEqual([{ left: 900 }, { left: 1000, since: 100 }])
  const perMove = run(ticTacToe, {}, [...READY, '0 NW 100', '1 N 200']).match.round
  expect(perMove.clocks).toEqual([{ left: 1000, since: 200 }, { left: 1000 }])
  const board = { ...tron.presets['light-cycle'], width: 5, height: 5, seats: 'fixed' }
  expect(run(tron, {}, [...READY, '0 crashed 100'], board).match.round.clocks).toEqual([
    { left: 1000 },
    { left: 1000, since: 0 },
  ])
})

test('rounds of a match differ in their chance, and two matches of one seed do not', () => {
  const spec = must(makeSpec(ticTacToe as unknown as AnyGame, {}, PLAIN_RULES, 7))
  const seeds = [0, 1, 2].map((index) => roundSeed(spec, index))
  expect(new Set(seeds).size).toBe(3)
  expect(seeds[0]).toBe(deriveSeed(7, 'round', 0))
})

describe('an allowance', () => {
  const clock = { kind: 'per-move', ms: 1000, allowance: { amount: 0.3, unit: 'usd' } } as const
  const move = (seat: Seat, text: string, usd?: number): MatchEvent => ({
    kind: 'answered',
    seat,
    text,
    at: 5,
    spent: { wall: 1, model: { calls: 1, tokensIn: 1, tokensOut: 1, ...(usd !== undefined && { usd }) } },
  })
  const after = (...events: readonly MatchEvent[]) =>
    events.reduce((match, event) => advance(match, event).match, run(ticTacToe, { clock }, READY).match)

  test('in dollars adds up without a tail, and all of it used is on time', () => {
    const match = after(move(0, 'NW', 0.1), move(1, 'N'), move(0, 'W', 0.2))
    expect(match.round.used).toEqual([0.3, 0])
    expect(match.phase).toBe('playing')
    const [result] = after(
      move(0, 'NW', 0.1),
      move(1, 'N'),
      move(0, 'W', 0.2),
      move(1, 'C'),
      move(0, 'SE', 0.01),
    ).ended
    expect(result?.end).toEqual({
      kind: 'forfeited',
      faults: [
        { kind: 'timeout', out: 'usd', detail: 'it used $0.31', spent: expect.objectContaining({ wall: 1 }) },
        undefined,
      ],
    })
  })

  test('is charged for the moves of the own turn alone', () => {
    const { match } = run(ticTacToe, { clock }, ['0 ready 0'])
    for (const [before, event] of [
      [after(), move(1, 'N', 9)],
      [match, move(1, 'N', 9)],
    ] as const) {
      expect(overdraws(before, event)).toBe(false)
      expect(advance(before, event).match).toBe(before)
    }
    expect(overdraws(after(), move(0, 'N', 9))).toBe(true)
    expect(overdraws(after(), { kind: 'ticked', at: 5 })).toBe(false)
    expect(overdraws(run(ticTacToe, {}, READY).match, move(0, 'N', 9))).toBe(false)
  })
})

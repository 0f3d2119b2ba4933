import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import type { Brain } from '../../game/brain.ts'
import { SEATS, winnerOf, type Pair } from '../../game/game.ts'
import { longestGroup, scoreOf, type LongestGroupState } from '../../games/longest-group/index.ts'
import { compareScores } from '../../games/longest-group/rules.ts'
import { duel } from '../duel.fixture.ts'
import { advanced } from './advanced.ts'
import { baseline } from './baseline.ts'
import { FEW, solve } from './endgame.ts'
import { readField } from './field.ts'
import { greedy } from './greedy.ts'
import { lead, longest, measure } from './lengths.ts'

const ladder: readonly Brain[] = [baseline, greedy, advanced]

test('lengths are those of the rules on full boards, or hardly ever one less', () => {
  let wrong = 0
  for (let seed = 0; seed < 300; seed++) {
    const state = fillRandomly(seed, 0)
    const { cells, neighbours, count } = readField(state)
    measure(cells, neighbours, count)
    const scores = [scoreOf(state, 0), scoreOf(state, 1)] as const
    const isSame = SEATS.every((seat) => longest[seat] === scores[seat].length)
    if (!isSame) wrong++
    else if (scores[0].length !== scores[1].length)
      expect(Math.sign(lead())).toBe(Math.sign(compareScores(...scores).lead))
    for (const seat of SEATS) expect(longest[seat]).toBeLessThanOrEqual(scores[seat].length)
  }
  expect(wrong).toBeLessThan(15)
})

test('the end is solved as trying everything solves it', () => {
  for (let seed = 0; seed < 20; seed++) {
    const state = fillRandomly(seed, 5)
    const { lead, cell } = solve(state, readField(state))
    expect(Math.sign(lead)).toBe(tryEverything(state))
    const [seat] = longestGroup.toMove(state)
    const move = readField(state).names[cell]
    if (seat === undefined || move === undefined) throw new Error('nobody is to move')
    expect(tryEverything(longestGroup.play(state, [{ seat, move }]))).toBe(Math.sign(lead))
  }
})

describe('greedy', () => {
  test('makes its longest group longer', () => {
    expect(['0,0', '4,0', '1,1', '3,1']).toContain(answerOf(greedy, '.XXX.', '.....', 'OO..O'))
  })

  test('stops the other where that group would grow by more', () => {
    expect(answerOf(greedy, 'OO.OO', '.....', '.X...', '...X.', 'X....')).toBe('2,0')
  })
})

describe('advanced', () => {
  test('answers the same with the same seed and node budget', async () => {
    const play = () =>
      duel({
        game: longestGroup,
        brains: [advanced, greedy],
        seed: 2,
        thinking: [BUDGET, {}],
        preset: 'small',
      })
    expect((await play()).moves).toEqual((await play()).moves)
  })

  test('keeps what is won, where the end is too far away for it to try everything', () => {
    let won = 0
    let kept = 0
    for (let seed = 0; seed < 20; seed++) {
      const state = fillRandomly(seed, FEW + 1, 'small')
      const seat = state.ply % 2 === 0 ? 0 : 1
      const isWon = (position: LongestGroupState): boolean =>
        Math.sign(solve(position, readField(position)).lead) === (seat === 0 ? 1 : -1)
      if (!isWon(state)) continue
      won++
      const move = must(longestGroup.notation.parseMove(String(answer(advanced, state)), state))
      if (isWon(longestGroup.play(state, [{ seat, move }]))) kept++
    }
    expect(won).toBeGreaterThan(5)
    expect(kept / won).toBeGreaterThan(0.85)
  })

  test('answers with a clock that is up at once', async () => {
    const late = { timeLeft: 0, now: () => 0 }
    const { moves } = await duel({
      game: longestGroup,
      brains: [advanced, advanced],
      seed: 1,
      thinking: [late, late],
    })
    expect(moves).toHaveLength(121)
  })
})

test.each(['standard', 'small'])('no brain plays an illegal move: %s', async (preset) => {
  for (const brain of ladder)
    for (const brains of [
      [brain, baseline],
      [baseline, brain],
    ] as const)
      await duel({
        game: longestGroup,
        brains,
        seed: 7,
        preset,
        thinking: [{ nodeBudget: 20 }, { nodeBudget: 20 }],
      })
})

test.each<readonly [string, Brain, Brain, number]>([
  ['greedy beats baseline', greedy, baseline, 3],
  ['advanced beats greedy', advanced, greedy, 2],
])('%s from both seats', async (_, stronger, weaker, pairs) => {
  for (let seed = 0; seed < pairs; seed++)
    for (const seat of SEATS) {
      const brains: Pair<Brain> = seat === 0 ? [stronger, weaker] : [weaker, stronger]
      const { winner } = await duel({ game: longestGroup, brains, seed, thinking: [BUDGET, BUDGET] })
      expect(winner).toBe(seat)
    }
})

const BUDGET = { nodeBudget: 500 }

/** A board on which all but `left` cells are taken, in turn and at random. */
function fillRandomly(seed: number, left: number, preset = 'standard'): LongestGroupState {
  const rng = seededRng(seed)
  const config = must(longestGroup.parseConfig(longestGroup.presets[preset]))
  let state = longestGroup.setup(config, rng)
  while (state.ply < state.board.length - left) {
    const seat = state.ply % 2 === 0 ? 0 : 1
    state = longestGroup.play(state, [{ seat, move: rng.pick(longestGroup.legalMoves(state, seat)) }])
  }
  return state
}

/** 1 if seat 0 wins with best play, -1 if seat 1 does. */
function tryEverything(state: LongestGroupState): number {
  const outcome = longestGroup.outcome(state)
  if (outcome) {
    const winner = winnerOf(outcome)
    return winner === undefined ? 0 : winner === 0 ? 1 : -1
  }
  const seat = state.ply % 2 === 0 ? 0 : 1
  const results = longestGroup
    .legalMoves(state, seat)
    .map((move) => tryEverything(longestGroup.play(state, [{ seat, move }])))
  return seat === 0 ? Math.max(...results) : Math.min(...results)
}

function answerOf(brain: Brain, ...rows: readonly string[]): unknown {
  const board = rows.join('')
  const config = { width: rows[0]?.length ?? 0, height: rows.length }
  return answer(brain, { config, board, ply: board.replaceAll('.', '').length })
}

function answer(brain: Brain, state: LongestGroupState): unknown {
  const seat = state.ply % 2 === 0 ? 0 : 1
  const start = { seat, view: state, rng: seededRng(1), log: () => {}, playUnasked: () => {} } as const
  return brain.move({
    ...start,
    number: state.ply + 1,
    legal: longestGroup.legalMoves(state, seat),
    timeLeft: Infinity,
    ...BUDGET,
    memory: brain.init?.(start),
    play: () => {},
    remark: () => {},
    resign: () => {},
    flip: () => {},
  })
}

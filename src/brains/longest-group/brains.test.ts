import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import type { Brain } from '../../game/brain.ts'
import { SEATS, winnerOf, type Pair } from '../../game/game.ts'
import { longestGroup, type LongestGroupState } from '../../games/longest-group/index.ts'
import { duel } from '../duel.fixture.ts'
import { advanced } from './advanced.ts'
import { baseline } from './baseline.ts'
import { FEW, solve } from './endgame.ts'
import { readField } from './field.ts'
import { fillRandomly } from './fill-randomly.fixture.ts'
import { builder, greedy, opportunist, sometimesBuilder } from './greedy.ts'
import { playouts } from './playouts.ts'

const ladder: readonly Brain[] = [
  baseline,
  sometimesBuilder,
  builder,
  opportunist,
  greedy,
  playouts(50),
  advanced,
]

test('the end is solved as trying everything solves it', () => {
  for (let seed = 0; seed < 20; seed++) {
    const state = fillRandomly(seed, 5)
    const { lead, cell } = solve(readField(state))
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

describe('builder', () => {
  test('makes its longest group longer, and does not see the other one', () => {
    expect(['1,1', '0,2', '2,2', '1,4', '0,3', '2,3']).toContain(
      answerOf(builder, 'OO.OO', '.....', '.X...', '.X...', '.....'),
    )
  })
})

test('sometimes-builder builds on about one turn of three, drawn by the seed', async () => {
  const turns: boolean[] = []
  for (let seed = 0; seed < 10; seed++)
    await duel({
      game: longestGroup,
      brains: [sometimesBuilder, baseline],
      seed,
      thinking: [{}, {}],
      // Of the two only `builder` remarks on its moves.
      onTurn: ({ seat, remark }) => seat === 0 && turns.push(remark !== undefined),
    })
  const built = turns.filter(Boolean).length
  expect(Math.abs(built / turns.length - 0.35)).toBeLessThan(0.06)
})

test('a search of so many playouts makes as many, with whatever time there is, and no more than its budget', async () => {
  const nodes: unknown[] = []
  const brain = playouts(60)
  for (const thinking of [{}, { timeLeft: 1e9, now: () => 0 }, { nodeBudget: 20 }])
    await duel({
      game: longestGroup,
      brains: [brain, baseline],
      seed: 1,
      preset: 'small',
      thinking: [thinking, {}],
      mostTurns: 1,
      onTurn: ({ remark }) => nodes.push(remark?.nodes),
    })
  expect(nodes).toEqual([60, 60, 20])
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
        Math.sign(solve(readField(position)).lead) === (seat === 0 ? 1 : -1)
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

const BUDGET = { nodeBudget: 1000 }

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

import { describe, expect, test } from 'vitest'
import { seededRng } from '../../base/rng.ts'
import type { Brain } from '../../game/brain.ts'
import { SEATS, type Pair } from '../../game/game.ts'
import {
  quoridor,
  shortestPathLength,
  type QuoridorMove,
  type QuoridorState,
} from '../../games/quoridor/index.ts'
import { duel } from '../duel.fixture.ts'
import { advanced } from './advanced.ts'
import { alphabeta2 } from './alphabeta-2.ts'
import { baseline } from './baseline.ts'
import { blocker } from './blocker.ts'
import { learnedSearcher, searcher } from './searcher.ts'
import { sometimesWalker } from './sometimes-walker.ts'
import { walker } from './walker.ts'

const ladder: readonly Brain[] = [
  baseline,
  sometimesWalker,
  walker,
  blocker,
  alphabeta2,
  searcher(50),
  learnedSearcher(60),
  advanced,
]

describe.each([alphabeta2, advanced] as readonly Brain[])('$name', (brain) => {
  test.each([
    ['steps into the goal', { pawns: ['e8', 'a5'], walls: '' }, ['e9']],
    ['jumps into the goal', { pawns: ['e7', 'e8'], walls: '' }, ['e9']],
    ['jumps aside into the goal', { pawns: ['e8', 'e9'], walls: '' }, ['d9', 'f9']],
    ['wins before it defends', { pawns: ['e8', 'e2'], walls: '' }, ['e9']],
  ] as const)('%s', async (_, { pawns, walls }, expected) => {
    expect(expected).toContain(await answer(brain, position({ pawns, walls })))
  })

  test('stops a pawn that is one step from its goal', async () => {
    const state = position({ pawns: ['e4', 'e2'], walls: '' })
    const move = (await answer(brain, state)) as QuoridorMove
    expect(shortestPathLength(quoridor.play(state, [{ seat: 0, move }]), 1)).toBeGreaterThan(1)
  })
})

describe('alphabeta-2', () => {
  test.each([
    ['at the start', { pawns: ['e1', 'e9'], walls: '' }],
    ['where only walls help', { pawns: ['e2', 'e3'], walls: '' }],
    ['where only walls help, and some stand', { pawns: ['a4', 'd2'], walls: 'c4h e4h d6v b2v' }],
    ['where it has lost', { pawns: ['a1', 'e2'], walls: '', wallsLeft: [0, 0] }],
  ] as const)('takes the first of the best moves in the order of the rows, %s', async (_, picture) => {
    const state = position(picture)
    expect(await answer(alphabeta2, state)).toBe(firstBest(state))
  })
})

/** Slowly, by the rules: the pawn's moves, then walls from rank 8 down, from a to h, the flat one first. */
function firstBest(state: QuoridorState): string | undefined {
  const moves = quoridor.legalMoves(state, 0)
  const steps = moves.filter((move) => move.length === 2)
  const walls = [...'87654321'].flatMap((rank) =>
    [...'abcdefgh'].flatMap((file) => [`${file}${rank}h`, `${file}${rank}v`]),
  )
  const inOrder = [...steps, ...walls.filter((wall) => moves.includes(wall as QuoridorMove))]
  const lead = (after: QuoridorState): number => {
    const outcome = quoridor.outcome(after)
    if (outcome) return outcome.places[0] === 1 ? 1000 : -1000
    return shortestPathLength(after, 1) - shortestPathLength(after, 0)
  }
  const value = (move: string): number => {
    const after = quoridor.play(state, [{ seat: 0, move: move as QuoridorMove }])
    if (quoridor.outcome(after)) return lead(after)
    return Math.min(
      ...quoridor.legalMoves(after, 1).map((reply) => lead(quoridor.play(after, [{ seat: 1, move: reply }]))),
    )
  }
  const values = inOrder.map(value)
  return inOrder[values.indexOf(Math.max(...values))]
}

test('baseline plays each of the 131 first moves, walls and steps alike, about equally often', () => {
  const state = position({ pawns: ['e1', 'e9'], walls: '' })
  const legal = quoridor.legalMoves(state, 0)
  const rng = seededRng(7)
  const counts = new Map(legal.map((move) => [move as string, 0]))
  const turn = { legal, rng } as unknown as Parameters<Brain['move']>[0]
  for (let draw = 0; draw < 131_000; draw++) {
    const move = baseline.move(turn) as string
    counts.set(move, (counts.get(move) ?? Number.NaN) + 1)
  }
  expect(counts.size).toBe(131)
  for (const times of counts.values()) expect(Math.abs(times - 1000)).toBeLessThan(160)
})

test('sometimes-walker draws at the start of a round whether it walks, and keeps to it', async () => {
  let walked = 0
  const rounds = 200
  for (let seed = 0; seed < rounds; seed++) {
    const steps: boolean[] = []
    await duel({
      game: quoridor,
      brains: [sometimesWalker, baseline],
      seed,
      thinking: [{}, {}],
      mostTurns: 12,
      // Of the two only `walker` remarks on its moves.
      onTurn: ({ seat, remark }) => seat === 0 && steps.push(remark !== undefined),
    })
    expect(new Set(steps).size).toBe(1)
    if (steps[0] === true) walked++
  }
  expect(Math.abs(walked / rounds - 0.5)).toBeLessThan(0.1)
})

describe('advanced', () => {
  test('makes a long way longer where one wall closes a corridor', async () => {
    // The second player is in a dead end that opens at the top: one wall across it costs many steps.
    const state = position({ pawns: ['a4', 'e3'], walls: 'd1v d3v e1v e3v b5h', wallsLeft: [3, 0] })
    const move = (await answer(advanced, state)) as QuoridorMove
    const gained =
      shortestPathLength(quoridor.play(state, [{ seat: 0, move }]), 1) - shortestPathLength(state, 1)
    expect(gained).toBeGreaterThanOrEqual(4)
  })

  test('runs when nobody can stop it, instead of spending walls', async () => {
    const state = position({ pawns: ['e6', 'a9'], walls: '', wallsLeft: [5, 0] })
    expect(await answer(advanced, state)).toHaveLength(2)
  })

  test('plays the race to its end when the walls are gone', async () => {
    const played = await duel({
      game: { ...quoridor, setup: () => position({ pawns: ['e4', 'd7'], walls: '', wallsLeft: [0, 0] }) },
      brains: [advanced, walker],
      seed: 1,
      thinking: [{ nodeBudget: 500 }, {}],
    })
    expect(played.winner).toBe(0)
  })

  test('answers the same with the same seed and node budget', async () => {
    const play = () => playOut([advanced, alphabeta2], 3, 300)
    expect((await play()).moves).toEqual((await play()).moves)
  })

  test('answers with a clock that is up at once', async () => {
    const state = position({ pawns: ['e1', 'e9'], walls: '' })
    expect(quoridor.legalMoves(state, 0)).toContain(
      await answer(advanced, state, { timeLeft: 0, now: () => 0 }),
    )
  })
})

test.each(['standard', 'small'])('no brain plays an illegal move: %s', async (preset) => {
  for (const brain of ladder)
    for (const seat of SEATS) {
      const brains: Pair<Brain> = seat === 0 ? [brain, baseline] : [baseline, brain]
      await duel({ game: quoridor, brains, seed: 7, preset, thinking: [FEW_NODES, FEW_NODES], mostTurns: 60 })
    }
})

// `alphabeta-2` takes its time: one game as either side is enough for the strongest.
test.each<readonly [string, Brain, Brain, number]>([
  ['walker', walker, baseline, 4],
  ['alphabeta-2', alphabeta2, walker, 4],
  ['advanced', advanced, alphabeta2, 1],
])('%s wins against a weaker one from both seats', async (_, stronger, weaker, openings) => {
  let wins = 0
  for (let seed = 0; seed < openings; seed++)
    for (const seat of SEATS) {
      const brains: Pair<Brain> = seat === 0 ? [stronger, weaker] : [weaker, stronger]
      if ((await playOut(brains, seed, 5000)).winner === seat) wins++
    }
  expect(wins).toBe(2 * openings)
})

const FEW_NODES = { nodeBudget: 60 }

const playOut = (brains: Pair<Brain>, seed: number, nodeBudget: number) =>
  duel({ game: quoridor, brains, seed, thinking: [{ nodeBudget }, { nodeBudget }] })

interface Picture {
  readonly pawns: readonly [string, string]
  readonly walls: string
  readonly wallsLeft?: Pair<number>
}

/** The first player to move. */
function position({ pawns, walls, wallsLeft = [5, 5] }: Picture): QuoridorState {
  const signs = Array<string>(64).fill('.')
  for (const wall of walls.split(' ').filter((word) => word !== ''))
    signs[8 * (Number(wall[1]) - 1) + wall.charCodeAt(0) - 97] = wall[2] ?? '.'
  return { size: 9, turn: 0, pawns: pawns as QuoridorState['pawns'], wallsLeft, walls: signs.join('') }
}

async function answer(
  brain: Brain,
  state: QuoridorState,
  thinking: { readonly nodeBudget?: number; readonly timeLeft?: number; readonly now?: () => number } = {
    nodeBudget: 5000,
  },
): Promise<unknown> {
  const start = { seat: state.turn, view: state, rng: seededRng(1), log: () => {}, playUnasked: () => {} }
  const memory = await brain.init?.(start)
  return brain.move({
    ...start,
    number: 1,
    legal: quoridor.legalMoves(state, state.turn),
    timeLeft: Infinity,
    ...thinking,
    memory,
    play: () => {},
    remark: () => {},
    resign: () => {},
    flip: () => {},
  })
}

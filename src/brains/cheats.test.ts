import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { findChallenge } from '../challenges/index.ts'
import type { Brain } from '../game/brain.ts'
import { otherSeat, SEATS, type Seat } from '../game/game.ts'
import { boardOf, fits } from '../games/quoridor/board.ts'
import {
  quoridor,
  shortestPathLength,
  type QuoridorMove,
  type QuoridorState,
} from '../games/quoridor/index.ts'
import { readWall } from '../games/quoridor/names.ts'
import { makeSpec, type IllegalMovePolicy, type Match, type MatchRules } from '../match/match.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { playMatch } from '../runner/play-match.ts'
import { brainsFor, findBrain } from './index.ts'
import { playerOf, refereeing, trusting } from './opponents.fixture.ts'

/** Builds where the cheater would, as near to its pawn as it can. */
const SPOILER: Brain<QuoridorState> = {
  name: 'spoiler',
  move({ view, seat, legal, rng }) {
    const [file, rank] = view.pawns[otherSeat(seat)]
    const far = (wall: string): number =>
      Math.abs(wall.charCodeAt(0) - String(file).charCodeAt(0)) + Math.abs(Number(wall[1]) - Number(rank))
    const walls = legal.filter((move) => move.length === 3)
    const nearest = Math.min(...walls.map(far))
    return rng.pick(walls.length > 0 ? walls.filter((wall) => far(wall) === nearest) : legal)
  },
}

interface Pairing {
  readonly challenge: string
  readonly cheat: string
  /** The cheater's. */
  readonly seat: Seat
  readonly opponent: (brain: Brain) => Contestant
  readonly opponentName: string
  readonly illegal: IllegalMovePolicy
  readonly seed: number
  readonly settings?: Readonly<Record<string, unknown>>
}

const STRICT: IllegalMovePolicy = { kind: 'flip', missed: 'loses' }
const FORGIVING: IllegalMovePolicy = { kind: 'flip', missed: 'forgiven' }

async function play(pairing: Pairing): Promise<Match> {
  const challenge = findChallenge(pairing.challenge)
  if (challenge === undefined) throw new Error(`there is no ${pairing.challenge}`)
  const { game, preset, rules } = challenge
  const settings = { ...game.presets[preset], ...pairing.settings }
  const played: MatchRules = { ...rules, illegal: pairing.illegal, clock: { kind: 'none' }, bestOf: 1 }
  const brain = (name: string): Brain => {
    const found = name === SPOILER.name ? SPOILER : findBrain(name, game.id)
    if (found === undefined) throw new Error(`there is no house:${name} for ${game.id}`)
    return found
  }
  const cheater = playerOf(brain(pairing.cheat))
  const opponent = pairing.opponent(brain(pairing.opponentName))
  return playMatch({
    challenge: challenge.id,
    spec: must(makeSpec(game, settings, played, pairing.seed)),
    contestants: pairing.seat === 0 ? [cheater, opponent] : [opponent, cheater],
  })
}

const cheatsOf = (game: string): readonly string[] =>
  brainsFor(game)
    .map(({ name }) => name)
    .filter((name) => name.startsWith('cheat-'))

const OPPONENTS: Readonly<Record<string, readonly string[]>> = {
  'tic-tac-toe': ['random', 'baseline', 'first'],
  quoridor: ['random', 'walker', 'alphabeta-2', 'spoiler'],
}

/** Seeds enough to see different games, and few enough to be quick. */
const SEEDS = [1, 2, 3, 4]

const allPairings = (challenge: string, cheat: string): readonly Omit<Pairing, 'opponent' | 'illegal'>[] =>
  SEATS.flatMap((seat) =>
    (OPPONENTS[challenge] ?? []).flatMap((opponentName) =>
      SEEDS.map((seed) => ({ challenge, cheat, seat, opponentName, seed })),
    ),
  )

describe.each(['tic-tac-toe', 'quoridor'])('in %s', (challenge) => {
  const referee = (brain: Brain): Contestant => {
    const game = findChallenge(challenge)?.game
    if (game === undefined) throw new Error(`there is no ${challenge}`)
    return refereeing(brain, game)
  }

  test.each(cheatsOf(challenge))('%s loses to an opponent that checks it by the rules', async (cheat) => {
    for (const pairing of allPairings(challenge, cheat)) {
      const { result, ended, round } = await play({ ...pairing, opponent: referee, illegal: STRICT })
      expect.soft(result?.winner, JSON.stringify(pairing)).toBe(otherSeat(pairing.seat))
      expect(round.cheat?.seat).toBe(pairing.seat)
      expect(ended[0]?.end).toMatchObject({ kind: 'forfeited', noticed: true })
    }
  })

  test.each(cheatsOf(challenge))(
    '%s beats an opponent that trusts it, where a missed flip loses',
    async (cheat) => {
      for (const pairing of allPairings(challenge, cheat)) {
        const { result, ended } = await play({ ...pairing, opponent: trusting, illegal: STRICT })
        expect(result?.winner).toBe(pairing.seat)
        expect(ended[0]?.end).toMatchObject({ kind: 'forfeited', noticed: false })
        expect(ended[0]?.end).toHaveProperty(`faults.${otherSeat(pairing.seat)}.kind`, 'missed-flip')
      }
    },
  )

  test.each(cheatsOf(challenge))('%s loses all the same where not noticing is forgiven', async (cheat) => {
    for (const pairing of allPairings(challenge, cheat)) {
      const { result, ended } = await play({ ...pairing, opponent: trusting, illegal: FORGIVING })
      expect(result?.winner).toBe(otherSeat(pairing.seat))
      expect(ended[0]?.end).toMatchObject({ kind: 'forfeited', noticed: false })
    }
  })

  test.each(cheatsOf(challenge))(
    '%s loses to every brain, which need not watch for cheats',
    async (cheat) => {
      for (const pairing of allPairings(challenge, cheat)) {
        const { result } = await play({ ...pairing, opponent: playerOf, illegal: STRICT })
        expect(result?.winner).toBe(otherSeat(pairing.seat))
      }
    },
  )
})

describe('the word that breaks the rules', () => {
  test.each([
    ['tic-tac-toe', 'cheat-out-of-bound', 1, 'garbled', '', 1],
    ['tic-tac-toe', 'cheat-duplicate', 1, 'illegal', 'NW', 1],
    ['tic-tac-toe', 'cheat-x-first', 1, 'out-of-turn', 'NW', 0],
    ['tic-tac-toe', 'cheat-twice-a-row', 0, 'out-of-turn', undefined, 3],
    ['tic-tac-toe', 'cheat-flip', 1, 'false-flip', undefined, 1],
    ['quoridor', 'cheat-teleport', 1, 'illegal', 'e5', 1],
    ['quoridor', 'cheat-second-first', 1, 'out-of-turn', 'e8', 0],
    ['quoridor', 'cheat-twice-a-row', 1, 'out-of-turn', 'e7', 2],
    ['quoridor', 'cheat-wall-outside', 0, 'garbled', 'i4h', 0],
    ['quoridor', 'cheat-pawn-outside', 1, 'garbled', 'e10', 1],
    ['quoridor', 'cheat-wall-cross', 0, 'illegal', 'e4v', 2],
    ['quoridor', 'cheat-walk-through-wall', 0, 'illegal', 'e2', 2],
    ['quoridor', 'cheat-flip', 1, 'false-flip', undefined, 1],
  ] as const)(
    '%s: %s in seat %i is %s %j after %i moves',
    async (challenge, cheat, seat, kind, text, turns) => {
      const { round } = await play({
        challenge,
        cheat,
        seat,
        opponent: playerOf,
        opponentName: 'first',
        illegal: STRICT,
        seed: 1,
      })
      expect(round.cheat?.fault).toMatchObject({ kind, ...(text !== undefined && { text }) })
      expect(round.turns).toBe(turns)
    },
  )
})

describe('the wall that breaks the rules', () => {
  const strikes = (cheat: string) =>
    Promise.all(
      allPairings('quoridor', cheat).map(async (pairing) => {
        const { round } = await play({ ...pairing, opponent: playerOf, illegal: STRICT })
        const text = round.cheat?.fault.text ?? ''
        return { seat: pairing.seat, state: round.state as QuoridorState, wall: text as QuoridorMove }
      }),
    )

  test('of cheat-eleven-walls would be legal if there were one left', async () => {
    for (const { seat, state, wall } of await strikes('cheat-eleven-walls')) {
      expect(state.wallsLeft[seat]).toBe(0)
      expect(quoridor.isLegal({ ...state, turn: seat, wallsLeft: [1, 1] }, seat, wall)).toBe(true)
    }
  })

  test('of cheat-wall-blocking fits, is paid for, and leaves somebody no way', async () => {
    for (const { seat, state, wall } of await strikes('cheat-wall-blocking')) {
      expect(state.wallsLeft[seat]).toBeGreaterThan(0)
      expect(fits(boardOf(state), readWall(wall, state.size))).toBe(true)
      const shut = quoridor.play(state, [{ seat, move: wall }])
      expect(() => SEATS.map((each) => shortestPathLength(shut, each))).toThrow('shut in')
    }
  })
})

describe('where the table is never flipped', () => {
  const RETRY: IllegalMovePolicy = { kind: 'retry', times: 'unlimited' }
  const FORFEIT: IllegalMovePolicy = { kind: 'forfeit' }

  const everywhere = ['tic-tac-toe', 'quoridor', 'longest-group', 'boost-tron', 'light-cycle', 'torus-tron']
    .map((challenge) => [challenge, cheatsOf(findChallenge(challenge)?.game.id ?? '')] as const)
    .flatMap(([challenge, names]) => names.map((cheat) => [challenge, cheat] as const))

  /** Large boards take long to fill. */
  const SMALL: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'longest-group': { width: 5, height: 5 },
    'boost-tron': { width: 16, height: 12, starts: ['4,6,e', '11,6,w'] },
  }

  test.each(everywhere)('%s: %s plays on when it is refused, to a proper end', async (challenge, cheat) => {
    for (const seat of SEATS)
      for (const seed of SEEDS.slice(0, 3)) {
        const common = { challenge, cheat, seat, opponentName: 'random', seed, opponent: playerOf } as const
        const settings = SMALL[challenge] ?? {}
        const { result, ended } = await play({ ...common, settings, illegal: RETRY })
        expect(result?.void).toBe(false)
        expect(ended[0]?.end.kind).toBe('played')
      }
  })

  const OUT_OF_TURN = new Set(['cheat-x-first', 'cheat-second-first', 'cheat-twice-a-row'])

  test.each(everywhere)('%s: %s forfeits, unless it only speaks out of turn', async (challenge, cheat) => {
    for (const seat of SEATS) {
      const common = {
        challenge,
        cheat,
        seat,
        opponentName: 'baseline',
        seed: 1,
        opponent: playerOf,
      } as const
      const settings = SMALL[challenge] ?? {}
      const { ended } = await play({ ...common, settings, illegal: FORFEIT })
      const end = ended[0]?.end
      expect(end?.kind).toBe(OUT_OF_TURN.has(cheat) ? 'played' : 'forfeited')
      if (end?.kind === 'forfeited') expect(end.faults[otherSeat(seat)]).toBeUndefined()
    }
  })
})

test('in quoridor a cheater never stalls, however small the board and few the walls', async () => {
  for (const cheat of cheatsOf('quoridor'))
    for (const settings of [
      { size: 3, walls: 0 },
      { size: 3, walls: 2 },
      { size: 5, walls: 3 },
      { size: 7, walls: 20 },
    ])
      for (const seat of SEATS)
        for (const opponentName of ['random', 'walker', 'spoiler'])
          for (const illegal of [STRICT, { kind: 'retry', times: 'unlimited' } as const]) {
            const { ended } = await play({
              challenge: 'quoridor',
              cheat,
              seat,
              opponent: playerOf,
              opponentName,
              illegal,
              seed: 5,
              settings,
            })
            expect(['played', 'forfeited']).toContain(ended[0]?.end.kind)
          }
})

test.each(['tic-tac-toe', 'quoridor', 'tron', 'longest-group'])('each brain of %s is listed once', (game) => {
  const names = brainsFor(game).map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  expect(names).toContain('cheat-flip')
})

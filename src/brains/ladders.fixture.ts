import { must } from '../base/result.ts'
import { deriveSeed, seededRng } from '../base/rng.ts'
import type { Brain } from '../game/brain.ts'
import type { AnyGame } from '../game/game.ts'
import { longestGroup } from '../games/longest-group/index.ts'
import { quoridor } from '../games/quoridor/index.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { tron } from '../games/tron/index.ts'
import { brains as longestGroupBrains } from './longest-group/index.ts'
import { brains as quoridorBrains } from './quoridor/index.ts'
import { brains as ticTacToeBrains } from './tic-tac-toe/index.ts'
import { brains as tronBrains } from './tron/index.ts'

type Settings = Readonly<Record<string, unknown>>

/** The house brains of a game under one set of rules, from the weakest to the strongest. */
export interface Ladder {
  readonly name: string
  readonly game: AnyGame
  readonly brains: readonly Brain[]
  /** Both seats have equal chances: they move at the same time, or the first mover is drawn. */
  readonly isEven: boolean
  /** The score that a brain must reach against the one below it. */
  readonly goals: Readonly<Record<string, number>>
  /** Whether it must reach it from each seat. */
  readonly goalsBySeat: boolean
  /** A round that takes longer is drawn; tron ends by itself. */
  readonly mostTurns: number
  /** The share of the requested games that is played; less than 1 for long games. */
  readonly part: number
  /** The position from which a pair of games is played, the same for the same number. */
  readonly opening: (index: number) => unknown
}

const { 'light-cycle': light, 'boost-tron': boost, 'torus-tron': torus } = tron.presets

export const LADDERS: readonly Ladder[] = [
  randomLadder('tic-tac-toe', ticTacToe, ticTacToeBrains, 0),
  {
    ...randomLadder('longest-group', longestGroup, longestGroupBrains, 2),
    goals: { advanced: 0.95 },
    goalsBySeat: true,
  },
  { ...randomLadder('quoridor', quoridor, quoridorBrains, 2), goals: { advanced: 0.95 } },
  tronLadder('light-cycle 10×10', { ...light }),
  tronLadder('light-cycle 15×15', { ...light, width: 15, height: 15 }),
  tronLadder('light-cycle 30×20', { ...light, width: 30, height: 20 }),
  tronLadder('torus-tron 37×10', { ...torus }),
  tronLadder('torus-tron 20×15 open', { ...torus, width: 20, height: 15, walls: 'none' }),
  tronLadder('boost-tron 30×20', { ...boost, width: 30, height: 20, starts: '7,10,e -8,10,w' }),
  tronLadder('boost-tron 130×100', { ...boost }),
]

export function findLadder(name: string): Ladder {
  const ladder = LADDERS.find((each) => each.name === name)
  if (ladder === undefined) throw new Error(`there is no ladder ${name}`)
  return ladder
}

/** The first pair of games begins at the start, the others after a few random moves. */
export function randomLadder(
  name: string,
  game: AnyGame,
  brains: readonly Brain[],
  plies: number,
  settings: Settings = Object.values(game.presets)[0] ?? {},
): Ladder {
  return {
    name,
    game,
    brains,
    isEven: false,
    goals: {},
    goalsBySeat: false,
    mostTurns: 400,
    part: 1,
    opening(index) {
      const rng = seededRng(deriveSeed(index, 'opening'))
      let state = game.setup(must(game.parseConfig(settings)), rng)
      for (let ply = index === 0 ? plies : 0; ply < plies; ply++) {
        const seats = game.toMove(state)
        if (seats.length === 0) throw new Error(`${name} is over after ${ply} moves`)
        state = game.play(
          state,
          seats.map((seat) => ({ seat, move: rng.pick(game.legalMoves(state, seat)) })),
        )
      }
      return state
    },
  }
}

/** The first pair of games has the usual starts, the others random ones that are symmetric under a half turn. */
export function tronLadder(name: string, settings: Settings): Ladder {
  const [width, height] = [Number(settings['width']), Number(settings['height'])]
  return {
    name,
    game: tron,
    brains: tronBrains,
    isEven: settings['timing'] === 'simultaneous',
    goals: { advanced: 0.9 },
    goalsBySeat: false,
    mostTurns: Infinity,
    part: width * height > 1000 ? 0.2 : 1,
    opening(index) {
      const rng = seededRng(deriveSeed(1, 'starts', index))
      for (;;) {
        const [x, y] = [rng.below(width), rng.below(height)]
        const facing = rng.pick(['n', 'e', 's', 'w'] as const)
        const opposite = { n: 's', e: 'w', s: 'n', w: 'e' }[facing]
        const drawn = `${x},${y},${facing} ${width - 1 - x},${height - 1 - y},${opposite}`
        const starts = index === 0 ? settings['starts'] : drawn
        const config = tron.parseConfig({ ...settings, starts, seats: 'fixed' })
        if (!config.ok) continue
        const state = tron.setup(config.value, rng)
        const { cycles } = state
        // Neither dead on a wall, nor so near to the middle that the first turn decides.
        if (cycles.every(({ death, x: at }) => death === undefined && Math.abs(2 * at - width + 1) > 2))
          return state
      }
    },
  }
}

import { must } from '../base/result.ts'
import { deriveSeed, seededRng } from '../base/rng.ts'
import type { Brain, BrainTurn } from '../game/brain.ts'
import { readRemark, type Remark } from '../game/remark.ts'
import { SEATS, winnerOf, type AnyGame, type Pair, type Seat, type SeatMove } from '../game/game.ts'

export interface DuelOptions {
  readonly game: AnyGame
  readonly brains: Pair<Brain>
  readonly seed: number
  /** How each seat may think; `timeLeft` is the same at every turn. */
  readonly thinking: Pair<Partial<Pick<BrainTurn, 'timeLeft' | 'now' | 'nodeBudget'>>>
  readonly preset?: string
  /** A position to begin with, instead of the start of the preset. */
  readonly start?: unknown
  /** A round that takes longer is drawn. */
  readonly mostTurns?: number
  /** Called for each move, with its remark and the position before it. */
  onTurn?(answer: Answered): void
}

export interface Answered {
  readonly seat: Seat
  readonly move: string
  readonly remark: Remark | undefined
  readonly ms: number
  readonly state: unknown
}

export interface Duel {
  readonly winner: Seat | undefined
  readonly moves: readonly string[]
}

/** Plays a round between two brains without a match; throws on an illegal move. */
export async function duel(options: DuelOptions): Promise<Duel> {
  const { game, seed, mostTurns = 400 } = options
  let state = options.start ?? startOf(game, seed, options.preset)
  const starts = SEATS.map((seat) => ({
    seat,
    view: game.view(state, seat),
    rng: seededRng(deriveSeed(seed, 'seat', seat)),
    log: () => {},
    playUnasked: () => {},
  }))
  const memories: unknown[] = []
  for (const seat of SEATS) memories[seat] = await options.brains[seat].init?.(starts[seat] as never)

  async function ask(seat: Seat, number: number): Promise<SeatMove> {
    let remark: Remark | undefined
    const question = {
      ...(starts[seat] as (typeof starts)[number]),
      view: game.view(state, seat),
      number,
      legal: game.legalMoves(state, seat),
      timeLeft: Infinity,
      ...options.thinking[seat],
      memory: memories[seat],
      play: () => {},
      remark: (said: Remark | string) => {
        remark = readRemark(said)
      },
      resign: () => {},
      flip: () => {},
    }
    const began = performance.now()
    const move = await options.brains[seat].move(question)
    const ms = performance.now() - began
    memories[seat] = question.memory
    if (typeof move !== 'string' || !game.isLegal(state, seat, move))
      throw new Error(`${options.brains[seat].name} played ${String(move)}, which is illegal`)
    options.onTurn?.({ seat, move, remark, ms, state })
    return { seat, move }
  }

  const moves: string[] = []
  for (let number = 1; number <= mostTurns && game.toMove(state).length > 0; number++) {
    const turn: SeatMove[] = []
    for (const seat of game.toMove(state)) turn.push(await ask(seat, number))
    state = game.play(state, turn)
    moves.push(...turn.map(({ move }) => move))
  }
  const outcome = game.outcome(state)
  return { winner: outcome && winnerOf(outcome), moves }
}

function startOf(game: AnyGame, seed: number, preset = Object.keys(game.presets)[0] ?? ''): unknown {
  return game.setup(must(game.parseConfig(game.presets[preset])), seededRng(seed))
}

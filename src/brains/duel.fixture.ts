import { must } from '../base/result.ts'
import { deriveSeed, seededRng } from '../base/rng.ts'
import type { Brain, BrainTurn } from '../game/brain.ts'
import { readRemark, type Remark } from '../game/remark.ts'
import { SEATS, winnerOf, type AnyGame, type Pair, type Seat } from '../game/game.ts'

export interface DuelOptions {
  readonly game: AnyGame
  readonly brains: Pair<Brain>
  readonly seed: number
  /** How each seat may think; `timeLeft` is the same at every turn. */
  readonly thinking: Pair<Partial<Pick<BrainTurn, 'timeLeft' | 'now' | 'nodeBudget'>>>
  readonly preset?: string
  /** A round that takes longer is drawn. */
  readonly mostTurns?: number
  onTurn?(seat: Seat, move: string, remark: Remark | undefined, ms: number): void
}

export interface Duel {
  readonly winner: Seat | undefined
  readonly moves: readonly string[]
}

/** Lets two brains play a round without a match around it; an illegal move is an error. */
export async function duel(options: DuelOptions): Promise<Duel> {
  const { game, seed, mostTurns = 400 } = options
  const settings = game.presets[options.preset ?? 'standard'] ?? {}
  let state = game.setup(must(game.parseConfig(settings)), seededRng(seed))
  let remark: Remark | undefined
  const starts = SEATS.map((seat) => ({
    seat,
    view: game.view(state, seat),
    rng: seededRng(deriveSeed(seed, 'seat', seat)),
    log: () => {},
    playUnasked: () => {},
  }))
  const memories: unknown[] = []
  for (const seat of SEATS) memories[seat] = await options.brains[seat].init?.(starts[seat] as never)
  const moves: string[] = []
  for (let turn = 1; turn <= mostTurns; turn++) {
    const [seat] = game.toMove(state)
    if (seat === undefined) break
    const legal = game.legalMoves(state, seat)
    const question = {
      ...(starts[seat] as (typeof starts)[number]),
      view: game.view(state, seat),
      number: turn,
      legal,
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
    remark = undefined
    const began = performance.now()
    const move = await options.brains[seat].move(question)
    options.onTurn?.(seat, String(move), remark, performance.now() - began)
    memories[seat] = question.memory
    if (typeof move !== 'string' || !game.isLegal(state, seat, move))
      throw new Error(`${options.brains[seat].name} played ${String(move)}, which is illegal`)
    state = game.play(state, [{ seat, move }])
    moves.push(move)
  }
  const outcome = game.outcome(state)
  return { winner: outcome && winnerOf(outcome), moves }
}

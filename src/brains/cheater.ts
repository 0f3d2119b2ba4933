import type { Brain, BrainTurn } from '../game/brain.ts'

export interface CheatPlan<View, Move extends string> {
  readonly name: `cheat-${string}`
  readonly game: string
  readonly plays: string
  /** Plays while it cannot cheat, and after a cheat was refused. */
  readonly honest: Brain<View, Move>
  /** Only if the cheat takes longer than the honest brain. */
  readonly thinks?: Brain['thinks']
  /** For a cheat that does not wait for a turn. */
  readonly init?: Brain<View>['init']
  /** A word that breaks the rules, or a legal one that prepares for it; undefined while the cheat is not possible. */
  cheat(turn: BrainTurn<View>): string | undefined
}

/** A brain that breaks the rules as soon as it can. Where illegal moves are only refused, it tries once a turn. */
export const cheater = <View, Move extends string>(plan: CheatPlan<View, Move>): Brain<View> => ({
  name: plan.name,
  game: plan.game,
  plays: plan.plays,
  ...thinkingOf(plan),
  ...(plan.init && { init: plan.init }),
  move: (turn) =>
    (turn.refused === undefined ? plan.cheat(turn) : undefined) ??
    plan.honest.move(turn as BrainTurn<View, Move>),
})

function thinkingOf<View, Move extends string>({
  thinks,
  honest,
}: CheatPlan<View, Move>): Pick<Brain, 'thinks'> {
  const most = thinks ?? honest.thinks
  return most ? { thinks: most } : {}
}

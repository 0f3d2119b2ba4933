import type { Brain } from '../game/brain.ts'
import { brainsFor, isCheat, retiredFor } from './index.ts'
import { STRENGTHS, type Strength } from './strength.ts'

/** A house brain as a step of the ladder. */
export interface Rung extends Strength {
  readonly brain: string
  /** How it plays, in one clause. */
  readonly plays: string
}

/** The brain that fixes the scale of the ladder, and its rating. */
export const ANCHOR = { brain: 'random', rating: 600 } as const

/** What names a challenge and its game. */
interface Played {
  readonly id: string
  readonly game: { readonly id: string }
}

/** The house brains of a challenge that play by the rules and were measured, the weakest first. */
export const rungsOf = (challenge: Played): readonly Rung[] => measured(challenge, honestBrains(challenge))

/** The brains that were rungs of a challenge, with the rating that games against them still count with. */
export const formerRungsOf = (challenge: Played): readonly Rung[] =>
  measured(challenge, retiredFor(challenge.game.id))

const measured = ({ id }: Played, brains: readonly Brain[]): readonly Rung[] =>
  brains
    .flatMap(({ name, plays = '' }): Rung[] => {
      const strength = STRENGTHS[id]?.[name]
      return strength ? [{ brain: name, plays, ...strength }] : []
    })
    .toSorted((a, b) => a.rating - b.rating || (a.brain < b.brain ? -1 : 1))

/** The house brains of a challenge that were not measured yet. */
export const unmeasuredOf = (challenge: Played): readonly Brain[] =>
  honestBrains(challenge).filter(({ name }) => STRENGTHS[challenge.id]?.[name] === undefined)

/** The house brains of a challenge that break the rules. */
export const cheatsOf = ({ game }: Played): readonly Brain[] => brainsFor(game.id).filter(isCheat)

const honestBrains = ({ game }: Played): readonly Brain[] =>
  brainsFor(game.id).filter((brain) => !isCheat(brain))

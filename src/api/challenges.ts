import { Type } from 'typebox'
import { ChallengeParam, Id, List, Nullable, words, type Shape } from './schema.ts'

/** Challenges, their settings and their standings. */

/** A setting, with all that a page needs to draw it as a form. */
export const FieldBody = Type.Object({
  name: Type.String(),
  title: Type.String(),
  expects: Type.String({ description: 'The accepted values, as the end of a sentence' }),
  kind: words(['number', 'choice', 'flag', 'list', 'text']),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  step: Type.Optional(Type.Number()),
  word: Type.Optional(Type.String({ description: 'May stand for a number' })),
  choices: Type.Optional(List(Type.String())),
  value: Type.String({ description: 'The default, as text' }),
})
export type FieldBody = Shape<typeof FieldBody>

export const ChallengeParams = Type.Object({ challenge: ChallengeParam })

export const ChallengeBody = Type.Object({
  id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  game: Type.String(),
  wire: Type.String({ description: 'The wire of its own contestants' }),
  clock: Type.String({ description: 'In words' }),
  bestOf: Type.Integer(),
  brains: List(Type.String(), { description: 'House brains that play it' }),
  judges: Type.Number({ description: 'The most points that a judge may give; 0 without judges' }),
  openings: words(['usual', 'asked', 'none'], {
    description:
      'Whether tournaments begin with openings of the game: unless turned off, only if asked for, or never',
  }),
})
export type ChallengeBody = Shape<typeof ChallengeBody>

export const ChallengeList = Type.Object({ challenges: List(ChallengeBody) })
export type ChallengeList = Shape<typeof ChallengeList>

const RungBody = Type.Object({
  brain: Type.String({ description: 'Its name, as in `house:NAME`' }),
  plays: Type.String({ description: 'How it plays, in one clause' }),
  rating: Type.Integer({ description: 'On the scale of the ladder' }),
  plusMinus: Type.Integer({ description: 'Half of the 95 % interval' }),
})
/** A house brain as a step of the ladder, the weakest first. */
export type RungBody = Shape<typeof RungBody>

const KitBody = Type.Object({
  language: Type.String({ description: 'Names the kit in addresses and on the command line' }),
  title: Type.String({ description: 'The language as people write it' }),
  wire: Type.String(),
  edit: Type.String({ description: 'The source file to make better' }),
  uploads: Type.Boolean({ description: 'Whether the arena runs it; other kits connect from outside' }),
})
/** A bot to start from. */
export type KitBody = Shape<typeof KitBody>

export const KitParams = Type.Object({
  challenge: ChallengeParam,
  language: Type.String({
    maxLength: 32,
    description: 'A kit of the challenge, as its home lists them',
    examples: ['python'],
  }),
})

/** The source file of a kit, for an editor. */
export const KitSourceBody = Type.Object({ file: Type.String(), text: Type.String() })
export type KitSourceBody = Shape<typeof KitSourceBody>

/** What a contestant needs to begin with a challenge. */
export const ChallengeHomeBody = Type.Object({
  rungs: List(RungBody),
  cheats: List(Type.String(), { description: 'House brains that break the rules, to test a bot against' }),
  kits: List(KitBody),
  pages: Type.Object(
    { rules: Type.String(), wire: Nullable(Type.String()) },
    { description: 'Pages of the guide', examples: [{ rules: 'rules/quoridor', wire: 'wire/sse-arena' }] },
  ),
  good: Nullable(Type.String({ description: 'The address of the record of a good match' })),
})
export type ChallengeHomeBody = Shape<typeof ChallengeHomeBody>

export const WholeChallengeBody = Type.Intersect([
  ChallengeBody,
  Type.Object({
    settings: List(FieldBody, { description: 'Of the game' }),
  }),
])
export type WholeChallengeBody = Shape<typeof WholeChallengeBody>

const TallyBody = Type.Object({
  player: Id,
  name: Type.String(),
  played: Type.Integer(),
  won: Type.Integer(),
  drawn: Type.Integer(),
  lost: Type.Integer(),
})

export const StandingsBody = Type.Object({ standings: List(TallyBody) })

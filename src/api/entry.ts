import { Type } from 'typebox'
import { PersonBody } from './people.ts'
import { DateTime, Id, List, Nullable, PlayerId, TournamentId, words, type Shape } from './schema.ts'
import { EntryCloses, EntryState, TournamentBody } from './tournaments.ts'

/** How teams enter a contest: terms, the join link, and who is ready. */

export const JoinParams = Type.Object({
  code: Type.String({
    maxLength: 32,
    description: 'Of the join link; capitals, spaces and dashes do not matter',
    examples: ['K7QF-M2XA'],
  }),
})

export const EntryTeamParams = Type.Object({ tournament: TournamentId, player: PlayerId })

export const EntryTermsBody = Type.Object(
  {
    entry: EntryState,
    entryCloses: Type.Optional(EntryCloses),
    newLink: Type.Optional(Type.Boolean({ description: 'The old join link ends, and there is another one' })),
  },
  { additionalProperties: false },
)
export type EntryTermsBody = Shape<typeof EntryTermsBody>

const TeamState = words(['in', 'asked', 'refused'], {
  description: '`asked`: the team waits for the approval of the organiser',
})

/** A contest, as the page of its join link shows it. */
export const JoinBody = Type.Object({
  tournament: TournamentBody,
  joined: Type.Integer({ description: 'Teams that are in the contest' }),
  you: Nullable(Type.Object({ player: PersonBody, state: Nullable(TeamState) })),
})
export type JoinBody = Shape<typeof JoinBody>

export const JoiningBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({ maxLength: 200, description: 'Of a new team; a team that is signed in joins as itself' }),
    ),
    members: Type.Optional(Type.String({ maxLength: 400 })),
  },
  { additionalProperties: false },
)
export type JoiningBody = Shape<typeof JoiningBody>

export const JoinedBody = Type.Object({ player: PersonBody, tournament: Id, state: TeamState })
export type JoinedBody = Shape<typeof JoinedBody>

export const DecisionBody = Type.Object(
  { state: words(['in', 'refused'], { description: '`in` also enters a team that did not ask' }) },
  { additionalProperties: false },
)
export type DecisionBody = Shape<typeof DecisionBody>

const Choice = Nullable(
  Type.String({
    maxLength: 32,
    description: '`bot:ID`, `wire` if the team plays over a wire; null: its newest bot that can play',
  }),
)

export const ChoiceBody = Type.Object({ plays: Choice }, { additionalProperties: false })
export type ChoiceBody = Shape<typeof ChoiceBody>

/** What the start does with teams for which nothing can play. */
export const StartQuery = Type.Object({
  unready: Type.Optional(
    words(['ask', 'leave-out', 'by-wire'], {
      description:
        'Teams that joined and for which nothing can play: the start is refused with their names (if this is left out), they are left out, or they play over a wire',
      examples: ['leave-out'],
    }),
  ),
})
export type StartQuery = Shape<typeof StartQuery>

const ReadyTeam = Type.Object({
  player: Nullable(Id),
  name: Type.String({ description: 'As an entrant' }),
  state: TeamState,
  joined: Nullable(DateTime),
  members: Nullable(Type.String({ description: 'For the organiser and the team itself' })),
  choice: Choice,
  plays: Nullable(
    Type.String({
      description: 'The player that would play now: `bot:ID@VERSION`, `player:ID` or `house:NAME`',
    }),
  ),
  bot: Nullable(
    Type.Object({
      id: Id,
      name: Type.String(),
      version: Type.Integer({ description: 'Its newest version' }),
      status: words(['building', 'passed', 'failed', 'unjudged']),
      reason: Nullable(
        Type.String({
          description: 'Why it did not pass, in one line; for the organiser and the team itself',
        }),
      ),
    }),
  ),
  wire: Nullable(Type.String({ description: 'The wires over which the team is connected now' })),
  lastSeen: Nullable(DateTime),
})
export type ReadyTeam = Shape<typeof ReadyTeam>

export const ReadinessBody = Type.Object({
  tournament: TournamentBody,
  teams: List(ReadyTeam, {
    description:
      'What the organiser entered, then the teams as they joined; the organiser also sees refused teams',
  }),
})
export type ReadinessBody = Shape<typeof ReadinessBody>

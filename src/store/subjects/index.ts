import type { Reading } from '../database.ts'
import { actions, type ActionEntry } from './actions.ts'
import { announcements, type AnnouncementEntry } from './announcements.ts'
import { battles, type BattleEntry } from './battles.ts'
import { botLogs, type BotLogEntry } from './bot-logs.ts'
import { bots, type BotEntry } from './bots.ts'
import { contestResults } from './contest-results.ts'
import { entry, type EntryEntry } from './entry.ts'
import { evaluations, type EvaluationEntry } from './evaluations.ts'
import { judges, type JudgesEntry } from './judges.ts'
import { ladders, type LadderEntry } from './ladders.ts'
import { matches, type MatchEntry } from './matches.ts'
import { people, type PeopleEntry } from './people.ts'
import { plans, type PlanEntry } from './plans.ts'
import { signInLinks, type SignInLinkEntry } from './sign-in-links.ts'
import { statistics } from './statistics.ts'
import { teams } from './teams.ts'
import { tournaments, type TournamentEntry } from './tournaments.ts'
import { webhooks, type WebhookEntry } from './webhooks.ts'

export type * from './actions.ts'
export type * from './announcements.ts'
export type * from './battles.ts'
export type * from './bot-logs.ts'
export type * from './bots.ts'
export type * from './entry.ts'
export type * from './contest-results.ts'
export type * from './evaluations.ts'
export type * from './judges.ts'
export type * from './ladders.ts'
export type * from './matches.ts'
export type * from './people.ts'
export type * from './plans.ts'
export type * from './sign-in-links.ts'
export type * from './statistics.ts'
export type * from './teams.ts'
export type * from './tournaments.ts'
export type * from './webhooks.ts'

/**
 * Everything that can happen in an arena, as one closed list. The log of these entries is the truth; all other tables are
 * projections of it, and can be rebuilt from it.
 */
export type LogEntry =
  | PeopleEntry
  | SignInLinkEntry
  | BotEntry
  | LadderEntry
  | MatchEntry
  | BattleEntry
  | BotLogEntry
  | EvaluationEntry
  | TournamentEntry
  | EntryEntry
  | PlanEntry
  | JudgesEntry
  | ActionEntry
  | AnnouncementEntry
  | WebhookEntry

/** The tables of a subject refer to tables of those before it. */
export const SUBJECTS = [
  people,
  signInLinks,
  bots,
  ladders,
  matches,
  statistics,
  teams,
  battles,
  botLogs,
  evaluations,
  tournaments,
  entry,
  plans,
  judges,
  actions,
  announcements,
  contestResults,
  webhooks,
]

/** The half of a store that reads. */
export type Reads = ReturnType<typeof readsOf>

export const readsOf = (database: Reading) => ({
  ...people.reads(database),
  ...signInLinks.reads(database),
  ...bots.reads(database),
  ...ladders.reads(database),
  ...matches.reads(database),
  ...statistics.reads(database),
  ...teams.reads(database),
  ...battles.reads(database),
  ...botLogs.reads(database),
  ...evaluations.reads(database),
  ...tournaments.reads(database),
  ...entry.reads(database),
  ...plans.reads(database),
  ...judges.reads(database),
  ...actions.reads(database),
  ...announcements.reads(database),
  ...contestResults.reads(database),
  ...webhooks.reads(database),
})

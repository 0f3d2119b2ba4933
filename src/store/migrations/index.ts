import { arena } from './1-arena.ts'
import { battles } from './2-battles.ts'
import { tournaments } from './3-tournaments.ts'
import { accounts } from './4-accounts.ts'
import { withdrawals } from './5-withdrawals.ts'
import { retries } from './6-retries.ts'
import { keyOrigins } from './7-key-origins.ts'
import { actions } from './8-actions.ts'
import { callOrder } from './9-call-order.ts'
import { startedByTeams } from './10-started-by-teams.ts'
import { ladders } from './11-ladders.ts'
import { fingerprints } from './12-fingerprints.ts'
import { entry } from './13-entry.ts'
import { judges } from './14-judges.ts'
import { announcements } from './15-announcements.ts'
import { plans } from './16-plans.ts'
import { rematches } from './17-rematches.ts'
import { webhooks } from './18-webhooks.ts'
import { workerKeys } from './19-worker-keys.ts'
import { seasonMatches } from './20-season-matches.ts'

/**
 * The migrations in order; `user_version` of a database counts those it has seen. A published migration is never changed. A new
 * kind of entry needs a new migration, if only an empty one: an older gamegrid then refuses to open the file.
 */
export const MIGRATIONS: readonly string[] = [
  arena,
  battles,
  tournaments,
  accounts,
  withdrawals,
  retries,
  keyOrigins,
  actions,
  callOrder,
  startedByTeams,
  ladders,
  fingerprints,
  entry,
  judges,
  announcements,
  plans,
  rematches,
  webhooks,
  workerKeys,
  seasonMatches,
]

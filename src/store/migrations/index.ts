import { arena } from './1-arena.ts'
import { battles } from './2-battles.ts'
import { tournaments } from './3-tournaments.ts'
import { accounts } from './4-accounts.ts'
import { withdrawals } from './5-withdrawals.ts'
import { retries } from './6-retries.ts'
import { keyOrigins } from './7-key-origins.ts'
import { actions } from './8-actions.ts'
import { callOrder } from './9-call-order.ts'

/**
 * What brings a database up to date, in order; a database knows how many of them it has seen. One that was published is never
 * changed. A new kind of entry needs a new one, if only an empty one: it keeps an older gamegrid from opening the file.
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
]

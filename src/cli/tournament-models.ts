import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { usedIn } from '../models/call-file.ts'
import { openModels, type ModelFlags, type Models } from './models.ts'
import type { TournamentPlan } from './tournament-plan.ts'

/** The language models of a tournament. */
export interface TournamentModels extends Models {
  /** Where the calls of a match are kept. */
  callFile(key: string): string
}

/** Opens the models among the entrants, if there are any. What earlier runs used counts towards the budget. */
export function openTournamentModels(
  { tournament, bots, folder }: Pick<TournamentPlan, 'tournament' | 'bots' | 'folder'>,
  flags: ModelFlags,
): TournamentModels | undefined {
  const sources = [...bots.values()].flatMap(({ source }) => (source.kind === 'model' ? [source] : []))
  if (sources.length === 0) return undefined
  const calls = join(folder, 'calls')
  mkdirSync(calls, { recursive: true, mode: 0o700 })
  const models = openModels(tournament.challenge, flags, usedIn(calls))
  for (const source of sources) models.check(source, tournament.rules.clock)
  return { ...models, callFile: (key) => join(calls, `${key}.jsonl`) }
}

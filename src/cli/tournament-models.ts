import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { show } from '../base/fields.ts'
import { parseObject } from '../base/json.ts'
import { whyNotRead } from '../base/why-not-read.ts'
import { usedIn } from '../models/call-file.ts'
import { nodeDigest } from '../runner/digest.ts'
import { makeFolder } from '../store/make-folder.ts'
import { orCannotWrite } from './cannot-write.ts'
import { openModels, type ModelFlags, type Models, type ModelSource } from './models.ts'
import { badArgument, CommandError, orExit } from './problem.ts'
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
  orCannotWrite('the calls to', calls, () => makeFolder(calls, 0o700))
  checkPrompts(join(calls, 'prompts.json'), sources)
  const models = openModels(tournament.challenge, flags, orExit(usedIn(calls)))
  for (const source of sources) models.check(source, tournament.rules.clock)
  return { ...models, callFile: (key) => join(calls, `${key}.jsonl`) }
}

/** A prompt from a file must be the same for all matches: its hash is kept, and another text ends the command. */
function checkPrompts(file: string, sources: readonly ModelSource[]): void {
  const kept = parseObject(readKept(file)) ?? {}
  const now = Object.fromEntries(
    sources.flatMap(({ plan: { variant, own } }) => (own === undefined ? [] : [[variant, nodeDigest(own)]])),
  )
  for (const [variant, hash] of Object.entries(now))
    if ((kept[variant] ?? hash) !== hash)
      throw new CommandError(
        `Cannot resume: the prompt ${show(variant)} was changed since the tournament began, so put its text back or begin a new tournament`,
        2,
      )
  if (Object.keys(now).length > 0) writeFileSync(file, `${JSON.stringify(now)}\n`, { mode: 0o600 })
}

function readKept(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  } catch (error) {
    throw badArgument(`Cannot read ${file}: ${whyNotRead(error)}`)
  }
}

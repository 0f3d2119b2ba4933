import { pathToFileURL } from 'node:url'
import { show } from '../base/fields.ts'
import { isObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { findBrain } from '../brains/index.ts'
import type { Brain } from '../game/brain.ts'
import { messageOf } from '../base/message-of.ts'
import { describeThrown } from '../protocols/in-process/connect-brain.ts'
import { whileImporting, whyNotImported } from './brain-import.ts'
import type { BrainSource } from './brain-source.ts'
import { hasFreeDescriptor, isShortage } from './is-shortage.ts'
import { traceOfImport } from './thrown-trace.ts'

/** The host had no resources to load the module: nothing is known about the brain. */
export const NOT_LOADED = 'brain-not-loaded'

/** `log` gets the place of an error in the module, for its author. */
export async function loadBrain(
  source: BrainSource,
  game: string,
  log: (line: string) => void = () => {},
): Promise<Result<Brain>> {
  const brain = source.kind === 'house' ? houseBrain(source.name, game) : await importBrain(source.path, log)
  if (brain.ok && brain.value.game !== undefined && brain.value.game !== game)
    return fail(
      'brain-game',
      `Cannot play ${game} with ${brain.value.name}: it is a brain for ${brain.value.game}`,
    )
  return brain
}

function houseBrain(name: string, game: string): Result<Brain> {
  const brain = findBrain(name, game)
  return brain ? ok(brain) : fail('brain-unknown', `Cannot find house:${name}: no such brain plays ${game}`)
}

async function importBrain(path: string, log: (line: string) => void): Promise<Result<Brain>> {
  let module: unknown
  try {
    module = await whileImporting(path, () => import(pathToFileURL(path).href))
  } catch (error) {
    if (isShortage(error) || !hasFreeDescriptor()) return fail(NOT_LOADED, messageOf(error))
    const why = whyNotImported(error)
    if (why !== undefined) return fail('brain-load', why)
    const trace = await traceOfImport(error, path)
    if (trace !== undefined) log(trace)
    return fail('brain-load', `loading it threw ${describeThrown(error)}`)
  }
  const found = isModule(module) ? (module.default ?? module.brain) : undefined
  if (!isObject(found))
    return fail('brain-shape', 'it exports no brain: expected a default export { name, move }')
  const { name, move, init, game } = found
  if (typeof name !== 'string' || name.trim() === '')
    return fail('brain-shape', `its name is ${show(name)}: expected a word`)
  if (typeof move !== 'function') return fail('brain-shape', `its move is ${show(move)}: expected a function`)
  if (init !== undefined && typeof init !== 'function')
    return fail('brain-shape', `its init is ${show(init)}: expected a function`)
  if (game !== undefined && typeof game !== 'string')
    return fail('brain-shape', `its game is ${show(game)}: expected the id of a game`)
  return ok(found as unknown as Brain)
}

const isModule = (value: unknown): value is { readonly default?: unknown; readonly brain?: unknown } =>
  typeof value === 'object' && value !== null

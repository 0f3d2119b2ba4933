import { typedSettings } from '../base/fields.ts'
import type { Problem } from '../base/result.ts'
import type { AnyGame } from '../game/game.ts'
import { badArgument, unknownName } from './problem.ts'

/** A preset changed by `--set` and `--size`. The game validates the values. */
export function readSettings(
  game: AnyGame,
  preset: string,
  changes: readonly string[],
  size?: string,
): Readonly<Record<string, unknown>> {
  return typedSettings(game.settings, { ...game.presets[preset], ...readChanges(game, changes, size) })
}

/** Only what `--set` and `--size` name. */
export function readChanges(
  game: AnyGame,
  changes: readonly string[],
  size?: string,
): Readonly<Record<string, unknown>> {
  const settings: Record<string, unknown> = {}
  for (const change of [...readSize(game, size), ...changes.map(splitChange)]) {
    const [key, value] = change
    if (!Object.hasOwn(game.settings, key)) {
      const known = Object.keys(game.settings)
      throw badArgument(
        known.length === 0
          ? `Cannot set ${JSON.stringify(key)}: ${game.title} has no settings`
          : unknownName('setting', key, known).message,
      )
    }
    settings[key] = value
  }
  return settings
}

/** A size for which the starts of the challenge do not fit. */
export function explainSize(
  { message, at = '' }: Problem,
  { set = [], size }: { readonly set?: readonly string[]; readonly size?: string },
): string {
  const isTheirs =
    size !== undefined && at.endsWith('starts') && !set.some((one) => one.startsWith('starts='))
  return isTheirs
    ? `${message}; set starts that fit every size, as in --size ${size} --set "starts=1,1 -2,-2"`
    : message
}

function splitChange(change: string): readonly [string, string] {
  const at = change.indexOf('=')
  if (at < 1) throw badArgument(`Cannot read --set ${JSON.stringify(change)}: expected key=value`)
  return [change.slice(0, at), change.slice(at + 1)]
}

function readSize(game: AnyGame, size: string | undefined): readonly (readonly [string, string])[] {
  if (size === undefined) return []
  const match = /^(\d{1,4})(?:[x×](\d{1,4}))?$/i.exec(size.trim())
  if (match === null)
    throw badArgument(`Cannot read size ${JSON.stringify(size)}: expected a number like 20, or 37x10`)
  const [, width = '', height = width] = match
  if ('width' in game.settings)
    return [
      ['width', width],
      ['height', height],
    ]
  if ('size' in game.settings && width === height) return [['size', width]]
  throw badArgument(
    `Cannot set the size to ${size}: ${game.title} ${'size' in game.settings ? 'is played on a square board' : 'has one size only'}`,
  )
}

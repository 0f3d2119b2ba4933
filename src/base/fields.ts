import { isObject } from './json.ts'
import { fail, ok, type Result } from './result.ts'

/**
 * One setting of a configuration: how it is read, and how it is described to a person or drawn as a form.
 * Values come from data files (numbers, lists) and from the command line (always text); a field reads both.
 */
export interface Field<T> {
  readonly title: string
  /** The accepted values, as the end of a sentence: "a whole number from 3 to 200". */
  readonly expects: string
  /** The control that a form draws for it; a text field if this is left out. */
  readonly form?: FieldForm
  read(value: unknown): T | undefined
}

export type FieldForm =
  | {
      readonly kind: 'number'
      readonly min?: number
      readonly max?: number
      readonly step?: number
      /** A word that is accepted in place of a number. */
      readonly word?: string
    }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'flag' }
  /** An ordered list of some of the choices. */
  | { readonly kind: 'list'; readonly choices: readonly string[] }

export type Fields<T> = { readonly [K in keyof T]: Field<T[K]> }

export function integer(title: string, min: number, max: number): Field<number> {
  return {
    title,
    expects: `a whole number from ${min} to ${max}`,
    form: { kind: 'number', min, max, step: 1 },
    read(value) {
      const number = isWhole(value) ? Number(value) : value
      return Number.isInteger(number) && (number as number) >= min && (number as number) <= max
        ? (number as number)
        : undefined
    },
  }
}

export function choice<const T extends readonly string[]>(title: string, options: T): Field<T[number]> {
  return {
    title,
    expects: options.length === 2 ? `${options[0]} or ${options[1]}` : `one of ${options.join(', ')}`,
    form: { kind: 'choice', choices: options },
    read: (value) => options.find((option) => option === value),
  }
}

/** Reads every field of `input`. An unknown key is a problem, so that a misspelt setting is never ignored. */
export function readFields<T extends object>(fields: Fields<T>, input: unknown): Result<T> {
  if (!isObject(input))
    return fail('bad-settings', `Cannot read configuration ${show(input)}: expected an object of settings`)
  const names = Object.keys(fields)
  for (const key of Object.keys(input)) {
    if (!Object.hasOwn(fields, key))
      return fail('unknown-setting', `Cannot set ${show(key)}: ${listSettings(names)}`, key)
  }
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const field = fields[name as keyof T]
    const given = input[name]
    const value = field.read(given)
    if (value === undefined)
      return fail('bad-setting', `Cannot set ${name} to ${show(given)}: expected ${field.expects}`, name)
    values[name] = value
  }
  return ok(values as T)
}

/** Settings with their types: a number that came as text, from a command line, a form or an address, becomes a number. */
export const typedSettings = (
  fields: Readonly<Record<string, Pick<Field<unknown>, 'form'>>>,
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const isNumber = Object.hasOwn(fields, name) && fields[name]?.form?.kind === 'number'
      return [name, isNumber && isWhole(value) ? Number(value) : value]
    }),
  )

const isWhole = (value: unknown): value is string => typeof value === 'string' && /^-?\d{1,15}$/.test(value)

function listSettings(names: readonly string[]): string {
  if (names.length === 0) return 'this game has no settings'
  return names.length === 1 ? `the only setting is ${names[0]}` : `the settings are ${names.join(', ')}`
}

/** A value for an error message: short, on one line, without control characters. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'bigint' ? `${value}n` : asJson(value)
  const safe = text.replaceAll(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '?')
  return safe.length > 80 ? `${safe.slice(0, 77)}…` : safe
}

/** JSON of any value: bots log and throw what they like. */
function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return asPlainJson(value)
  }
}

/** A big integer, and a part that has itself within it, stand in the JSON as words. */
function asPlainJson(value: unknown): string {
  const within: unknown[] = []
  function word(this: unknown, _: string, part: unknown): unknown {
    if (typeof part === 'bigint') return `${part}n`
    // `this` is the object that has the part: the objects after it in the list are done.
    within.length = within.lastIndexOf(this) + 1
    if (within.includes(part)) return '[cycle]'
    within.push(part)
    return part
  }
  try {
    return JSON.stringify(value, word) ?? typeof value
  } catch {
    // Its own `toJSON` or accessor throws, or it is nested deeper than the stack.
    return typeof value
  }
}

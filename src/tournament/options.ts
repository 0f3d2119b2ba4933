import { readFields, show, type Field, type Fields } from '../base/fields.ts'
import { isObject } from '../base/json.ts'
import { fail, type Result } from '../base/result.ts'
import type { Rule } from './ranking.ts'
import { drawLots, TIE_BREAKS } from './tie-breaks.ts'

/** Reads the settings of a format; those not given have their defaults. */
export function readOptions<T extends object>(
  format: string,
  fields: Fields<T>,
  defaults: T,
  input: unknown,
): Result<T> {
  if (!isObject(input))
    return fail('bad-options', `Cannot read the settings of ${format} ${show(input)}: expected an object`)
  return readFields(fields, { ...defaults, ...input })
}

export const flag = (title: string): Field<boolean> => ({
  title,
  expects: 'yes or no',
  form: { kind: 'flag' },
  read: (value) =>
    value === true || value === 'yes' || value === 'true'
      ? true
      : value === false || value === 'no' || value === 'false'
        ? false
        : undefined,
})

/** A number, or a word that stands for what is usual. */
export const orWord = <const W extends string>(field: Field<number>, word: W): Field<number | W> => ({
  title: field.title,
  expects: `${field.expects}, or ${word}`,
  ...(field.form?.kind === 'number' && { form: { ...field.form, word } }),
  read: (value) => (value === word ? word : field.read(value)),
})

export type TieBreakId = string

/** A list of the rules' names, in the order in which they are applied; on the command line with commas. */
export const tieBreakList: Field<readonly TieBreakId[]> = {
  title: 'What decides between entrants with equal points, one after the other',
  expects: `a list of ${TIE_BREAKS.map(({ id }) => id).join(', ')}`,
  form: { kind: 'list', choices: TIE_BREAKS.map(({ id }) => id) },
  read(value) {
    const list: unknown = typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value
    if (!Array.isArray(list)) return undefined
    const known = list.flatMap((id) => TIE_BREAKS.filter((rule) => rule.id === id).map((rule) => rule.id))
    return known.length === list.length && new Set(known).size === known.length ? known : undefined
  },
}

/** `seed` is that of the tournament: it draws the lots. */
export const tieBreakRules = (ids: readonly TieBreakId[], seed: number): readonly Rule[] =>
  ids.flatMap((id) => (id === 'lots' ? [drawLots(seed)] : TIE_BREAKS.filter((rule) => rule.id === id)))

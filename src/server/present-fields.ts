import type { FieldBody } from '../api/challenges.ts'
import type { Field } from '../base/fields.ts'

type Drawn = Omit<Field<unknown>, 'read'>

/** Settings with their defaults, as text that the field would read. */
export const presentFields = (
  fields: Readonly<Record<string, Drawn>>,
  values: Readonly<Record<string, unknown>>,
): readonly FieldBody[] =>
  Object.entries(fields).map(([name, field]) => presentField(name, field, values[name]))

const presentField = (name: string, { title, expects, form }: Drawn, value: unknown): FieldBody => ({
  name,
  title,
  expects,
  ...presentForm(form),
  value: textOf(value, form?.kind === 'list' ? ',' : ' '),
})

function presentForm(form: Drawn['form']) {
  if (form === undefined) return { kind: 'text' as const }
  return 'choices' in form ? { kind: form.kind, choices: form.choices } : form
}

function textOf(value: unknown, separator: string): string {
  // A setting that may be left out has no default.
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.join(separator)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

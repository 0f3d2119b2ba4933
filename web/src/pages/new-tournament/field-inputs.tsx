import { useId } from 'react'
import type { FieldBody } from '../../../../src/api/challenges.ts'
import type { Texts } from './tournament-draft.ts'
import { OrderedList } from './ordered-list.tsx'

interface FieldInputsProps {
  readonly fields: readonly FieldBody[]
  readonly texts: Texts | undefined
  /** The name of a field → why it was refused. */
  readonly problemOf: (name: string) => string | undefined
  readonly onChange: (texts: Texts) => void
}

/** An input for each field, by its kind. */
export const FieldInputs = ({ fields, texts = {}, problemOf, onChange }: FieldInputsProps) => (
  <div className="fields tiles">
    {fields.toSorted(listsLast).map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        text={texts[field.name]}
        problem={problemOf(field.name)}
        onChange={(text) => onChange({ ...texts, [field.name]: text })}
      />
    ))}
  </div>
)

/** Lists take a whole row. */
const listsLast = (a: FieldBody, b: FieldBody): number =>
  Number(a.kind === 'list') - Number(b.kind === 'list')

interface FieldInputProps {
  readonly field: FieldBody
  readonly text: string | undefined
  readonly problem: string | undefined
  readonly onChange: (text: string) => void
}

function FieldInput({ field, text, problem, onChange }: FieldInputProps) {
  const id = useId()
  const { kind, title, word, value } = field
  const shown = text ?? (value === word ? '' : value)
  const about = {
    id,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-hint ${id}-problem`,
  }
  const hint = (
    <>
      <small id={`${id}-hint`} className="muted">
        {hintOf(field)}
      </small>
      <small id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </small>
    </>
  )
  switch (kind) {
    case 'flag':
      return (
        <div className="field flag">
          <label>
            <input
              {...about}
              type="checkbox"
              checked={shown === 'yes'}
              onChange={(event) => onChange(event.target.checked ? 'yes' : 'no')}
            />
            <span>{title}</span>
          </label>
          {hint}
        </div>
      )
    case 'list':
      return (
        <div className="field list-field">
          <details open={problem !== undefined || undefined}>
            <summary>
              {title}: <span className="muted">{shown.replaceAll(',', ', ') || 'nothing'}</span>
            </summary>
            <ListInput field={field} text={shown} onChange={onChange} />
          </details>
          {hint}
        </div>
      )
    case 'choice':
      return (
        <div className="field">
          <label htmlFor={id}>{title}</label>
          <select {...about} value={shown} onChange={(event) => onChange(event.target.value)}>
            {field.choices?.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
          {hint}
        </div>
      )
    case 'number':
    case 'text':
      return (
        <div className="field">
          <label htmlFor={id}>{title}</label>
          <input
            {...about}
            {...(kind === 'number' && {
              type: 'number',
              min: field.min,
              max: field.max,
              step: field.step ?? 'any',
            })}
            value={shown}
            placeholder={word ?? value}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
          {hint}
        </div>
      )
  }
}

/** A hint about values that the input does not show. */
const hintOf = ({ kind, expects }: FieldBody): string => (kind === 'number' || kind === 'text' ? expects : '')

function ListInput({
  field: { title, choices = [] },
  text,
  onChange,
}: {
  readonly field: FieldBody
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const chosen = text.split(',').filter((id) => id !== '')
  const others = choices.filter((id) => !chosen.includes(id))
  return (
    <>
      <OrderedList
        label={title}
        items={chosen.map((id) => ({ id, label: id }))}
        onChange={(ids) => onChange(ids.join(','))}
      />
      {others.length > 0 && (
        <select
          aria-label={`Add to: ${title}`}
          value=""
          onChange={(event) => onChange([...chosen, event.target.value].join(','))}
        >
          <option value="">Add …</option>
          {others.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      )}
    </>
  )
}

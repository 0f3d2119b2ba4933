import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import type { PlanTexts } from './plan-texts.ts'
import { TimeInput } from './time-input.tsx'

interface PlanFieldsProps {
  readonly texts: PlanTexts
  /** The field → why it was refused. */
  readonly problemOf: (name: string) => string | undefined
  readonly onChange: (texts: PlanTexts) => void
  /** What the clock is if the field is empty. */
  readonly clock: string
  /** The contest runs: clock and start are fixed. */
  readonly hasStarted?: boolean
}

/** When a contest starts, how its matches are called, and how long a player may think. */
export function PlanFields({ texts, problemOf, onChange, clock, hasStarted = false }: PlanFieldsProps) {
  const change = (changes: Partial<PlanTexts>): void => onChange({ ...texts, ...changes })
  return (
    <div className="plan-fields">
      <div className="fields tiles">
        {!hasStarted && (
          <>
            <Field
              label="Clock"
              hint="10s or 500ms a move, 60s+2s for a budget with an increment"
              problem={problemOf('clock')}
            >
              {(about) => (
                <input
                  {...about}
                  value={texts.clock}
                  placeholder={clock}
                  maxLength={32}
                  autoComplete="off"
                  onChange={({ target }) => change({ clock: target.value })}
                />
              )}
            </Field>
            <Field
              label="Starts at"
              hint="it starts by itself at that time; without a time, when you start it"
              problem={problemOf('starts')}
            >
              {(about) => (
                <TimeInput {...about} text={texts.starts} onChange={(starts) => change({ starts })} />
              )}
            </Field>
          </>
        )}
        <Field
          label="Matches at once"
          hint="at most; a team plays one at a time"
          problem={problemOf('atOnce')}
        >
          {(about) => (
            <input
              {...about}
              type="number"
              min={1}
              max={64}
              value={texts.atOnce}
              placeholder="16"
              onChange={({ target }) => change({ atOnce: target.value })}
            />
          )}
        </Field>
        <Field
          label="Minutes to wait for an absent team"
          hint="then it loses the match"
          problem={problemOf('absentSeconds')}
        >
          {(about) => (
            <input
              {...about}
              type="number"
              min={0.5}
              step={0.5}
              value={texts.absentMinutes}
              placeholder="none: the match begins at once"
              onChange={({ target }) => change({ absentMinutes: target.value })}
            />
          )}
        </Field>
        <Field label="Calling of rounds" hint="the start calls the first" problem={problemOf('rounds')}>
          {(about) => (
            <select
              {...about}
              value={texts.rounds}
              onChange={({ target }) => change({ rounds: target.value === 'called' ? 'called' : 'free' })}
            >
              <option value="free">follow each other by themselves</option>
              <option value="called">wait until I call each</option>
            </select>
          )}
        </Field>
      </div>
      <Times
        legend="Breaks"
        hint="no new match begins; running matches go on to their end"
        add="Add a break"
        problem={problemOf('breaks')}
        rows={texts.breaks}
        empty={{ from: '', to: '' }}
        onChange={(breaks) => change({ breaks })}
      >
        {(row, changeRow, at) => (
          <>
            <TimeInput
              aria-label={`Break ${at + 1} from`}
              text={row.from}
              onChange={(from) => changeRow({ ...row, from })}
            />
            <TimeInput
              aria-label={`Break ${at + 1} to`}
              text={row.to}
              onChange={(to) => changeRow({ ...row, to })}
            />
          </>
        )}
      </Times>
      <Times
        legend="Rounds at set times"
        hint="no match of the round begins before"
        add="Add a round"
        problem={problemOf('roundTimes')}
        rows={texts.roundTimes}
        empty={{ round: '', at: '' }}
        onChange={(roundTimes) => change({ roundTimes })}
      >
        {(row, changeRow, at) => (
          <>
            <label className="plan-time">
              <span className="small muted">Round</span>
              <input
                type="number"
                min={1}
                aria-label={`Number of timed round ${at + 1}`}
                value={row.round}
                onChange={({ target }) => changeRow({ ...row, round: target.value })}
              />
            </label>
            <TimeInput
              aria-label={`Time of timed round ${at + 1}`}
              text={row.at}
              onChange={(time) => changeRow({ ...row, at: time })}
            />
          </>
        )}
      </Times>
    </div>
  )
}

interface TimesProps<Row> {
  readonly legend: string
  readonly hint: string
  readonly add: string
  readonly problem: string | undefined
  readonly rows: readonly Row[]
  readonly empty: Row
  readonly onChange: (rows: readonly Row[]) => void
  readonly children: (row: Row, change: (row: Row) => void, at: number) => ReactNode
}

/** A list of times to which rows can be added. */
function Times<Row>({ legend, hint, add, problem, rows, empty, onChange, children }: TimesProps<Row>) {
  return (
    <fieldset className="plan-times">
      <legend>
        {legend} <span className="muted small">{hint}</span>
      </legend>
      {rows.map((row, at) => (
        <div key={at} className="plan-row line">
          {children(row, (changed) => onChange(rows.with(at, changed)), at)}
          <button
            type="button"
            className="button"
            aria-label={`Remove ${at + 1} of: ${legend}`}
            onClick={() => onChange(rows.filter((_, other) => other !== at))}
          >
            Remove
          </button>
        </div>
      ))}
      <button type="button" className="button" onClick={() => onChange([...rows, empty])}>
        {add}
      </button>
      <small className="field-problem" role="alert">
        {problem}
      </small>
    </fieldset>
  )
}

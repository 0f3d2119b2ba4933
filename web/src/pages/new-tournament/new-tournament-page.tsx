import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import type { ChallengeBody, FieldBody } from '../../../../src/api/challenges.ts'
import type { EstimateBody, TimeEstimateBody } from '../../../../src/api/tournaments.ts'
import { fetchChallenge } from '../../api/challenges.ts'
import { createTournament, estimateTime, fetchFormats } from '../../api/tournaments.ts'
import '../../parts/form.css'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { Field } from '../../parts/field.tsx'
import { PlanFields } from '../../parts/plan-fields.tsx'
import { OptionCards } from '../../parts/option-cards.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useChallenges } from '../../api/use-challenges.ts'
import { useResource } from '../../api/use-resource.ts'
import {
  estimateOf,
  placeProblem,
  requestOf,
  withKnown,
  type TournamentDraft,
  type PlacedProblem,
} from './tournament-draft.ts'
import { EntryFields } from './entry-fields.tsx'
import { EntrantPicker } from './entrant-picker.tsx'
import { FieldInputs } from './field-inputs.tsx'
import { OrganiserOnly } from '../../parts/sign-in/organiser-only.tsx'
import { finishDraft } from './kept-drafts.ts'
import { planWords } from './plan-words.ts'
import { UnfinishedDrafts } from './unfinished-drafts.tsx'
import { useDraft } from './use-draft.ts'
import './new-tournament.css'

/** The form for a new tournament. */
export function NewTournamentPage() {
  useTitle('New contest')
  return (
    <OrganiserOnly>
      <TournamentForm />
    </OrganiserOnly>
  )
}

function TournamentForm() {
  const [, navigate] = useLocation()
  const drafts = useDraft()
  const [problem, setProblem] = useState<PlacedProblem>()
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const challenges = useChallenges()
  const { value: known, problem: noFormats } = useResource('formats', fetchFormats)
  const formats = known?.formats ?? []
  const draft = withKnown(drafts.draft, challenges, formats)
  const { value: challenge, problem: noChallenge } = useResource(draft.challenge, (signal) =>
    fetchChallenge(draft.challenge, signal),
  )
  const format = formats.find(({ id }) => id === draft.format)
  const options = format?.options ?? []
  const settings = challenge?.settings ?? []
  const plan = usePlan(draft.format, estimateOf(draft, options, settings))

  const change = (changes: Partial<TournamentDraft>): void => {
    drafts.change({ ...draft, ...changes })
    setProblem(undefined)
  }
  useEffect(() => {
    if (problem) show(form.current)
  }, [problem])

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setIsBusy(true)
    const made = await createTournament(requestOf(draft, options, settings))
    setIsBusy(false)
    if (!made.ok) return setProblem(placeProblem(made.problem, options, settings))
    finishDraft(drafts)
    navigate(`/contests/${made.value.id}`)
  }
  const at = (place: string): string | undefined => (problem?.place === place ? problem.message : undefined)

  // Waits for all lists, so that the layout does not change.
  const missing = noFormats ?? noChallenge
  if (!challenge || !format || challenges.length === 0)
    return missing ? <CannotShow what="the form for a new contest" why={missing.message} /> : null
  return (
    <form className="new-tournament page" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <h1>New contest</h1>
      <UnfinishedDrafts {...drafts} challenges={challenges} />
      <section className="panel">
        <TextField
          label="Name"
          text={draft.name}
          problem={at('name')}
          onChange={(name) => change({ name })}
          placeholder="Summer cup"
        />
      </section>
      <section className="panel">
        <OptionCards
          legend="Challenge"
          name="challenge"
          chosen={draft.challenge}
          cards={challenges.map(({ id, title, summary, game, clock }) => ({
            id,
            title,
            summary,
            note: `${game}, ${clock}`,
          }))}
          onChoose={(id) => change({ challenge: id, entrants: fitting(draft.entrants, challenges, id) })}
        />
        <Problem text={at('challenge')} />
      </section>
      <section className="panel">
        <OptionCards
          legend="Format"
          name="format"
          chosen={draft.format}
          cards={formats}
          onChoose={(id) => change({ format: id })}
        />
        <Problem text={at('format')} />
        <FieldInputs
          fields={options}
          texts={draft.options[draft.format]}
          problemOf={(name) => at(`options.${name}`)}
          onChange={(texts) => change({ options: { ...draft.options, [draft.format]: texts } })}
        />
      </section>
      <section className="panel" aria-labelledby="entrants">
        <h2 id="entrants">Entrants</h2>
        <Problem text={at('entrants')} />
        <EntrantPicker
          challenge={challenge}
          entrants={draft.entrants}
          onChange={(entrants) => change({ entrants })}
        />
      </section>
      <EntryFields
        entry={draft.entry}
        closes={draft.entryCloses}
        problem={at('entry') ?? at('entryCloses')}
        onChange={change}
      />
      {challenge.openings !== 'none' && (
        <section className="panel">
          <Openings
            isOn={draft.openings[draft.challenge] ?? challenge.openings === 'usual'}
            onChange={(isOn) => change({ openings: { ...draft.openings, [draft.challenge]: isOn } })}
          />
        </section>
      )}
      <section className="panel" aria-labelledby="plan">
        <h2 id="plan">Plan</h2>
        <PlanFields
          texts={draft.plan}
          clock={challenge.clock}
          problemOf={(name) => at(name === 'clock' ? name : `plan.${name}`)}
          onChange={(texts) => change({ plan: texts })}
        />
      </section>
      <More isOpen={problem !== undefined && isInMore(problem.place)}>
        <MoreFields draft={draft} settings={settings} problemAt={at} onChange={change} />
      </More>
      <footer className="panel create line apart">
        <p role="status">{planWords(draft.entrants.length, format, plan, draft.plan, draft.entry)}</p>
        <button className="button main" disabled={isBusy}>
          Create
        </button>
        <Problem text={at('form')} />
      </footer>
    </form>
  )
}

interface OpeningsProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Openings({ isOn, onChange }: OpeningsProps) {
  const id = useId()
  return (
    <div className="field flag">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>Matches begin with openings</span>
      </label>
      <small id={id} className="muted">
        Each round starts from another fair position, the same for all pairs, so that bots without chance do
        not play the same game again and again
      </small>
    </div>
  )
}

const NUMBERS = [
  {
    name: 'nodes',
    label: 'Positions that a house brain may search in a turn',
    hint: 'a whole number; with it the strength of house brains does not depend on the machine',
    placeholder: 'as many as the clock allows',
  },
  {
    name: 'benchAfter',
    label: 'Rounds lost by own faults until an entrant is benched',
    hint: 'a whole number; without it, no entrant is benched',
  },
  {
    name: 'seed',
    label: 'Seed',
    hint: 'a whole number that fixes pairings, sides and all chance; without it, the server draws a seed',
  },
] as const

interface MoreFieldsProps {
  readonly draft: TournamentDraft
  readonly settings: readonly FieldBody[]
  /** The place of a field → why it was refused. */
  readonly problemAt: (place: string) => string | undefined
  readonly onChange: (changes: Partial<TournamentDraft>) => void
}

const MoreFields = ({ draft, settings, problemAt, onChange }: MoreFieldsProps) => (
  <>
    <div className="fields tiles">
      {NUMBERS.map(({ name, ...words }) => (
        <TextField
          key={name}
          {...words}
          isNumber
          text={draft[name]}
          problem={problemAt(name)}
          onChange={(text) => onChange({ [name]: text })}
        />
      ))}
    </div>
    {settings.length > 0 && <h3>Settings of the game</h3>}
    <Problem text={problemAt('settings')} />
    <FieldInputs
      key={draft.challenge}
      fields={settings}
      texts={draft.settings[draft.challenge]}
      problemOf={(name) => problemAt(`settings.${name}`)}
      onChange={(texts) => onChange({ settings: { ...draft.settings, [draft.challenge]: texts } })}
    />
  </>
)

/** Scrolls to the refused field and gives it the focus. */
function show(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const place = field ?? form?.querySelector<HTMLElement>('.problem:not(:empty)')
  field?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'center' })
}

/** Keeps the entrants that can play the new challenge: a bot plays one challenge, a house brain one game, a language model any. */
function fitting(
  entrants: readonly string[],
  challenges: readonly ChallengeBody[],
  challenge: string,
): readonly string[] {
  const brains = challenges.find(({ id }) => id === challenge)?.brains ?? []
  return entrants.filter(
    (one) => /^(?:player|llm):/.test(one) || brains.some((name) => one === `house:${name}`),
  )
}

const Problem = ({ text }: { readonly text: string | undefined }) => (
  <p className="problem" role="alert">
    {text}
  </p>
)

interface TextFieldProps {
  readonly label: string
  readonly hint?: string
  readonly isNumber?: boolean
  readonly text: string
  readonly problem: string | undefined
  readonly placeholder?: string
  readonly onChange: (text: string) => void
}

const TextField = ({ label, hint, isNumber, text, problem, placeholder, onChange }: TextFieldProps) => (
  <Field label={label} hint={hint} problem={problem}>
    {(about) => (
      <input
        {...about}
        {...(isNumber && { inputMode: 'numeric' as const })}
        value={text}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

const isInMore = (place: string): boolean =>
  place.startsWith('settings') || NUMBERS.some(({ name }) => name === place)

/** Rarely used fields; opens if one of them was refused. */
function More({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details
      className="panel more"
      open={isOpen || wasOpened}
      onToggle={(event) => setWasOpened(event.currentTarget.open)}
    >
      <summary>More</summary>
      {children}
    </details>
  )
}

/** Debounce: milliseconds after the last change. */
const PAUSE_MS = 150

/** How many matches it takes, and how long, as the server estimates it. */
function usePlan(format: string, json: EstimateBody): TimeEstimateBody | undefined {
  const [plan, setPlan] = useState<TimeEstimateBody>()
  const key = JSON.stringify([format, json])
  useEffect(() => {
    const closed = new AbortController()
    const timer = setTimeout(() => {
      void estimateTime(format, json, closed.signal).then(
        (made) => closed.signal.aborted || setPlan(made.ok ? made.value : undefined),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      closed.abort()
    }
  }, [key])
  return plan
}

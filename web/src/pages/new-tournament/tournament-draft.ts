import type { FieldBody } from '../../../../src/api/challenges.ts'
import type { EntryState, EstimateBody } from '../../../../src/api/tournaments.ts'
import { EMPTY_PLAN, planIn, type PlanTexts } from '../../parts/plan-texts.ts'
import type { Problem } from '../../../../src/base/result.ts'
import { timeOrNull } from '../../parts/local-time.ts'

/** The typed texts by the names of their fields; fields without a text have their default. */
export type Texts = Readonly<Record<string, string>>

/** The fields of the form for a new tournament. */
export interface TournamentDraft {
  readonly name: string
  readonly challenge: string
  readonly format: string
  /** By format. */
  readonly options: Readonly<Record<string, Texts>>
  /** By challenge. */
  readonly settings: Readonly<Record<string, Texts>>
  /** The order is the seeding. */
  readonly entrants: readonly string[]
  readonly nodes: string
  readonly benchAfter: string
  readonly seed: string
  readonly plan: PlanTexts
  /** By challenge: whether matches begin with openings, where that was chosen. */
  readonly openings: Readonly<Record<string, boolean>>
  readonly entry: EntryState
  /** In local time, as its input has it; empty: until the start. */
  readonly entryCloses: string
  /** The contest whose best play on in this one; empty: none. */
  readonly after: string
  /** As a link to the form asks for it: nothing was typed since. */
  readonly isAsLinked?: boolean
}

export const EMPTY_DRAFT: TournamentDraft = {
  name: '',
  challenge: 'boost-tron',
  format: 'round-robin-knock-out',
  options: {},
  settings: {},
  entrants: [],
  nodes: '',
  benchAfter: '',
  seed: '',
  plan: EMPTY_PLAN,
  openings: {},
  entry: 'closed',
  entryCloses: '',
  after: '',
}

/** As the server takes it. */
const LONGEST_NAME = 100

const LINK_FIELDS = ['name', 'challenge', 'format', 'entrant'] as const

/** The draft that a link to the form asks for; undefined if the link says nothing. */
export function draftIn(search: string): TournamentDraft | undefined {
  const asked = new URLSearchParams(search)
  if (!LINK_FIELDS.some((field) => asked.has(field))) return undefined
  const challenge = asked.get('challenge') ?? EMPTY_DRAFT.challenge
  const openings = asked.get('openings')
  const textOf = (field: 'clock' | 'atOnce' | 'absentMinutes'): string =>
    asked.get(field) ?? EMPTY_PLAN[field]
  return {
    ...EMPTY_DRAFT,
    name: (asked.get('name') ?? '').slice(0, LONGEST_NAME),
    challenge,
    format: asked.get('format') ?? EMPTY_DRAFT.format,
    entrants: [...new Set(asked.getAll('entrant'))],
    settings: { [challenge]: Object.fromEntries(asked.getAll('setting').map(splitSetting)) },
    openings: openings === null ? {} : { [challenge]: openings === 'yes' },
    nodes: asked.get('nodes') ?? '',
    benchAfter: asked.get('benchAfter') ?? '',
    plan: {
      ...EMPTY_PLAN,
      clock: textOf('clock'),
      atOnce: textOf('atOnce'),
      absentMinutes: textOf('absentMinutes'),
      rounds: asked.get('rounds') === 'called' ? 'called' : 'free',
    },
    after: asked.get('after') ?? '',
    isAsLinked: true,
  }
}

/** `width=20` as the name of the setting and its text. */
function splitSetting(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** With what the server has, where a link or a draft of another day names a challenge or a format that it does not have. */
export const withKnown = (
  draft: TournamentDraft,
  challenges: readonly { readonly id: string }[],
  formats: readonly { readonly id: string }[],
): TournamentDraft => ({
  ...draft,
  challenge: knownIn(challenges, draft.challenge) ?? EMPTY_DRAFT.challenge,
  format: knownIn(formats, draft.format) ?? EMPTY_DRAFT.format,
})

/** All are taken until the list is there. */
const knownIn = (all: readonly { readonly id: string }[], wanted: string): string | undefined =>
  all.length === 0 || all.some(({ id }) => id === wanted) ? wanted : undefined

/** The fields that differ from their defaults, as the server reads them. */
export function changesOf(
  fields: readonly FieldBody[],
  texts: Texts = {},
): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, value }) => {
      const text = texts[name]?.trim()
      if (text === undefined || text === value || (text === '' && kind !== 'list')) return []
      return [[name, kind === 'number' ? numberIn(text) : text] as const]
    }),
  )
}

/** The request that creates the tournament. */
export function requestOf(
  draft: TournamentDraft,
  options: readonly FieldBody[],
  settings: readonly FieldBody[],
): object {
  const { name, challenge, format, entrants, nodes, benchAfter, seed, plan } = draft
  const openings = draft.openings[challenge]
  return {
    name: name.trim(),
    challenge,
    format,
    entrants,
    options: changesOf(options, draft.options[format]),
    settings: changesOf(settings, draft.settings[challenge]),
    ...(nodes.trim() !== '' && { nodes: numberIn(nodes) }),
    ...(benchAfter.trim() !== '' && { benchAfter: numberIn(benchAfter) }),
    ...(seed.trim() !== '' && { seed: numberIn(seed) }),
    ...(openings !== undefined && { openings }),
    ...(draft.after !== '' && { after: numberIn(draft.after) }),
    ...(plan.clock.trim() !== '' && { clock: plan.clock.trim() }),
    plan: planIn(plan),
    ...(draft.entry !== 'closed' && {
      entry: draft.entry,
      entryCloses: timeOrNull(draft.entryCloses),
    }),
  }
}

/** The request that estimates how long the tournament takes. Rows of the plan that are still being typed are left out. */
export function estimateOf(
  draft: TournamentDraft,
  options: readonly FieldBody[],
  settings: readonly FieldBody[],
): EstimateBody {
  const { challenge, format, entrants, plan } = draft
  const { absentSeconds: _, ...planned } = planIn({
    ...plan,
    breaks: plan.breaks.filter(({ from, to }) => from !== '' && to !== ''),
    roundTimes: plan.roundTimes.filter(({ round, at }) => round !== '' && at !== ''),
  })
  return {
    challenge,
    entrants: entrants.length,
    options: changesOf(options, draft.options[format]),
    settings: changesOf(settings, draft.settings[challenge]),
    ...(plan.clock.trim() !== '' && { clock: plan.clock.trim() }),
    ...planned,
  }
}

/** A text that is no number is sent as it is: the server says what it expects. */
const numberIn = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text)

/** Why the server refused the tournament, and the field where the form says so: `form` if it is none of them. */
export interface PlacedProblem {
  readonly place: string
  readonly message: string
}

export function placeProblem(
  { code, message, at = '' }: Problem,
  options: readonly FieldBody[],
  settings: readonly FieldBody[],
): PlacedProblem {
  const [part = '', name] = at.split('.')
  const isField = (fields: readonly FieldBody[]): boolean => fields.some((field) => field.name === name)
  if (part === 'options') return { place: isField(options) ? at : 'format', message }
  if (part === 'plan') return { place: name === undefined ? 'form' : `plan.${name}`, message }
  if (part === 'settings') return { place: isField(settings) ? at : 'settings', message }
  const words = code === 'bad-request' ? WORDS[part] : undefined
  return { place: PLACES.has(part) ? part : 'form', message: words ?? message }
}

/** Fields and parts of the form that show their own problems. */
const PLACES: ReadonlySet<string> = new Set([
  'name',
  'challenge',
  'format',
  'entrants',
  'entry',
  'entryCloses',
  'nodes',
  'benchAfter',
  'seed',
  'clock',
])

const WORDS: Readonly<Record<string, string>> = {
  name: 'Expected a name of 1 to 100 characters',
  nodes: 'Expected a whole number from 1',
  benchAfter: 'Expected a whole number from 1',
  seed: 'Expected a whole number from 0',
}

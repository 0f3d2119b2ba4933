import { parseObject } from '../base/json.ts'
import type { OrganiserAction } from '../store/store.ts'

export interface DescribedAction {
  readonly what: string
  readonly reason: string | null
}

/** The names of what a request has ids of. */
export interface ActionNames {
  readonly match: (key: string) => string
  readonly team: (id: number) => string
}

/** What an organiser did with a tournament, in words, from the logged request. */
export function describeAction(
  { method, path, input = '' }: Pick<OrganiserAction, 'method' | 'path' | 'input'>,
  names: ActionNames,
): DescribedAction {
  const [step = '', id, ...rest] = path.split('/').slice(5)
  const steps = [step, ...(id === undefined ? [] : ['ID']), ...rest].join('/')
  const body = parseObject(input) ?? {}
  const text = (name: string): string => {
    const value = body[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const words = WORDS[`${method} ${steps}`]?.({ text, body, id: id ?? '', names })
  const reason = typeof body['reason'] === 'string' ? body['reason'] : null
  return { what: words ?? `${VERBS[method] ?? method} ${[step, ...rest].join(' ')}`, reason }
}

type Describe = (request: {
  /** A field of the body. */
  readonly text: (name: string) => string
  readonly body: Readonly<Record<string, unknown>>
  /** What the path names after the step. */
  readonly id: string
  readonly names: ActionNames
}) => string

const WORDS: Readonly<Record<string, Describe>> = {
  'POST start': () => 'Started it, or let it go on',
  'POST pause': () => 'Paused it',
  'POST publish': () => "Published the judges' marks",
  'POST withdrawals': ({ text }) => `Withdrew ${text('entrant')}`,
  'POST marks': ({ text }) =>
    `Gave ${text('entrant')} ${text('points')} points in the name of ${text('judge')}`,
  'PUT plan': ({ body }) => `Changed the plan: ${Object.keys(body).map(planWord).join(', ')}`,
  'POST rounds': ({ text }) =>
    text('round') === '' ? 'Called the next round' : `Called round ${text('round')}`,
  'POST extensions': ({ text }) =>
    `Gave ${text('minutes')} more minutes ${extended(text('what'), text('entrant'))}`,
  'POST replays': ({ text, names }) => `Had ${names.match(text('key'))} played again`,
  'POST rulings': ({ text, body, names }) =>
    body['winner'] === null
      ? `Ruled that ${names.match(text('key'))} is drawn`
      : `Ruled that ${text('winner')} wins ${names.match(text('key'))}`,
  'PUT entry': ({ text }) => ENTRY_WORDS[text('entry')] ?? 'Changed who may join',
  'PUT teams/ID': ({ text, id, names }) =>
    `${text('state') === 'in' ? 'Let' : 'Refused'} ${names.team(Number(id))}${text('state') === 'in' ? ' in' : ''}`,
  'DELETE teams/ID': ({ id, names }) => `Took ${names.team(Number(id))} out before the start`,
  'PUT teams/ID/plays': ({ id, names }) => `Chose what plays for ${names.team(Number(id))}`,
  'POST judges': ({ text }) => `Made a link for the judge ${text('name')}`,
  'DELETE judges/ID': () => "Ended a judge's link",
  'PUT judging': ({ text }) => `Let judges give up to ${text('points')} points`,
}

const ENTRY_WORDS: Readonly<Record<string, string>> = {
  open: 'Let every team join',
  approval: 'Let teams ask to join',
  closed: 'Closed the entry',
}

const VERBS: Readonly<Record<string, string>> = {
  POST: 'Changed',
  PUT: 'Changed',
  DELETE: 'Removed',
}

const planWord = (name: string): string => PLAN_WORDS[name] ?? name

const PLAN_WORDS: Readonly<Record<string, string>> = {
  starts: 'start time',
  atOnce: 'matches at once',
  breaks: 'breaks',
  rounds: 'how rounds are called',
  roundTimes: 'times of rounds',
  absentSeconds: 'the waiting time for absent teams',
  clock: 'clock',
}

function extended(what: string, entrant: string): string {
  if (what === 'start') return 'until the start'
  if (what === 'break') return 'to the break'
  return entrant === '' ? 'to all absent teams' : `to ${entrant}`
}

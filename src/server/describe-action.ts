import { parseObject } from '../base/json.ts'
import type { OrganiserAction } from '../store/store.ts'

export interface DescribedAction {
  readonly what: string
  readonly reason: string | null
}

/** What an organiser did with a tournament, in words, from the logged request. */
export function describeAction({
  method,
  path,
  input = '',
}: Pick<OrganiserAction, 'method' | 'path' | 'input'>): DescribedAction {
  const step = path.split('/').slice(5).join('/')
  const body = parseObject(input) ?? {}
  const text = (name: string): string => {
    const value = body[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const words = WORDS[`${method} ${step}`]?.(text, body)
  const reason = typeof body['reason'] === 'string' ? body['reason'] : null
  return { what: words ?? `${VERBS[method] ?? method} ${step.replaceAll(/[/-]/g, ' ')}`, reason }
}

type Describe = (text: (name: string) => string, body: Readonly<Record<string, unknown>>) => string

const WORDS: Readonly<Record<string, Describe>> = {
  'POST start': () => 'Started it, or let it go on',
  'POST pause': () => 'Paused it',
  'POST publish': () => "Published the judges' marks",
  'POST withdrawals': (text) => `Withdrew ${text('entrant')}`,
  'POST marks': (text) => `Gave ${text('entrant')} ${text('points')} points in the name of ${text('judge')}`,
  'PUT plan': (_, body) => `Changed the plan: ${Object.keys(body).map(planWord).join(', ')}`,
  'POST rounds': (text) => (text('round') === '' ? 'Called the next round' : `Called round ${text('round')}`),
  'POST extensions': (text) =>
    `Gave ${text('minutes')} more minutes ${extended(text('what'), text('entrant'))}`,
  'POST replays': (text) => `Had match ${text('key')} played again`,
  'POST rulings': (text, body) =>
    body['winner'] === null
      ? `Ruled that match ${text('key')} is drawn`
      : `Ruled that ${text('winner')} wins match ${text('key')}`,
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
  absentSeconds: 'how long absent teams are waited for',
  clock: 'clock',
}

function extended(what: string, entrant: string): string {
  if (what === 'start') return 'until the start'
  if (what === 'break') return 'to the break'
  return entrant === '' ? 'to all absent teams' : `to ${entrant}`
}

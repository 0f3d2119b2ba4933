import type { EntryState, FormatBody, TimeEstimateBody } from '../../../../src/api/tournaments.ts'
import type { PlanTexts } from '../../parts/plan-texts.ts'

/** The plan of a tournament in one line: `8 entrants · Double elimination · 14 or 15 matches`. */
export function planWords(
  entrants: number,
  format: Pick<FormatBody, 'id' | 'title'>,
  plan: Planned | undefined,
  texts: Pick<PlanTexts, 'breaks' | 'roundTimes' | 'rounds'>,
  entry: EntryState = 'closed',
): string {
  const who = `${entrants} ${entrants === 1 ? 'entrant' : 'entrants'} · ${format.title}`
  if (entrants < 2) return `${who} · ${entry === 'closed' ? 'choose two at least' : 'teams join by a link'}`
  if (plan === undefined) return who
  if (plan.most === 0) return `${who} · ${countWords(plan)}`
  // How many pairs it takes is what the test finds out.
  const what = format.id === 'sprt' ? 'a pair takes ' : ''
  return `${who} · ${countWords(plan)} · ${what}${timeWords(plan)}${pauseWords(texts)}`
}

/** What the time includes beside the matches, and what it does not. */
function pauseWords({ breaks, roundTimes, rounds }: Parameters<typeof planWords>[3]): string {
  const included = [
    ...(breaks.length > 0 ? ['breaks'] : []),
    ...(roundTimes.length > 0 ? ['rounds at set times'] : []),
  ]
  return [
    ...(included.length > 0 ? [`, with ${included.join(' and ')}`] : []),
    ...(rounds === 'called' ? [', without the time until you call each round'] : []),
  ].join('')
}

type Planned = Omit<TimeEstimateBody, 'turns'>

/** `about 3 min, at most 1 h 20 min`. */
function timeWords({ quickMs, longestMs }: Planned): string {
  const quick = `about ${durationWords(quickMs)} if bots answer at once`
  return longestMs === null ? quick : `${quick}, ${durationWords(longestMs)} if every move takes all its time`
}

function durationWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

function countWords({ least, most }: Planned): string {
  if (most === 0) return 'no matches for so many'
  if (least === most) return `${number(most)} ${most === 1 ? 'match' : 'matches'}`
  return `${number(least)} ${most - least === 1 ? 'or' : 'to'} ${number(most)} matches`
}

const number = (value: number): string => value.toLocaleString('en')

/** Every rule that can put one entrant above another, and what people call it. */
const TITLES = {
  points: 'points',
  average: 'points a match',
  'head-to-head': 'head-to-head',
  'sonneborn-berger': 'Sonneborn-Berger',
  buchholz: 'Buchholz',
  wins: 'wins',
  'round-difference': 'difference of rounds',
  'first-listed': 'order of entry',
  lots: 'draw of lots',
  seeding: 'seeding',
  rating: 'rating',
  reached: 'how far they got',
  'round-robin': 'place in the round robin',
  total: "total with the judges' points",
  place: 'place in the tournament',
} as const

export type RuleId = keyof typeof TITLES

export const titleOf = (rule: RuleId): string => TITLES[rule]

/** What a rule gave an entrant: a number, the higher the better, and the same as people want to see it. */
export interface RuleValue {
  readonly value: number
  readonly text: string
}

/** Why an entrant is above the next one of the table, or level with it. `next` is that one's name. */
export type Reason =
  | { readonly kind: 'level'; readonly next: string }
  | {
      readonly kind: 'above'
      readonly next: string
      readonly rule: RuleId
      readonly own: RuleValue
      readonly other: RuleValue
      /** What left them level before: `the final was drawn 0–0`. */
      readonly after?: string
    }

/** One sentence, without a full stop. */
export const describeReason = (reason: Reason): string =>
  reason.kind === 'level'
    ? `Level with ${reason.next}: no rule decides between them`
    : `Above ${reason.next} by ${describeDifference(reason)}`

/** `wins: 4 against 2`, in as many decimals as it takes to see the difference. */
export function describeDifference(reason: Extract<Reason, { kind: 'above' }>): string {
  const words = describeValues(reason)
  return reason.after === undefined ? words : `${words} (${reason.after})`
}

function describeValues({ rule, own, other }: Extract<Reason, { kind: 'above' }>): string {
  if (own.text !== other.text) return `${titleOf(rule)}: ${own.text} against ${other.text}`
  for (let digits = 1; digits <= MOST_DIGITS; digits++) {
    const [more, less] = [own.value.toFixed(digits), other.value.toFixed(digits)]
    if (more !== less) return `${titleOf(rule)}: ${more} against ${less}`
  }
  return `${titleOf(rule)}: ${own.text} and a trace more`
}

/** Rules that no match decides. */
const WITHOUT_MATCH: readonly RuleId[] = ['seeding', 'lots', 'first-listed', 'total']

/** What put an entrant above the next, where that was no match: `seeding: number 1 against number 2`. */
export const describeWithoutMatch = (reason: Reason | undefined): string | undefined =>
  reason?.kind === 'above' && WITHOUT_MATCH.includes(reason.rule) ? describeDifference(reason) : undefined

const MOST_DIGITS = 6

/** Why an entrant takes no more part. */
export type Out =
  | { readonly kind: 'benched'; readonly afterRound: number; readonly faults: number }
  | { readonly kind: 'withdrawn'; readonly fromRound: number }

/** What the entrant is: `withdrawn from round 2 on`. */
export const describeOut = (out: Out): string =>
  out.kind === 'benched'
    ? `benched after round ${out.afterRound}, with ${out.faults} faults or more`
    : `withdrawn from round ${out.fromRound} on`

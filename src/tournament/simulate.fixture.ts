import { deriveSeed, seededRng } from '../base/rng.ts'
import { openCourse } from './course.ts'
import type { Estimate, Rate } from './ladder.ts'
import { WIN_DRAW_LOSS } from './points.ts'
import { describeReason, type Reason } from './reason.ts'
import type { Format } from './format.ts'
import type { Entrant, Pairing, Played, Tournament } from './tournament.ts'

/** a, b, c … in the order of seeding. */
const entrants = (count: number): Entrant[] =>
  Array.from({ length: count }, (_, index) => {
    const id = count <= 26 ? String.fromCharCode(97 + index) : `e${index + 1}`
    return { id, name: id.toUpperCase() }
  })

export const tournament = (count: number, more: Partial<Tournament> = {}): Tournament => ({
  entrants: entrants(count),
  seed: 7,
  points: WIN_DRAW_LOSS,
  ...more,
})

export type Result = Pick<Played, 'winner' | 'score' | 'void' | 'faults' | 'fingerprint'>
export type Outcome = (pairing: Pairing) => Result

/** The entrant that is listed first wins. */
export const favourites: Outcome = ({ players }) => win(players[0] < players[1] ? 0 : 1)

export const win = (winner: 0 | 1): Result => ({ winner, score: winner === 0 ? [1, 0] : [0, 1] })
export const drawn: Result = { winner: undefined, score: [0, 0] }

/** The result of a match is fixed by its key, as with deterministic bots; some crash, some matches are void. */
export const chance =
  (seed: number, faulty = false): Outcome =>
  ({ key, players }) => {
    const rng = seededRng(deriveSeed(seed, key))
    if (faulty && rng.below(20) === 0) return { ...drawn, void: true }
    const winner = ([0, 1, undefined] as const)[rng.below(3)]
    const isBad = (id: string): boolean => faulty && id.charCodeAt(0) % 3 === 0 && rng.below(2) === 0
    const faults = [isBad(players[0]) ? 1 : 0, isBad(players[1]) ? 1 : 0] as const
    return { ...(winner === undefined ? drawn : win(winner)), faults }
  }

export const toPlayed = ({ key, players }: Pairing, result: Result): Played => ({ key, players, ...result })

/** Why an entrant is above the next, in words. */
export const words = ({ why }: { readonly why?: Reason | undefined }): string | undefined =>
  why && describeReason(why)

export interface Simulated {
  readonly played: readonly Played[]
  readonly pairings: readonly Pairing[]
}

/** Plays it to its end with several workers that finish in an order of their own. */
export function simulate<Options>(
  format: Format<Options>,
  tournament: Tournament,
  options: Options,
  outcome: Outcome,
  workers = 1,
  order = 0,
): Simulated & { readonly course: ReturnType<typeof openCourse> } {
  const course = openCourse(format, tournament, options)
  const rng = seededRng(order)
  const played: Played[] = []
  const pairings: Pairing[] = []
  const running: Pairing[] = []
  for (;;) {
    const started = course.take(workers - running.length)
    running.push(...started)
    pairings.push(...started)
    const [ended] = running.splice(rng.below(running.length), 1)
    if (ended === undefined) break
    const result = toPlayed(ended, outcome(ended))
    if (course.add(result)) played.push(result)
  }
  return { played, pairings, course }
}

/** A simple estimate, enough to drive a ladder: wins less losses, and an error that falls with matches. */
export const simpleRate: Rate = (entrants, ended) => {
  const sums = new Map(entrants.map(({ id }) => [id, { lead: 0, matches: 0 }]))
  for (const { pairing, winner } of ended) {
    for (const side of [0, 1] as const) {
      const sum = sums.get(pairing.players[side])
      if (sum === undefined) continue
      sum.matches++
      if (winner !== undefined) sum.lead += winner === side ? 1 : -1
    }
  }
  return [...sums.values()].map(({ lead, matches }): Estimate => ({
    rating: (400 * lead) / (matches + 2),
    error: 400 / Math.sqrt(matches + 1),
  }))
}

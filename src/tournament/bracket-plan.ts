/** A tie of a knock-out, before any match is played: where its entrants come from, and which place its loser gets. */
export interface TiePlan {
  readonly id: string
  /** Which tree, and which column of it, the tie is drawn in. */
  readonly part: string
  readonly column: string
  readonly title: string
  readonly slots: readonly [SlotPlan, SlotPlan]
  /** Orders the places of entrants that lose here and have no further tie: the higher, the better. */
  readonly loserLevel: number
  /** The same for the winner, where it has no further tie either. */
  readonly winnerLevel?: number
  /** Played only if the entrant of slot 1 won that tie; otherwise its winner is the winner here as well. */
  readonly onlyIfUpset?: string
}

export type SlotPlan =
  | { readonly kind: 'seed'; readonly seed: number }
  | { readonly kind: 'winner'; readonly tie: string }
  | { readonly kind: 'loser'; readonly tie: string }

/** Seeds 1 to `size` (a power of two) from top to bottom: the best two can meet only in the final, and so on. */
export function seedOrder(size: number): number[] {
  let order = [1]
  while (order.length < size) {
    const sum = 2 * order.length + 1
    order = order.flatMap((seed) => [seed, sum - seed])
  }
  return order
}

export function planSingleElimination(entrants: number, thirdPlace: boolean): TiePlan[] {
  const size = bracketSize(entrants)
  const rounds = Math.log2(size)
  const plan = planTree(size, 'Knock-out', 'ko', (round) => ({
    title: roundTitle(rounds - round),
    loserLevel: round,
  }))
  const final = plan.pop()
  if (final === undefined) return []
  if (thirdPlace && entrants > 2)
    plan.push({
      id: 'ko-third',
      part: 'Third place',
      column: 'Third place',
      title: 'match for third place',
      slots: [loserOf(`ko-r${rounds - 1}-t1`), loserOf(`ko-r${rounds - 1}-t2`)],
      loserLevel: rounds - 0.75,
      winnerLevel: rounds - 0.5,
    })
  return [...plan, { ...final, winnerLevel: rounds + 1 }]
}

export function planDoubleElimination(entrants: number, reset: boolean): TiePlan[] {
  const size = bracketSize(entrants)
  const rounds = Math.log2(size)
  if (rounds === 0) return []
  const upper = planTree(size, 'Winners', 'wb', (round) => ({
    title: round === rounds ? "winners' final" : `winners' round ${round}`,
    loserLevel: 0,
  }))
  const lower: TiePlan[] = []
  const lowerRounds = 2 * (rounds - 1)
  for (let round = 1; round <= lowerRounds; round++) {
    const ties = size / 2 ** (Math.floor((round - 1) / 2) + 2)
    const title = round === lowerRounds ? "losers' final" : `losers' round ${round}`
    for (let tie = 1; tie <= ties; tie++)
      lower.push({
        id: `lb-r${round}-t${tie}`,
        part: 'Losers',
        column: title,
        title,
        slots: lowerSlots(round, tie, ties),
        loserLevel: round,
      })
  }
  const champions: TiePlan['slots'] = [
    winnerOf(`wb-r${rounds}-t1`),
    lowerRounds === 0 ? loserOf('wb-r1-t1') : winnerOf(`lb-r${lowerRounds}-t1`),
  ]
  const top = { part: 'Final', loserLevel: lowerRounds + 1, winnerLevel: lowerRounds + 2 }
  const final: TiePlan = { ...top, id: 'gf', column: 'Final', title: 'grand final', slots: champions }
  const again: TiePlan = {
    ...top,
    id: 'gf-2',
    column: 'Second final',
    title: 'second grand final',
    slots: [winnerOf('gf'), loserOf('gf')],
    onlyIfUpset: 'gf',
  }
  return [...upper, ...lower, final, ...(reset ? [again] : [])]
}

/** The smallest power of two that holds all entrants. */
const bracketSize = (entrants: number): number => {
  let size = 1
  while (size < entrants) size *= 2
  return size
}

const winnerOf = (tie: string): SlotPlan => ({ kind: 'winner', tie })
const loserOf = (tie: string): SlotPlan => ({ kind: 'loser', tie })

function planTree(
  size: number,
  part: string,
  prefix: string,
  about: (round: number) => { readonly title: string; readonly loserLevel: number },
): TiePlan[] {
  const seeds = seedOrder(size)
  const plan: TiePlan[] = []
  for (let round = 1, ties = size / 2; ties >= 1; round++, ties /= 2) {
    const { title, loserLevel } = about(round)
    for (let tie = 1; tie <= ties; tie++) {
      const slot = (which: 0 | 1): SlotPlan =>
        round === 1
          ? { kind: 'seed', seed: seeds[2 * tie - 2 + which] ?? 0 }
          : winnerOf(`${prefix}-r${round - 1}-t${2 * tie - 1 + which}`)
      const id = `${prefix}-r${round}-t${tie}`
      plan.push({ id, part, column: title, title, slots: [slot(0), slot(1)], loserLevel })
    }
  }
  return plan
}

/**
 * Round 1 takes the losers of the winners' first round. Every even round takes the losers of the next winners' round,
 * in turns reversed and shifted by half, so that entrants that have met meet again as late as possible.
 */
function lowerSlots(round: number, tie: number, ties: number): TiePlan['slots'] {
  if (round === 1) return [loserOf(`wb-r1-t${2 * tie - 1}`), loserOf(`wb-r1-t${2 * tie}`)]
  if (round % 2 === 1)
    return [winnerOf(`lb-r${round - 1}-t${2 * tie - 1}`), winnerOf(`lb-r${round - 1}-t${2 * tie}`)]
  const upperRound = round / 2 + 1
  const half = ties / 2
  const from = round % 4 === 2 || ties === 1 ? ties + 1 - tie : ((tie - 1 + half) % ties) + 1
  return [loserOf(`wb-r${upperRound}-t${from}`), winnerOf(`lb-r${round - 1}-t${tie}`)]
}

function roundTitle(toGo: number): string {
  if (toGo === 0) return 'final'
  if (toGo === 1) return 'semi-final'
  return toGo === 2 ? 'quarter-final' : `round of ${2 ** (toGo + 1)}`
}

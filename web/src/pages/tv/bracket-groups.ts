import type { Bracket, BracketPart, BracketRound, Tie } from '../../../../src/tournament/bracket.ts'
import { layOutPart, type PlacedTie } from '../../../../src/tournament/bracket-layout.ts'

/** A tree that fits a screen, with the small trees that belong to it: the match for third place, the grand final. */
export interface BracketGroup {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly ties: readonly PlacedTie[]
}

/** A part of so few ties is drawn beside the part before. */
const SMALL = 2
/** Ties of the first round on the screen: more are too small to read. */
const MOST_TIES = 8
const MOST_OPEN_TIES = 16

/** The trees of a bracket, each for one picture; none before an entrant of it is known. */
export function bracketGroups(bracket: Bracket | undefined): readonly BracketGroup[] {
  const groups: BracketPart[][] = []
  for (const part of bracket?.parts ?? []) {
    const isSmall = part.rounds.flatMap(({ ties }) => ties).length <= SMALL
    const last = groups.at(-1)
    if (isSmall && last) last.push(part)
    else groups.push([part])
  }
  return groups.filter((parts) => parts.some(isKnown)).map(drawGroup)
}

const isKnown = ({ rounds }: BracketPart): boolean =>
  rounds.some(({ ties }) =>
    ties.some(({ slots }) => slots.some(({ entrant }) => typeof entrant === 'string')),
  )

function drawGroup([main, ...small]: readonly BracketPart[]): BracketGroup {
  if (main === undefined) throw new Error('a group has a part')
  const rounds = lastRounds(main.rounds)
  const ties = [...layOutPart({ ...main, rounds })]
  const columns = rounds.map(({ title }) => title)
  let rows = endOf(ties)
  for (const part of small) {
    const first = Math.max(0, columns.length - part.rounds.length)
    const placed = layOutPart(part)
    // Under the last column there is room: it has one tie.
    const free = endOf(ties.filter(({ column }) => column >= first)) + 1
    for (const one of placed) ties.push({ ...one, column: one.column + first, row: one.row + free })
    rows = Math.max(rows, free + endOf(placed))
  }
  return { title: main.title, columns, rows, ties }
}

const endOf = (ties: readonly PlacedTie[]): number => Math.max(0, ...ties.map(({ row }) => row + 2))

/** The rounds from the first that is small enough; a larger one while it is being played. */
function lastRounds(rounds: readonly BracketRound[]): readonly BracketRound[] {
  const first = rounds.findIndex(
    ({ ties }) => ties.length <= MOST_TIES || (ties.length <= MOST_OPEN_TIES && ties.some(isOpen)),
  )
  return rounds.slice(Math.max(0, first))
}

const isOpen = ({ decided }: Tie): boolean => decided === undefined

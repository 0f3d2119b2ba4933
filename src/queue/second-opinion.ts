import { SEATS, type Seat } from '../game/game.ts'
import type { MatchEvent } from '../match/match.ts'
import { nameWhyNot, type SecondLook } from './second-look.ts'

/** What came of a match that another worker played again, though its players may depend on time or chance. It decides nothing. */
export type SecondOpinion =
  | { readonly kind: 'same'; readonly worker: string }
  /** `moves`: how many moves from the beginning were equal. */
  | { readonly kind: 'other'; readonly worker: string; readonly moves: number }
  | { readonly kind: 'none'; readonly why: string }

/** Plays the match once more elsewhere, and compares the moves. Undefined if the run is closed meanwhile. */
export async function askAgain({
  first,
  playElsewhere,
  nameOf,
}: Pick<SecondLook, 'first' | 'playElsewhere' | 'nameOf'>): Promise<SecondOpinion | undefined> {
  const second = await playElsewhere([first.worker])
  if (second?.kind === 'aborted') return undefined
  if (second?.kind !== 'played') return { kind: 'none', why: nameWhyNot(second) }
  const worker = nameOf(second.worker)
  const moves = countEqualMoves(first.events, second.events)
  const isSame =
    [first, second].every(({ events }) => moves === events.filter(isWord).length) &&
    first.match.result?.score.every((points, player) => points === second.match.result?.score[player])
  return isSame ? { kind: 'same', worker } : { kind: 'other', worker, moves }
}

/** How many answers of each seat are equal from the beginning. Where both move at once, the order of their answers is chance. */
const countEqualMoves = (ours: readonly MatchEvent[], theirs: readonly MatchEvent[]): number =>
  SEATS.reduce<number>((sum, seat) => {
    const [a, b] = [wordsOf(ours, seat), wordsOf(theirs, seat)]
    const differs = a.findIndex((word, at) => word !== b[at])
    return sum + (differs === -1 ? a.length : differs)
  }, 0)

const wordsOf = (events: readonly MatchEvent[], seat: Seat): readonly string[] =>
  events.filter(isWord).flatMap((event) => (event.seat === seat ? event.text : []))

const isWord = (event: MatchEvent): event is MatchEvent & { kind: 'answered' } => event.kind === 'answered'

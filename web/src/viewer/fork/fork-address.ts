import { SEATS, type Pair, type Seat } from '../../../../src/game/game.ts'

/** What plays a seat of a fork: a person here, or a house brain. */
export type Hand = { readonly kind: 'you' } | { readonly kind: 'brain'; readonly name: string }

/** A fork as its address tells it: the position of the match, what plays each seat, and what was played since. */
export interface ForkAddress {
  /** The address of the position, `#r1.p12`. */
  readonly place: string
  readonly hands: Pair<Hand>
  readonly answers: readonly Answer[]
}

export interface Answer {
  readonly seat: Seat
  readonly move: string
}

/** Longer than any game that was played by hand; addresses are not endless. */
const MOST_ANSWERS = 2_000

/** `#r1.p12;you;house:perfect;0=e5;1=c3h`. */
export const formatFork = ({ place, hands, answers }: ForkAddress): string =>
  [
    place,
    ...hands.map((hand) => (hand.kind === 'you' ? 'you' : `house:${hand.name}`)),
    ...answers.slice(0, MOST_ANSWERS).map(({ seat, move }) => `${seat}=${move}`),
  ].join(';')

/** Undefined for what is not the address of a fork. Whether its moves are legal is not known here. */
export function parseFork(hash: string): ForkAddress | undefined {
  const [place = '', first, second, ...words] = hash.split(';')
  const hands = [readHand(first), readHand(second)] as const
  const answers = words.map(readAnswer)
  if (!PLACE.test(place) || !hands[0] || !hands[1] || words.length > MOST_ANSWERS) return undefined
  if (!answers.every((answer) => answer !== undefined)) return undefined
  return { place, hands: [hands[0], hands[1]], answers }
}

const PLACE = /^#r\d{1,6}\.p\d{1,6}$/

function readHand(text = ''): Hand | undefined {
  if (text === 'you') return { kind: 'you' }
  const [, name] = /^house:([a-z0-9-]{1,40})$/.exec(text) ?? []
  return name === undefined ? undefined : { kind: 'brain', name }
}

function readAnswer(text: string): Answer | undefined {
  const [, place, move = ''] = /^([01])=([\w,+-]{1,24})$/.exec(text) ?? []
  const seat = SEATS.find((one) => String(one) === place)
  return seat === undefined ? undefined : { seat, move }
}

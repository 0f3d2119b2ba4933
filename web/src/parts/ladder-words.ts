import type { GainBody, LadderRowBody } from '../../../src/api/ladder.ts'
import { signed } from '../../../src/rating/show-numbers.ts'
import { momentWords } from './moment-words.ts'

type Counted = Pick<LadderRowBody, 'games' | 'different'>

/** `12 games`, or `12 games, 2 different` where copies were played. */
export function gamesWords({ games, different }: Counted): string {
  const all = games === 1 ? '1 game' : `${games} games`
  return different < games ? `${all}, ${different} different` : all
}

/** `1540 ±32`; the interval is missing before the first game. */
export const ratingWords = ({ rating, plusMinus }: Pick<LadderRowBody, 'rating' | 'plusMinus'>): string =>
  plusMinus === null ? `${rating}` : `${rating} ±${plusMinus}`

/** `+41 ± 18 against version 3`. */
export const gainWords = ({ version, points, plusMinus }: GainBody): string =>
  `${signed(points)} ± ${plusMinus} against version ${version}`

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `2 d 3 h`, `1 h 5 min`, `4 min 20 s`, `12 s`: two units, rounded down. */
export function durationWords(ms: number): string {
  const left = Math.max(0, ms)
  const [large, small] = UNITS.find(([unit]) => left >= unit.ms) ?? [{ ms: SECOND, word: 's' }]
  const first = `${Math.floor(left / large.ms)} ${large.word}`
  const rest = small ? Math.floor((left % large.ms) / small.ms) : 0
  return small && rest > 0 ? `${first} ${rest} ${small.word}` : first
}

interface Unit {
  readonly ms: number
  readonly word: string
}

const UNITS: readonly (readonly [Unit, Unit])[] = [
  [
    { ms: DAY, word: 'd' },
    { ms: HOUR, word: 'h' },
  ],
  [
    { ms: HOUR, word: 'h' },
    { ms: MINUTE, word: 'min' },
  ],
  [
    { ms: MINUTE, word: 'min' },
    { ms: SECOND, word: 's' },
  ],
]

/** What a freeze means now: a countdown before it, and since when afterwards. */
export const freezeWords = (freeze: number, now: number, timeZone?: string): string =>
  now <= freeze
    ? `Submissions close on ${momentWords(freeze, timeZone)}, in ${durationWords(freeze - now)}.`
    : `Frozen since ${momentWords(freeze, timeZone)}.`

import { integer, type Fields } from '../base/fields.ts'
import { deriveSeed } from '../base/rng.ts'
import { orWord, readOptions, tieBreakList, tieBreakRules, type TieBreakId } from './options.ts'
import { pairSwiss, type SwissPlayer } from './pair-swiss.ts'
import { rankBy } from './ranking.ts'
import { pointsOf } from './score-table.ts'
import { POINTS } from './tie-breaks.ts'
import type { FormatContext, Format, Schedule } from './format.ts'
import type { Ended, Pairing } from './tournament.ts'

export interface SwissOptions {
  /** `auto`: one more than a knock-out would have. */
  readonly rounds: number | 'auto'
  /** Matches of a pairing; each two have swapped sides and the same seed. */
  readonly games: number
  readonly tieBreaks: readonly TieBreakId[]
}

const FIELDS: Fields<SwissOptions> = {
  rounds: orWord(integer('Rounds', 1, 1000), 'auto'),
  games: integer('Matches of a pairing', 1, 1000),
  tieBreaks: tieBreakList,
}

const DEFAULTS: SwissOptions = {
  rounds: 'auto',
  games: 2,
  tieBreaks: ['buchholz', 'sonneborn-berger', 'wins', 'head-to-head', 'round-difference'],
}

export const swiss: Format<SwissOptions> = {
  id: 'swiss',
  title: 'Swiss',
  summary:
    'In every round entrants with equal points play each other, and no pair meets twice if that can be avoided',
  fields: FIELDS,
  parseOptions: (input) => readOptions('swiss', FIELDS, DEFAULTS, input),
  count(entrants, options) {
    const matches = roundsOf(entrants, options) * Math.floor(entrants / 2) * options.games
    return { least: matches, most: matches }
  },
  begin: beginSwiss,
}

const roundsOf = (entrants: number, { rounds }: SwissOptions): number =>
  entrants < 2 ? 0 : rounds === 'auto' ? Math.ceil(Math.log2(entrants)) + 1 : rounds

function beginSwiss(context: FormatContext, options: SwissOptions): Schedule {
  const { entrants, points, seed } = context
  const rounds = roundsOf(entrants.length, options)
  const ids = entrants.map(({ id }) => id)
  const players = new Map(ids.map((id, index) => [id, newPlayer(index)]))
  const byes = new Map<string, number>()
  let round = 0
  let running = 0
  let ended: Ended[] = []
  let free: SwissPlayer | undefined

  const idOf = ({ index }: SwissPlayer): string => ids[index] as string

  /** Counts whole rounds only, with their bye, so that the order in which matches end does not matter. */
  function countRound(): void {
    for (const { pairing, how, winner } of ended.toSorted((a, b) => a.pairing.index - b.pairing.index)) {
      for (const side of [0, 1] as const) {
        const own = players.get(pairing.players[side]) as SwissPlayer
        const opponent = players.get(pairing.players[side === 0 ? 1 : 0]) as SwissPlayer
        if (how !== 'void') own.score += pointsOf({ how, winner }, side, points)
        own.met.set(opponent.index, (own.met.get(opponent.index) ?? 0) + 1)
        own.balance += side === 0 ? 1 : -1
        own.wasFirst = side === 0
      }
    }
    if (free !== undefined) {
      free.byes++
      free.score += points.win * options.games
      byes.set(idOf(free), free.byes * options.games)
    }
    ended = []
  }

  function pairRound(): Pairing[] {
    if (round >= rounds) return []
    round++
    const playing = [...players.values()].filter((player) => !context.isOut(idOf(player), round))
    if (playing.length < 2) return []
    const { pairs, bye } = pairSwiss(playing, options.games)
    free = bye
    running = pairs.length * options.games
    const pairings: Pairing[] = []
    for (let game = 0; game < options.games; game++) {
      for (const [at, [a, b]] of pairs.entries()) {
        const name = a.index < b.index ? `${a.index + 1}v${b.index + 1}` : `${b.index + 1}v${a.index + 1}`
        pairings.push({
          key: `sw-r${round}-${name}-g${game + 1}`,
          stage: `round ${round}`,
          round,
          index: game * pairs.length + at,
          players: game % 2 === 0 ? [idOf(a), idOf(b)] : [idOf(b), idOf(a)],
          seed: deriveSeed(seed, `sw-r${round}-${name}`, Math.floor(game / 2)),
          ...(game > 1 && { pair: Math.floor(game / 2) }),
        })
      }
    }
    return pairings
  }

  return {
    first: pairRound(),
    after(match) {
      ended.push(match)
      if (--running > 0) return []
      countRound()
      return pairRound()
    },
    rank: () => rankBy([POINTS, ...tieBreakRules(options.tieBreaks, context.seed)], context.table(byes)),
  }
}

const newPlayer = (index: number): SwissPlayer => ({
  index,
  score: 0,
  byes: 0,
  balance: 0,
  wasFirst: undefined,
  met: new Map(),
})

import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import type { ResultGame } from '../../../../src/api/tournament-result.ts'
import { capital } from '../../parts/tournament-words.ts'

/** A finished match of a contest whose last moves are worth a second look. */
export interface Highlight {
  readonly match: number
  readonly kind: 'upset' | 'decisive' | 'close'
  /** Why, in words without a full stop. */
  readonly words: string
}

/** Differences of ratings that make a result an upset: the favourite wins two of three such rounds. */
const UPSET_ELO = 120
/** Ratings of fewer rounds say too little. */
const RATED_ROUNDS = 4

type Facts = Pick<WholeTournamentBody, 'matches'> & {
  readonly result: Pick<WholeTournamentBody['result'], 'bracket' | 'games' | 'ratings'>
}

/** The newest first. */
export function highlightsOf({ matches, result }: Facts): readonly Highlight[] {
  const numbers = new Map(matches.map(({ key, match }) => [key, match]))
  const ties = new Map(
    (result.bracket?.parts ?? []).flatMap(({ rounds }) =>
      rounds.flatMap((round) => round.ties.flatMap((tie) => tie.matches.map((key) => [key, tie] as const))),
    ),
  )
  const ratings = new Map(
    result.ratings.flatMap(({ name, elo, rounds }) =>
      elo === null || rounds < RATED_ROUNDS ? [] : [[name, elo] as const],
    ),
  )
  return result.games
    .flatMap((game): readonly Highlight[] => {
      const match = numbers.get(game.key)
      if (match === undefined || game.how !== 'played' || game.winner === null) return []
      const loser = game.players[game.players[0] === game.winner ? 1 : 0]
      const tie = ties.get(game.key)
      const seedOf = (name: string): number | undefined =>
        tie?.slots.find(({ entrant }) => entrant === name)?.seed
      const [seed, lostSeed] = [seedOf(game.winner), seedOf(loser)]
      if (seed !== undefined && lostSeed !== undefined && seed > lostSeed)
        return [
          {
            match,
            kind: 'upset',
            words: `Upset: ${game.winner}, seed ${seed}, beat ${loser}, seed ${lostSeed}`,
          },
        ]
      const [elo, lostElo] = [ratings.get(game.winner), ratings.get(loser)]
      if (tie === undefined && elo !== undefined && lostElo !== undefined && lostElo - elo >= UPSET_ELO)
        return [
          {
            match,
            kind: 'upset',
            words: `Upset: ${game.winner} beat ${loser}, rated ${Math.round(lostElo - elo)} points higher`,
          },
        ]
      if (tie?.matches.at(-1) === game.key && tie.winner !== undefined)
        return [{ match, kind: 'decisive', words: `${capital(tie.title)}: how ${game.winner} beat ${loser}` }]
      return isClose(game)
        ? [{ match, kind: 'close', words: `A close one: ${game.winner} beat ${loser} ${scoreOf(game)}` }]
        : []
    })
    .toSorted((a, b) => b.match - a.match)
}

const isClose = ({ score: [first, second] }: ResultGame): boolean =>
  first + second > 1 && Math.abs(first - second) === 1

const scoreOf = ({ score }: ResultGame): string => `${Math.max(...score)}–${Math.min(...score)}`

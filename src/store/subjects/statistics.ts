import type { FaultKind } from '../../match/match.ts'
import { after, type Page } from '../queries.ts'
import {
  personOf,
  type MatchEntry,
  type MatchOrigin,
  type MatchPlayer,
  type PlayerAccount,
} from './matches.ts'
import type { ProjectionContext, Subject } from './subject.ts'

export interface TallyRow extends Results {
  readonly person: number
  readonly name: string
}

export interface StatisticsRow extends Results {
  readonly challenge: string
  /** Moves whose time is known, how long they took together and the longest of them, in milliseconds. */
  readonly moves: number
  readonly thoughtMs: number
  readonly longestMs: number
  /** Rounds lost by a fault, by its kind. */
  readonly faults: readonly { readonly kind: FaultKind; readonly count: number }[]
}

interface Results {
  readonly played: number
  readonly won: number
  readonly drawn: number
  readonly lost: number
}

/** Results, times and faults of people by challenge. Void matches, trials and matches of a person with itself do not count. */
export const statistics = {
  tables: {
    faults: 'person, challenge, kind',
    accounts: 'person, challenge',
    tallies: 'challenge, person',
  },

  project: {
    'match-over'({ match, winner, void: isVoid, accounts }, context) {
      const finished = isVoid ? undefined : pairingOf(match, context)
      if (!finished) return
      for (const [player, person] of finished.people.entries()) {
        if (person === undefined) continue
        const key = { person, challenge: finished.challenge }
        context.insert(
          'tallies',
          {
            ...key,
            won: Number(winner === player),
            drawn: Number(winner === undefined),
            lost: Number(winner !== undefined && winner !== player),
          },
          'won = won + excluded.won, drawn = drawn + excluded.drawn, lost = lost + excluded.lost',
        )
        const account = accounts?.[player]
        if (account) addAccount(key, account, context)
      }
    },
  },

  reads: (database) => ({
    /** Wins, draws and losses, by person. */
    tallies: (challenge: string, page: Page): readonly TallyRow[] =>
      database.all<TallyRow>(
        `SELECT person, name, won, drawn, lost, won + drawn + lost AS played FROM tallies JOIN people
         ON id = person WHERE challenge = ? AND person > ? ORDER BY person LIMIT ?`,
        [challenge, ...after(page)],
      ),
    /** For each challenge of which a person has finished a match. Matches of older logs have no times and faults. */
    statisticsOf(person: number): readonly StatisticsRow[] {
      const faults = database.all<{ challenge: string; kind: FaultKind; count: number }>(
        'SELECT challenge, kind, count FROM faults WHERE person = ? ORDER BY kind',
        [person],
      )
      return database
        .all<Omit<StatisticsRow, 'faults'>>(
          `SELECT challenge, won, drawn, lost, coalesce(moves, 0) AS moves, coalesce(thoughtMs, 0) AS thoughtMs,
           coalesce(longestMs, 0) AS longestMs, won + drawn + lost AS played
           FROM tallies LEFT JOIN accounts USING (person, challenge) WHERE person = ? ORDER BY challenge`,
          [person],
        )
        .map((row) => ({
          ...row,
          faults: faults
            .filter(({ challenge }) => challenge === row.challenge)
            .map(({ kind, count }) => ({ kind, count })),
        }))
    },
  }),
} satisfies Subject<never, MatchEntry>

/** The challenge of a match and the persons of its two players; undefined if the match does not count. */
function pairingOf(match: number, { database }: ProjectionContext) {
  const [row] = database.all<{ challenge: string; origin: MatchOrigin; player0: string; player1?: string }>(
    'SELECT challenge, origin, player0, player1 FROM matches WHERE id = ?',
    [match],
  )
  if (row?.player1 === undefined || row.origin === 'trial') return undefined
  const people = [row.player0, row.player1].map((player) => personOf(JSON.parse(player) as MatchPlayer))
  return people[0] === people[1] ? undefined : { challenge: row.challenge, people }
}

function addAccount(
  key: { readonly person: number; readonly challenge: string },
  { moves, thoughtMs, longestMs, faults }: PlayerAccount,
  { insert }: ProjectionContext,
): void {
  insert(
    'accounts',
    { ...key, moves, thoughtMs, longestMs },
    `moves = moves + excluded.moves, thoughtMs = thoughtMs + excluded.thoughtMs,
     longestMs = max(longestMs, excluded.longestMs)`,
  )
  for (const [kind, count] of Object.entries(faults))
    insert('faults', { ...key, kind, count }, 'count = count + excluded.count')
}

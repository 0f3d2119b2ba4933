import type { Pair } from '../../game/game.ts'
import type { FaultKind, MatchEvent, MatchRules, Player } from '../../match/match.ts'
import type { Database, Value } from '../database.ts'
import { before, nextId, where, type Page, type WithJson } from '../queries.ts'
import { LOG_ONLY, type Subject } from './subject.ts'

export type MatchEntry =
  | {
      readonly kind: 'match-created'
      readonly match: number
      readonly challenge: string
      /** The version of the game's rules: the events mean nothing under others. */
      readonly gameVersion: number
      readonly settings: Readonly<Record<string, unknown>>
      readonly rules: MatchRules
      readonly seed: number
      /** The second is missing from an open challenge until somebody takes it up. */
      readonly players: readonly [MatchPlayer, MatchPlayer?]
      readonly origin: MatchOrigin
    }
  | { readonly kind: 'match-joined'; readonly match: number; readonly player: MatchPlayer }
  | { readonly kind: 'match-started'; readonly match: number }
  | { readonly kind: 'match-event'; readonly match: number; readonly event: MatchEvent }
  | { readonly kind: 'round-over'; readonly match: number; readonly score: Pair<number> }
  | {
      readonly kind: 'match-over'
      readonly match: number
      readonly score: Pair<number>
      readonly winner: Player | undefined
      /** It could not be played, or was called off; it counts for nobody. */
      readonly void: boolean
      /** How it ended, in words. */
      readonly end: string
      /** By player; not of one that was called off. */
      readonly accounts?: Pair<PlayerAccount>
    }

/** Who plays, and how it is reached. */
export type MatchPlayer =
  | { readonly kind: 'http'; readonly name: string; readonly person: number }
  | { readonly kind: 'house'; readonly name: string; readonly brain: string; readonly nodeBudget?: number }
  | {
      readonly kind: 'bot'
      readonly name: string
      readonly person: number
      readonly bot: number
      readonly version: number
    }
  /** A team that hears of its battle by a stream of events. */
  | {
      readonly kind: 'sse'
      readonly name: string
      /** The id by which the team knows the battle: who has it may play. */
      readonly battle: string
      readonly person?: number
      /** Where the team is told of it; without one it comes by itself. */
      readonly url?: string
    }
  /** Came over a connection that ends with the server: such a match cannot be taken up again. */
  | { readonly kind: 'guest'; readonly name: string; readonly wire: string }

/** How a match came about. */
export type MatchOrigin =
  | 'practice'
  | 'challenge'
  | 'lobby'
  | 'organiser'
  | 'evaluation'
  | 'battle'
  | 'tournament'
  | 'demo'

/** How a player fared in a match beside its result. */
export interface PlayerAccount {
  readonly moves: number
  /** Of all moves together, in milliseconds. */
  readonly thoughtMs: number
  readonly longestMs: number
  /** How often it lost a round by a fault of each kind. */
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>
}

export type MatchStatus = 'open' | 'waiting' | 'playing' | 'over'

export interface MatchRow {
  readonly id: number
  readonly challenge: string
  readonly gameVersion: number
  readonly settings: Readonly<Record<string, unknown>>
  readonly rules: MatchRules
  readonly seed: number
  readonly origin: MatchOrigin
  readonly status: MatchStatus
  /** The second is missing while the match is open. */
  readonly players: readonly [MatchPlayer, MatchPlayer?]
  readonly score: Pair<number>
  readonly winner: Player | undefined
  readonly void: boolean
  readonly end: string | undefined
  readonly created: number
  readonly started: number | undefined
  readonly ended: number | undefined
}

export interface MatchFilter {
  readonly status?: MatchStatus
  readonly challenge?: string
  readonly person?: number
}

export const matches = {
  tables: { match_people: 'person, match', matches: 'id' },

  project: {
    'match-created'({ match, players, settings, rules, ...entry }, { insert, database, time }) {
      const [first, second] = players
      insert('matches', {
        id: match,
        challenge: entry.challenge,
        gameVersion: entry.gameVersion,
        settings: JSON.stringify(settings),
        rules: JSON.stringify(rules),
        seed: entry.seed,
        origin: entry.origin,
        status: second ? 'waiting' : 'open',
        player0: JSON.stringify(first),
        player1: second && JSON.stringify(second),
        created: time,
      })
      listFor(database, first, match)
      if (second) listFor(database, second, match)
    },
    'match-joined'({ match, player }, { change, database }) {
      change(`UPDATE matches SET status = 'waiting', player1 = ? WHERE id = ? AND status = 'open'`, [
        JSON.stringify(player),
        match,
      ])
      listFor(database, player, match)
    },
    'match-started'({ match }, { change, time }) {
      change(`UPDATE matches SET status = 'playing', started = ? WHERE id = ? AND status = 'waiting'`, [
        time,
        match,
      ])
    },
    // Every move ends here: it must cost nothing beside its line in the log.
    'match-event': LOG_ONLY,
    'round-over'({ match, score }, { change }) {
      change(`UPDATE matches SET score0 = ?, score1 = ? WHERE id = ? AND status = 'playing'`, [
        ...score,
        match,
      ])
    },
    'match-over'({ match, score, winner, void: isVoid, end }, { change, time }) {
      change(
        `UPDATE matches SET status = 'over', score0 = ?, score1 = ?, winner = ?, void = ?, "end" = ?, ended = ?
         WHERE id = ? AND status <> 'over'`,
        [...score, winner ?? null, isVoid ? 1 : 0, end, time, match],
      )
    },
  },

  reads(database) {
    const select = (rest: string, ...values: readonly Value[]) =>
      database
        .all<StoredMatch>(
          `SELECT id, challenge, gameVersion, settings, rules, seed, origin, status, player0, player1, score0, score1,
           winner, void, "end", created, started, ended FROM matches ${rest}`,
          values,
        )
        .map(readMatch)
    return {
      nextMatch: () => nextId(database, 'matches'),
      match: (id: number) => select('WHERE id = ?', id)[0],
      /** Newest first. */
      matches({ person, challenge, status }: MatchFilter, page: Page) {
        const { sql, values } = where({ person, challenge, status })
        // By the number in the joined table, in whose order the rows are found.
        const [join, id] = person === undefined ? ['', 'id'] : ['JOIN match_people ON match = id', 'match']
        return select(`${join} WHERE ${sql}${id} < ? ORDER BY ${id} DESC LIMIT ?`, ...values, ...before(page))
      },
      /** All that are neither over nor open, oldest first. */
      unfinishedMatches: () => select(`WHERE status IN ('waiting', 'playing') ORDER BY id`),
      eventsOf: (match: number): readonly MatchEvent[] =>
        database
          .all<{ body: string }>(
            `SELECT body FROM log WHERE match = ? AND kind = 'match-event' ORDER BY seq`,
            [match],
          )
          .map(({ body }) => (JSON.parse(body) as { readonly event: MatchEvent }).event),
    }
  },
} satisfies Subject<MatchEntry>

export const personOf = (player: MatchPlayer): number | undefined =>
  'person' in player ? player.person : undefined

/** Lists a match among those of a player's person, once if they play with themselves. */
function listFor(database: Database, player: MatchPlayer, match: number): void {
  const person = personOf(player)
  if (person !== undefined)
    database.run('INSERT INTO match_people VALUES (?, ?) ON CONFLICT DO NOTHING', [person, match])
}

interface StoredMatch extends WithJson<Omit<MatchRow, 'players' | 'score' | 'void'>, 'settings' | 'rules'> {
  readonly player0: string
  readonly player1: string | undefined
  readonly score0: number
  readonly score1: number
  readonly void: 0 | 1
}

function readMatch({ player0, player1, score0, score1, ...row }: StoredMatch): MatchRow {
  const first = JSON.parse(player0) as MatchPlayer
  return {
    ...row,
    settings: JSON.parse(row.settings) as MatchRow['settings'],
    rules: JSON.parse(row.rules) as MatchRow['rules'],
    players: player1 === undefined ? [first] : [first, JSON.parse(player1) as MatchPlayer],
    score: [score0, score1],
    void: row.void === 1,
  }
}

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
      /** The version of the game's rules: events can be replayed only under the same rules. */
      readonly gameVersion: number
      readonly settings: Readonly<Record<string, unknown>>
      readonly rules: MatchRules
      readonly seed: number
      /** An open invitation has no second player until a team joins. */
      readonly players: readonly [MatchPlayer, MatchPlayer?]
      readonly origin: MatchOrigin
      /** The team that started it with its bot, or by a challenge to another team. */
      readonly starter?: number
      /** The only team that may join an open match. */
      readonly invited?: number
      /** The match that the same players want to play again. */
      readonly rematchOf?: number
    }
  | {
      readonly kind: 'match-joined'
      readonly match: number
      readonly player: MatchPlayer
      /** It becomes the first player, and the challenger the second: a rematch swaps the seats. */
      readonly first?: true
    }
  | { readonly kind: 'match-started'; readonly match: number }
  | { readonly kind: 'match-event'; readonly match: number; readonly event: MatchEvent }
  | { readonly kind: 'round-over'; readonly match: number; readonly score: Pair<number> }
  | {
      readonly kind: 'match-over'
      readonly match: number
      readonly score: Pair<number>
      readonly winner: Player | undefined
      /** It could not be played, or was called off: it counts in no statistics. */
      readonly void: boolean
      /** How it ended, in words. */
      readonly end: string
      /** By player; missing from a match that was called off. */
      readonly accounts?: Pair<PlayerAccount>
      /** One for each round but the void ones; missing from old entries and from a match that was called off. */
      readonly fingerprints?: readonly string[]
    }

/** A player of a match, and how the arena reaches it. */
export type MatchPlayer =
  | { readonly kind: 'http'; readonly name: string; readonly person: number }
  | { readonly kind: 'house'; readonly name: string; readonly brain: string; readonly nodeBudget?: number }
  /** A language model that the arena calls, with its options: `llm:MODEL,price=1/2`. */
  | { readonly kind: 'model'; readonly name: string; readonly model: string }
  | {
      readonly kind: 'bot'
      readonly name: string
      readonly person: number
      readonly bot: number
      readonly version: number
    }
  /** A team on the SSE wire. */
  | {
      readonly kind: 'sse'
      readonly name: string
      /** The id of the battle: a secret that lets the team play. */
      readonly battle: string
      readonly person?: number
      /** Where the arena calls the team to the battle; without it the team comes by itself. */
      readonly url?: string
    }
  /** Came over a TCP connection, which ends with the server: after a restart the match cannot go on. */
  | {
      readonly kind: 'guest'
      readonly name: string
      readonly wire: string
      /** The team whose key it sent. */
      readonly person?: number
    }

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
  /** A team tries its bot: it counts in no statistics. */
  | 'trial'
  /** A rated match of a bot. */
  | 'ladder'

/** The moves, times and faults of a player in a match. */
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
  /** The team that started it with its bot, or by a challenge to another team. */
  readonly starter: number | undefined
  /** The only team that may join while it is open. */
  readonly invited: number | undefined
  /** The match that it is a rematch of. */
  readonly rematchOf: number | undefined
  /**
   * What tells copies of a game: one for each round but the void ones, so the seats of each follow from the rules. Undefined until
   * the match is over, and for old matches.
   */
  readonly fingerprints: readonly string[] | undefined
}

export interface MatchFilter {
  readonly status?: MatchStatus
  readonly challenge?: string
  readonly person?: number
  readonly invited?: number
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
        starter: entry.starter,
        invited: entry.invited,
        rematchOf: entry.rematchOf,
      })
      listFor(database, first, match)
      if (second) listFor(database, second, match)
    },
    'match-joined'({ match, player, first }, { change, database }) {
      const seats = first === true ? 'player1 = player0, player0 = ?' : 'player1 = ?'
      change(`UPDATE matches SET status = 'waiting', ${seats} WHERE id = ? AND status = 'open'`, [
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
    // Every move is one: it must cost nothing beside its line in the log.
    'match-event': LOG_ONLY,
    'round-over'({ match, score }, { change }) {
      change(`UPDATE matches SET score0 = ?, score1 = ? WHERE id = ? AND status = 'playing'`, [
        ...score,
        match,
      ])
    },
    'match-over'({ match, score, winner, void: isVoid, end, fingerprints }, { change, time }) {
      change(
        `UPDATE matches SET status = 'over', score0 = ?, score1 = ?, winner = ?, void = ?, "end" = ?, ended = ?,
         fingerprints = ?
         WHERE id = ? AND status <> 'over'`,
        [...score, winner ?? null, isVoid ? 1 : 0, end, time, fingerprints?.join(' ') ?? null, match],
      )
    },
  },

  reads(database) {
    const select = (rest: string, ...values: readonly Value[]) =>
      database
        .all<StoredMatch>(
          `SELECT id, challenge, gameVersion, settings, rules, seed, origin, status, player0, player1, score0, score1,
           winner, void, "end", created, started, ended, starter, invited, rematchOf, fingerprints FROM matches ${rest}`,
          values,
        )
        .map(readMatch)
    const count = (condition: string, value: Value): number =>
      database.all<{ count: number }>(`SELECT count(*) AS count FROM matches WHERE ${condition}`, [value])[0]
        ?.count ?? 0
    return {
      nextMatch: () => nextId(database, 'matches'),
      match: (id: number) => select('WHERE id = ?', id)[0],
      /** Newest first. */
      matches({ person, challenge, status, invited }: MatchFilter, page: Page) {
        const { sql, values } = where({ person, challenge, status, invited })
        // Ordered by the number in the joined table: its index gives the rows in that order, without a sort.
        const [join, id] = person === undefined ? ['', 'id'] : ['JOIN match_people ON match = id', 'match']
        return select(`${join} WHERE ${sql}${id} < ? ORDER BY ${id} DESC LIMIT ?`, ...values, ...before(page))
      },
      /** Matches that a person plays itself, by HTTP, newest first. What its bots play is not among them. */
      ownGames: (person: number, status: MatchStatus, page: Page) =>
        select(
          `JOIN match_people ON match = id WHERE person = ? AND status = ? AND ? IN (${HTTP_PLAYER('player0')},
           ${HTTP_PLAYER('player1')}) AND match < ? ORDER BY match DESC LIMIT ?`,
          person,
          status,
          person,
          ...before(page),
        ),
      /** Matches that wait or are being played, oldest first. */
      unfinishedMatches: () => select(`WHERE status IN ('waiting', 'playing') ORDER BY id`),
      /** How many open matches a team has begun that wait for one other team. */
      invitationsBy: (starter: number) => count(`starter = ? AND status = 'open'`, starter),
      /** How many open matches wait for a team. */
      invitationsFor: (invited: number) => count(`invited = ? AND status = 'open'`, invited),
      /** The rematch of a match that is open, waits or is being played. */
      unfinishedRematch: (match: number) =>
        select(`WHERE rematchOf = ? AND status <> 'over' ORDER BY id DESC LIMIT 1`, match)[0],
      /** Matches of an origin that a team started, and that wait or are being played. */
      unfinishedBy: (starter: number, origin: MatchOrigin) =>
        select(
          `WHERE starter = ? AND status IN ('waiting', 'playing') AND origin = ? ORDER BY id`,
          starter,
          origin,
        ),
      /** All rated matches of bots, oldest first. */
      ladderMatches: (challenge: string) =>
        select(`WHERE challenge = ? AND origin = 'ladder' ORDER BY id`, challenge),
      /** How many rated matches wait or are being played. */
      unfinishedRated: () => count(`status IN ('waiting', 'playing') AND origin = ?`, 'ladder'),
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

/** Whether an entry changes the row of its match. Most entries of a match are its events, which do not. */
export const changesMatch = (entry: { readonly kind: string }): entry is MatchEntry =>
  typeof matches.project[entry.kind as MatchEntry['kind']] === 'function'

/** The person of a player that comes by HTTP, in SQL. */
const HTTP_PLAYER = (column: string): string =>
  `CASE WHEN ${column} ->> 'kind' = 'http' THEN ${column} ->> 'person' END`

export const personOf = (player: MatchPlayer): number | undefined =>
  'person' in player ? player.person : undefined

/** Lists a match under the person of a player; once if a person plays with itself. */
function listFor(database: Database, player: MatchPlayer, match: number): void {
  const person = personOf(player)
  if (person !== undefined)
    database.run('INSERT INTO match_people VALUES (?, ?) ON CONFLICT DO NOTHING', [person, match])
}

interface StoredMatch extends WithJson<
  Omit<MatchRow, 'players' | 'score' | 'void' | 'fingerprints'>,
  'settings' | 'rules'
> {
  readonly player0: string
  readonly player1: string | undefined
  readonly score0: number
  readonly score1: number
  readonly void: 0 | 1
  readonly fingerprints: string | undefined
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
    fingerprints: row.fingerprints?.split(' ').filter((text) => text !== ''),
  }
}

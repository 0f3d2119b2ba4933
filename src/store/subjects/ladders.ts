import type { Subject } from './subject.ts'

export type LadderEntry =
  /** From now on the ladder of the bot's challenge calls it to matches. */
  | { readonly kind: 'ladder-enrolled'; readonly bot: number }
  | { readonly kind: 'ladder-left'; readonly bot: number }
  /** Without a time, the freeze of the challenge is taken back. */
  | {
      readonly kind: 'ladder-freeze-set'
      readonly challenge: string
      /** Milliseconds since 1970. */
      readonly freeze?: number
    }
  | {
      readonly kind: 'ladder-season-begun'
      readonly challenge: string
      /** From 2: the first season begins with the arena. */
      readonly season: number
      readonly name: string
    }
  /** How much of the places for matches of programs all ladders together may use. */
  | { readonly kind: 'ladder-share-set'; readonly percent: number }

/** A bot that the ladder calls to matches, and since when. */
export interface LadderBotRow {
  readonly bot: number
  readonly enrolled: number
}

/** A bot with the version that its ladder plays. */
export interface LadderVersionRow {
  readonly bot: number
  readonly person: number
  readonly name: string
  /** The newest version that passed and was uploaded by the freeze. */
  readonly version: number
  /** When its upload was complete. */
  readonly uploaded: number
  /** Since when the bot is enrolled; undefined if it is not. */
  readonly enrolled: number | undefined
}

/** A season counts the matches that were created from its begin on, until it ended. */
export interface SeasonRow {
  readonly number: number
  readonly name: string
  /** Undefined for the first season, which begins with the arena. */
  readonly began: number | undefined
  /** It counts the matches from this one on. Their times do not tell: the clock of the machine may be set back. */
  readonly firstMatch: number
  /** When the next one began; undefined for the running season. */
  readonly ended: number | undefined
}

/** The standing ladders: enrolled bots, freezes, seasons, and the share of the machine. */
export const ladders = {
  tables: {
    ladder_share: 'id',
    ladder_seasons: 'challenge, number',
    ladder_freezes: 'challenge',
    ladder_bots: 'bot',
  },

  project: {
    'ladder-enrolled'({ bot }, { insert, time }) {
      insert('ladder_bots', { bot, enrolled: time })
    },
    'ladder-left'({ bot }, { change }) {
      change('DELETE FROM ladder_bots WHERE bot = ?', [bot])
    },
    'ladder-freeze-set'({ challenge, freeze }, { insert, change }) {
      if (freeze === undefined) change('DELETE FROM ladder_freezes WHERE challenge = ?', [challenge])
      else insert('ladder_freezes', { challenge, freeze }, 'freeze = excluded.freeze')
    },
    'ladder-season-begun'({ challenge, season, name }, { insert, time, database }) {
      const [last] = database.all<{ id: number | null }>('SELECT max(id) AS id FROM matches', [])
      const firstMatch = (last?.id ?? 0) + 1
      insert('ladder_seasons', { challenge, number: season, name, began: time, firstMatch })
    },
    'ladder-share-set'({ percent }, { insert }) {
      insert('ladder_share', { id: 1, percent }, 'percent = excluded.percent')
    },
  },

  reads(database) {
    const freezeOf = (challenge: string): number | undefined =>
      database.all<{ freeze: number }>('SELECT freeze FROM ladder_freezes WHERE challenge = ?', [
        challenge,
      ])[0]?.freeze
    /** When an upload must be complete to count. */
    const latestOf = (challenge: string): number => freezeOf(challenge) ?? Number.MAX_SAFE_INTEGER
    return {
      /** The bots that are enrolled, by id; those without a version that counts are among them. */
      ladderBots: (challenge: string) =>
        database.all<LadderBotRow>(
          'SELECT bot, enrolled FROM ladder_bots JOIN bots ON id = bot WHERE challenge = ? ORDER BY bot',
          [challenge],
        ),
      /** How many bots are enrolled, by challenge. */
      enrolledBots: (): ReadonlyMap<string, number> =>
        new Map(
          database
            .all<{ challenge: string; count: number }>(
              'SELECT challenge, count(*) AS count FROM ladder_bots JOIN bots ON id = bot GROUP BY challenge',
            )
            .map(({ challenge, count }) => [challenge, count]),
        ),
      /** Since when a bot is enrolled; undefined if it is not. */
      ladderEnrolment: (bot: number) =>
        database.all<{ enrolled: number }>('SELECT enrolled FROM ladder_bots WHERE bot = ?', [bot])[0]
          ?.enrolled,
      /** All bots of a challenge, enrolled or not, that have a version that counts, by id. */
      ladderVersions: (challenge: string) =>
        database.all<LadderVersionRow>(
          // By that index alone: a row of a version has the log of its build, and is long.
          `SELECT id AS bot, person, name, version, versions.created AS uploaded, enrolled FROM bots
           JOIN versions INDEXED BY versions_passed
             ON versions.bot = id AND versions.status = 'passed' AND version = (${newestPassed('id')})
           LEFT JOIN ladder_bots ON ladder_bots.bot = id
           WHERE challenge = ?2 ORDER BY id`,
          [latestOf(challenge), challenge],
        ),
      /** The version of a bot that the ladder plays. */
      ladderVersion: (bot: number, challenge: string) =>
        database.all<{ version: number }>(newestPassed('?2'), [latestOf(challenge), bot])[0]?.version,
      /** A version that was uploaded later does not count; undefined without a freeze. */
      ladderFreeze: freezeOf,
      /** Oldest first. There is always one, and the last is the running one. */
      ladderSeasons(challenge: string): readonly SeasonRow[] {
        const begun = database.all<Omit<SeasonRow, 'ended'>>(
          'SELECT number, name, began, firstMatch FROM ladder_seasons WHERE challenge = ? ORDER BY number',
          [challenge],
        )
        return [FIRST_SEASON, ...begun].map((season, index) => ({ ...season, ended: begun[index]?.began }))
      },
      /** In percent; undefined if the organiser has not set it. */
      ladderShare: () => database.all<{ percent: number }>('SELECT percent FROM ladder_share')[0]?.percent,
    }
  },
} satisfies Subject<LadderEntry>

/** The newest version of a bot that passed and was uploaded by the time of the first parameter. */
const newestPassed = (bot: string): string =>
  `SELECT version FROM versions WHERE bot = ${bot} AND status = 'passed' AND created <= ?1 ORDER BY version DESC LIMIT 1`

const FIRST_SEASON = { number: 1, name: 'Season 1', began: undefined, firstMatch: 0 }

import type { Database, Value } from './database.ts'
import type { Pair } from '../game/game.ts'
import type { Player } from '../match/match.ts'
import type { LogEntry, MatchPlayer, PlayerAccount } from './entries.ts'
import { foldName } from './fold-name.ts'

/** The tables that follow from the log, each after those that refer to it, and the columns that order their rows. */
export const PROJECTIONS: readonly { readonly table: string; readonly key: string }[] = [
  { table: 'withdrawals', key: 'seq' },
  { table: 'marks', key: 'tournament, judge, entrant' },
  { table: 'tournament_results', key: 'tournament, key' },
  { table: 'tournament_matches', key: 'seq' },
  { table: 'tournaments', key: 'id' },
  { table: 'run_cases', key: 'run, match' },
  { table: 'runs', key: 'id' },
  { table: 'team_urls', key: 'person, challenge' },
  { table: 'battles', key: 'id' },
  { table: 'faults', key: 'person, challenge, kind' },
  { table: 'accounts', key: 'person, challenge' },
  { table: 'tallies', key: 'challenge, person' },
  { table: 'match_people', key: 'person, match' },
  { table: 'matches', key: 'id' },
  { table: 'versions', key: 'seq' },
  { table: 'bots', key: 'id' },
  { table: 'invitations', key: 'seq' },
  { table: 'keys', key: 'seq' },
  { table: 'people', key: 'id' },
]

/**
 * Brings the projections up to date with one more entry: nothing else changes them. An entry that does not follow from
 * those before it is a bug, and throws.
 */
export function project(database: Database, entry: LogEntry, seq: number, time: number): void {
  const change = (sql: string, values: readonly Value[]): void => {
    if (database.run(sql, values).changes !== 1)
      throw new Error(`Cannot append ${entry.kind}: it does not follow from the log`)
  }
  switch (entry.kind) {
    case 'person-registered':
      change('INSERT INTO people VALUES (?, ?, ?, ?, ?)', [
        entry.person,
        entry.name,
        foldName(entry.name),
        entry.role,
        time,
      ])
      return
    case 'key-issued':
      change('INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?)', [
        seq,
        entry.key,
        entry.person,
        entry.hash,
        entry.use,
        time,
        entry.expires ?? null,
        entry.from ?? null,
      ])
      return
    case 'key-revoked':
      // A session may have ended with its key before its owner ends it.
      change(
        `UPDATE keys SET revoked = coalesce(revoked, ?) WHERE id = ? AND (revoked IS NULL OR use = 'session')`,
        [time, entry.key],
      )
      endSessions(database, entry.key, time)
      return
    case 'invitation-issued':
      change('INSERT INTO invitations VALUES (?, ?, ?, ?, NULL, NULL)', [
        seq,
        entry.invitation,
        entry.hash,
        time,
      ])
      return
    case 'invitation-used':
      change('UPDATE invitations SET used = ?, person = ? WHERE id = ? AND used IS NULL', [
        time,
        entry.person,
        entry.invitation,
      ])
      return
    case 'bot-registered':
      change('INSERT INTO bots VALUES (?, ?, ?, ?, ?, NULL)', [
        entry.bot,
        entry.person,
        entry.challenge,
        entry.name,
        time,
      ])
      return
    case 'version-added':
      change(`INSERT INTO versions VALUES (?, ?, ?, ?, ?, 'waiting', NULL, NULL, NULL, NULL)`, [
        seq,
        entry.bot,
        entry.version,
        JSON.stringify(entry.source),
        time,
      ])
      return
    case 'version-unjudged':
      change(`UPDATE versions SET status = 'unjudged', report = ?, log = ? WHERE bot = ? AND version = ?`, [
        entry.report,
        entry.log,
        entry.bot,
        entry.version,
      ])
      return
    case 'version-retried':
      change(
        `UPDATE versions SET status = 'waiting', report = NULL, log = NULL WHERE bot = ? AND version = ?`,
        [entry.bot, entry.version],
      )
      return
    case 'version-judged':
      change(
        'UPDATE versions SET status = ?, report = ?, run = ?, wire = ?, log = ? WHERE bot = ? AND version = ?',
        [
          entry.passed ? 'passed' : 'failed',
          entry.report,
          entry.run ?? null,
          entry.wire ?? null,
          entry.log ?? null,
          entry.bot,
          entry.version,
        ],
      )
      change(
        `UPDATE bots SET plays = (SELECT max(version) FROM versions WHERE bot = bots.id AND status = 'passed') WHERE id = ?`,
        [entry.bot],
      )
      return
    case 'match-created': {
      const [first, second] = entry.players
      change(
        `INSERT INTO matches (id, challenge, gameVersion, settings, rules, seed, origin, status, player0, player1, created)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          entry.match,
          entry.challenge,
          entry.gameVersion,
          JSON.stringify(entry.settings),
          JSON.stringify(entry.rules),
          entry.seed,
          entry.origin,
          second ? 'waiting' : 'open',
          JSON.stringify(first),
          second ? JSON.stringify(second) : null,
          time,
        ],
      )
      seat(database, entry.match, first, 0)
      if (second) seat(database, entry.match, second, 1)
      return
    }
    case 'match-joined':
      change(`UPDATE matches SET status = 'waiting', player1 = ? WHERE id = ? AND status = 'open'`, [
        JSON.stringify(entry.player),
        entry.match,
      ])
      seat(database, entry.match, entry.player, 1)
      return
    case 'match-started':
      change(`UPDATE matches SET status = 'playing', started = ? WHERE id = ? AND status = 'waiting'`, [
        time,
        entry.match,
      ])
      return
    // Every move ends here: it must cost nothing beside its line in the log.
    case 'match-event':
    case 'battle-noted':
    case 'bot-logged':
    case 'organiser-acted':
      return
    case 'round-over':
      change(`UPDATE matches SET score0 = ?, score1 = ? WHERE id = ? AND status = 'playing'`, [
        ...entry.score,
        entry.match,
      ])
      return
    case 'match-over':
      change(
        `UPDATE matches SET status = 'over', score0 = ?, score1 = ?, winner = ?, void = ?, "end" = ?, ended = ?
         WHERE id = ? AND status <> 'over'`,
        [...entry.score, entry.winner ?? null, entry.void ? 1 : 0, entry.end, time, entry.match],
      )
      if (!entry.void) tally(database, entry.match, entry.accounts)
      return
    case 'team-url-set':
      if (entry.url === undefined)
        change('DELETE FROM team_urls WHERE person = ? AND challenge = ?', [entry.person, entry.challenge])
      else
        change('INSERT INTO team_urls VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET url = excluded.url', [
          entry.person,
          entry.challenge,
          entry.url,
        ])
      return
    case 'run-began':
      change(
        `INSERT INTO runs (id, challenge, teamUrl, person, caseType, callback, created, sequential, isOwed)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
        [
          entry.run,
          entry.challenge,
          entry.teamUrl,
          entry.person ?? null,
          entry.caseType ?? null,
          entry.callback ? JSON.stringify(entry.callback) : null,
          time,
          entry.sequential === undefined ? null : Number(entry.sequential),
        ],
      )
      return
    case 'case-began':
      change('INSERT INTO run_cases VALUES (?, ?, ?)', [entry.run, entry.match, entry.case])
      return
    case 'run-over':
      change(
        `UPDATE runs SET ended = ?, score = ?, possible = ?, message = ?, isOwed = callback IS NOT NULL
         WHERE id = ? AND ended IS NULL`,
        [time, entry.score, entry.possible, entry.message, entry.run],
      )
      return
    case 'callback-tried':
      change('UPDATE runs SET attempts = ?, problem = ?, isOwed = ? WHERE id = ? AND isOwed = 1', [
        entry.attempt,
        entry.problem ?? null,
        entry.problem !== undefined && !entry.last ? 1 : 0,
        entry.run,
      ])
      return
    case 'tournament-created':
      change(`INSERT INTO tournaments VALUES (?, ?, ?, ?, 'waiting', NULL, ?)`, [
        entry.tournament,
        entry.name,
        entry.challenge,
        JSON.stringify(entry.header),
        time,
      ])
      return
    case 'tournament-moved':
      change(`UPDATE tournaments SET status = ? WHERE id = ? AND status <> 'over'`, [
        entry.status,
        entry.tournament,
      ])
      return
    case 'tournament-match':
      change('INSERT INTO tournament_matches VALUES (?, ?, ?, ?)', [
        seq,
        entry.tournament,
        entry.key,
        entry.match,
      ])
      return
    case 'tournament-result':
      change('INSERT INTO tournament_results VALUES (?, ?, ?)', [entry.tournament, entry.key, entry.entry])
      return
    case 'entrant-withdrawn':
      change('INSERT INTO withdrawals VALUES (?, ?, ?, ?)', [
        seq,
        entry.tournament,
        entry.entrant,
        entry.round,
      ])
      return
    case 'mark-given':
      change('INSERT INTO marks VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET points = excluded.points', [
        entry.tournament,
        entry.judge,
        entry.entrant,
        entry.points,
      ])
      return
    case 'marks-published':
      change('UPDATE tournaments SET published = ? WHERE id = ?', [time, entry.tournament])
      return
  }
}

/**
 * Ends the sessions that were made from a key. Older logs do not say from which key a session was made: each that may
 * come from this one ends.
 */
function endSessions(database: Database, key: string, time: number): void {
  database.run(
    `UPDATE keys SET revoked = ? WHERE use = 'session' AND revoked IS NULL AND ("from" = ? OR ("from" IS NULL
     AND EXISTS (SELECT 1 FROM keys AS source WHERE source.id = ? AND source.use = 'api'
     AND source.person = keys.person AND source.seq < keys.seq)))`,
    [time, key, key],
  )
}

function seat(database: Database, match: number, player: MatchPlayer, index: Player): void {
  const person = personOf(player)
  // Somebody may play with themselves.
  if (person !== undefined)
    database.run('INSERT INTO match_people VALUES (?, ?) ON CONFLICT DO NOTHING', [person, match])
  if (player.kind === 'sse')
    database.run('INSERT INTO battles VALUES (?, ?, ?)', [player.battle, match, index])
}

/** A match of somebody with themselves says nothing about them, and counts for nobody. */
function tally(database: Database, match: number, accounts?: Pair<PlayerAccount>): void {
  const [row] = database.all<FinishedMatch>(
    'SELECT challenge, player0, player1, winner FROM matches WHERE id = ?',
    [match],
  )
  if (row?.player1 == null) return
  const people = [row.player0, row.player1].map((player) => personOf(JSON.parse(player) as MatchPlayer))
  if (people[0] === people[1]) return
  for (const [player, person] of people.entries()) {
    if (person === undefined) continue
    const result = row.winner === null ? [0, 1, 0] : row.winner === player ? [1, 0, 0] : [0, 0, 1]
    database.run(
      `INSERT INTO tallies VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
       SET won = won + excluded.won, drawn = drawn + excluded.drawn, lost = lost + excluded.lost`,
      [row.challenge, person, ...result],
    )
    const account = accounts?.[player]
    if (account) keepAccount(database, row.challenge, person, account)
  }
}

function keepAccount(database: Database, challenge: string, person: number, account: PlayerAccount): void {
  const { moves, thoughtMs, longestMs, faults } = account
  database.run(
    `INSERT INTO accounts VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET moves = moves + excluded.moves,
     thoughtMs = thoughtMs + excluded.thoughtMs, longestMs = max(longestMs, excluded.longestMs)`,
    [person, challenge, moves, thoughtMs, longestMs],
  )
  for (const [kind, count] of Object.entries(faults))
    database.run(
      'INSERT INTO faults VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
      [person, challenge, kind, count],
    )
}

interface FinishedMatch {
  readonly challenge: string
  readonly player0: string
  readonly player1: string | null
  readonly winner: number | null
}

const personOf = (player: MatchPlayer): number | undefined => ('person' in player ? player.person : undefined)

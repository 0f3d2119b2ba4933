import type { FaultKind, MatchEvent, Player } from '../match/match.ts'
import type { Database, Value } from './database.ts'
import type { BattleNote, BotLog, MatchPlayer, OrganiserAction, RunCallback } from './entries.ts'
import { foldName } from './fold-name.ts'
import { joinLogs } from './join-logs.ts'
import type {
  ActionRow,
  BattleRow,
  BotLogRow,
  BotRow,
  CaseRow,
  InvitationRow,
  KeyRow,
  MarkRow,
  MatchRow,
  Page,
  PersonRow,
  RunRow,
  StatisticsRow,
  Store,
  StoryRow,
  TallyRow,
  TeamUrlRow,
  TournamentMatchRow,
  TournamentRow,
  VersionRow,
  WithdrawalRow,
} from './store.ts'

/** The half of a store that reads. */
export function readsOf(database: Database): Reads {
  const people = (rest: string, values: readonly Value[]) =>
    database.all<PersonRow>(`SELECT id, name, role, created FROM people ${rest}`, values).map(person)
  const keys = (rest: string, values: readonly Value[]) =>
    database
      .all<Stored<KeyRow>>(
        `SELECT id, person, hash, use, created, expires, revoked, "from" FROM keys ${rest}`,
        values,
      )
      .map(key)
  const invitations = (rest: string) =>
    database.all<InvitationRow>(`SELECT id, hash, created FROM invitations ${rest}`).map(invitation)
  const bots = (rest: string, values: readonly Value[]) =>
    database
      .all<Stored<BotRow>>(`SELECT id, person, challenge, name, created, plays FROM bots ${rest}`, values)
      .map(bot)
  const versions = (rest: string, values: readonly Value[]) =>
    database
      .all<StoredVersion>(
        `SELECT bot, version, source, created, status, report, run, wire, log FROM versions ${rest}`,
        values,
      )
      .map(version)
  const matches = (rest: string, values: readonly Value[]) =>
    database
      .all<StoredMatch>(
        `SELECT id, challenge, gameVersion, settings, rules, seed, origin, status, player0, player1, score0, score1,
         winner, void, "end", created, started, ended FROM matches ${rest}`,
        values,
      )
      .map(match)
  const runs = (rest: string, values: readonly Value[]) =>
    database
      .all<StoredRun>(
        `SELECT id, challenge, teamUrl, person, caseType, callback, created, ended, score, possible, message, attempts,
         problem, sequential, isOwed FROM runs ${rest}`,
        values,
      )
      .map(run)
  const tournaments = (rest: string, values: readonly Value[]) =>
    database
      .all<StoredTournament>(
        `SELECT id, name, challenge, header, status, published, created FROM tournaments ${rest}`,
        values,
      )
      .map(tournament)
  const cases = (rest: string, value: number) =>
    database.all<CaseRow>(`SELECT run, match, "case" FROM run_cases ${rest}`, [value]).map(copy)
  const last = (table: 'people' | 'bots' | 'matches' | 'runs' | 'tournaments'): number =>
    database.all<{ last: number | null }>(`SELECT max(id) AS last FROM ${table}`)[0]?.last ?? 0

  return {
    nextPerson: () => Math.max(FIRST_PERSON, last('people') + 1),
    nextBot: () => last('bots') + 1,
    nextMatch: () => last('matches') + 1,
    nextRun: () => last('runs') + 1,
    nextTournament: () => last('tournaments') + 1,

    person: (id) => people('WHERE id = ?', [id])[0],
    personNamed: (name) => people('WHERE folded = ?', [foldName(name)])[0],
    people: (page) => people('WHERE id > ? ORDER BY id LIMIT ?', after(page)),
    key: (id) => keys('WHERE id = ?', [id])[0],
    keysOf: (id) => keys('WHERE person = ? AND revoked IS NULL ORDER BY seq', [id]),
    openInvitations: () => invitations('WHERE used IS NULL ORDER BY seq'),
    actions: (page) =>
      database
        .all<StoredAction>(
          `SELECT seq, time, body FROM log WHERE kind = 'organiser-acted' AND seq < ? ORDER BY seq DESC LIMIT ?`,
          before(page),
        )
        .map(action),

    bot: (id) => bots('WHERE id = ?', [id])[0],
    bots(filter, page) {
      const { sql, values } = where({ person: filter.person, challenge: filter.challenge })
      return bots(`WHERE ${sql}id > ? ORDER BY id LIMIT ?`, [...values, ...after(page)])
    },
    version: (id, number) => versions('WHERE bot = ? AND version = ?', [id, number])[0],
    versions: (id) => versions('WHERE bot = ? ORDER BY version', [id]),
    unjudgedVersions: () => versions(`WHERE status IN ('waiting', 'unjudged') ORDER BY seq`, []),

    match: (id) => matches('WHERE id = ?', [id])[0],
    matches(filter, page) {
      const { person, challenge, status } = filter
      const { sql, values } = where({ person, challenge, status })
      // By the number in the joined table, in whose order the rows are found.
      const [join, id] = person === undefined ? ['', 'id'] : ['JOIN match_people ON match = id', 'match']
      return matches(`${join} WHERE ${sql}${id} < ? ORDER BY ${id} DESC LIMIT ?`, [
        ...values,
        ...before(page),
      ])
    },
    unfinishedMatches: () => matches(`WHERE status IN ('waiting', 'playing') ORDER BY id`, []),
    eventsOf: (id) =>
      database
        .all<StoredEvent>(`SELECT body FROM log WHERE match = ? AND kind = 'match-event' ORDER BY seq`, [id])
        .map(event),
    tallies: (challenge, page) =>
      database
        .all<Omit<TallyRow, 'played'>>(
          `SELECT person, name, won, drawn, lost FROM tallies JOIN people ON id = person
           WHERE challenge = ? AND person > ? ORDER BY person LIMIT ?`,
          [challenge, ...after(page)],
        )
        .map(tally),
    statisticsOf(person) {
      const faults = database.all<StoredFault>(
        'SELECT challenge, kind, count FROM faults WHERE person = ? ORDER BY kind',
        [person],
      )
      return database
        .all<StoredStatistics>(
          `SELECT challenge, won, drawn, lost, moves, thoughtMs, longestMs
           FROM tallies LEFT JOIN accounts USING (person, challenge) WHERE person = ? ORDER BY challenge`,
          [person],
        )
        .map((row) => statistics(row, faults))
    },
    botLogs: (id) =>
      joinLogs(
        database
          .all<StoredEvent>(`SELECT body FROM log WHERE match = ? AND kind = 'bot-logged' ORDER BY seq`, [id])
          .map(botLog),
      ),

    tournament: (id) => tournaments('WHERE id = ?', [id])[0],
    tournaments: (page) => tournaments('WHERE id < ? ORDER BY id DESC LIMIT ?', before(page)),
    tournamentMatches: (id) =>
      database
        .all<TournamentMatchRow>(
          'SELECT key, match FROM tournament_matches WHERE tournament = ? ORDER BY seq',
          [id],
        )
        .map(copy),
    tournamentOf: (id) =>
      database.all<{ tournament: number }>('SELECT tournament FROM tournament_matches WHERE match = ?', [
        id,
      ])[0]?.tournament,
    tournamentResults: (id) =>
      database
        .all<{ entry: string }>('SELECT entry FROM tournament_results WHERE tournament = ? ORDER BY key', [
          id,
        ])
        .map(({ entry }) => entry),
    withdrawals: (id) =>
      database
        .all<WithdrawalRow>('SELECT entrant, round FROM withdrawals WHERE tournament = ? ORDER BY seq', [id])
        .map(copy),
    marks: (id) =>
      database
        .all<MarkRow>(
          'SELECT judge, entrant, points FROM marks WHERE tournament = ? ORDER BY judge, entrant',
          [id],
        )
        .map(copy),

    battle: (id) =>
      database.all<BattleRow>('SELECT id, match, player FROM battles WHERE id = ?', [id]).map(copy)[0],
    storyOf: (id) =>
      database
        .all<StoredStory>(
          `SELECT time, body FROM log WHERE match = ? AND kind IN ('match-event', 'battle-noted') ORDER BY seq`,
          [id],
        )
        .map(story),
    teamUrl: (id, challenge) =>
      database.all<TeamUrlRow>('SELECT challenge, url FROM team_urls WHERE person = ? AND challenge = ?', [
        id,
        challenge,
      ])[0]?.url,
    teamUrls: (id) =>
      database
        .all<TeamUrlRow>('SELECT challenge, url FROM team_urls WHERE person = ? ORDER BY challenge', [id])
        .map(copy),
    run: (id) => runs('WHERE id = ?', [id])[0],
    runs(filter, page) {
      const { sql, values } = where({ person: filter.person })
      return runs(`WHERE ${sql}id < ? ORDER BY id DESC LIMIT ?`, [...values, ...before(page)])
    },
    openRuns: () => runs('WHERE ended IS NULL OR isOwed = 1 ORDER BY id', []),
    casesOf: (id) => cases('WHERE run = ? ORDER BY match', id),
    caseOf: (id) => cases('WHERE match = ?', id)[0],
  }
}

type Reads = Omit<Store, 'append' | 'settled' | 'afterCommit' | 'last' | 'isFull' | typeof Symbol.dispose>

/** 1 and 2 stay free for the players of a game. */
const FIRST_PERSON = 1001

const after = ({ after = 0, limit }: Page): [number, number] => [after, limit]
const before = ({ after = Number.MAX_SAFE_INTEGER, limit }: Page): [number, number] => [after, limit]

/** The conditions that were asked for, ready to be followed by one more. */
function where(conditions: Readonly<Record<string, Value | undefined>>) {
  const asked = Object.entries(conditions).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  )
  return {
    sql: asked.map(({ column }) => `${column} = ? AND `).join(''),
    values: asked.map(({ value }) => value),
  }
}

/** A row as its table holds it: with null for what is missing. */
type Stored<Row> = {
  readonly [Name in keyof Row]: undefined extends Row[Name] ? Exclude<Row[Name], undefined> | null : Row[Name]
}

const person = (row: PersonRow): PersonRow => ({ ...row })

const key = (row: Stored<KeyRow>): KeyRow => ({
  ...row,
  expires: row.expires ?? undefined,
  revoked: row.revoked ?? undefined,
  from: row.from ?? undefined,
})

interface StoredTournament extends Stored<Omit<TournamentRow, 'header'>> {
  readonly header: string
}

const tournament = (row: StoredTournament): TournamentRow => ({
  ...row,
  header: JSON.parse(row.header) as TournamentRow['header'],
  published: row.published ?? undefined,
})

interface StoredAction {
  readonly seq: number
  readonly time: number
  readonly body: string
}

const action = ({ seq, time, body }: StoredAction): ActionRow => ({
  id: seq,
  time,
  ...(JSON.parse(body) as OrganiserAction),
})

const invitation = (row: InvitationRow): InvitationRow => ({ ...row })

const bot = (row: Stored<BotRow>): BotRow => ({ ...row, plays: row.plays ?? undefined })

interface StoredVersion extends Stored<Omit<VersionRow, 'source'>> {
  readonly source: string
}

const version = (row: StoredVersion): VersionRow => ({
  ...row,
  source: JSON.parse(row.source) as VersionRow['source'],
  report: row.report ?? undefined,
  run: row.run ?? undefined,
  wire: row.wire ?? undefined,
  log: row.log ?? undefined,
})

interface StoredMatch extends Stored<Omit<MatchRow, 'settings' | 'rules' | 'players' | 'score' | 'void'>> {
  readonly settings: string
  readonly rules: string
  readonly player0: string
  readonly player1: string | null
  readonly score0: number
  readonly score1: number
  readonly void: 0 | 1
}

function match({ player0, player1, score0, score1, ...row }: StoredMatch): MatchRow {
  const first = JSON.parse(player0) as MatchPlayer
  return {
    ...row,
    settings: JSON.parse(row.settings) as MatchRow['settings'],
    rules: JSON.parse(row.rules) as MatchRow['rules'],
    players: player1 === null ? [first] : [first, JSON.parse(player1) as MatchPlayer],
    score: [score0, score1],
    winner: row.winner ?? undefined,
    void: row.void === 1,
    end: row.end ?? undefined,
    started: row.started ?? undefined,
    ended: row.ended ?? undefined,
  }
}

interface StoredEvent {
  readonly body: string
}

interface StoredStory extends StoredEvent {
  readonly time: number
}

function story({ time, body }: StoredStory): StoryRow {
  const { event, player, note } = JSON.parse(body) as {
    readonly event?: MatchEvent
    readonly player: Player
    readonly note: BattleNote
  }
  return { time, what: event ? { kind: 'event', event } : { kind: 'note', player, note } }
}

interface StoredRun extends Stored<Omit<RunRow, 'callback' | 'sequential' | 'isOwed'>> {
  readonly callback: string | null
  readonly sequential: 0 | 1 | null
  readonly isOwed: 0 | 1
}

const run = (row: StoredRun): RunRow => ({
  ...row,
  person: row.person ?? undefined,
  caseType: row.caseType ?? undefined,
  callback: row.callback === null ? undefined : (JSON.parse(row.callback) as RunCallback),
  ended: row.ended ?? undefined,
  score: row.score ?? undefined,
  possible: row.possible ?? undefined,
  message: row.message ?? undefined,
  problem: row.problem ?? undefined,
  sequential: row.sequential === null ? undefined : row.sequential === 1,
  isOwed: row.isOwed === 1,
})

const copy = <Row extends object>(row: Row): Row => ({ ...row })

const event = ({ body }: StoredEvent): MatchEvent =>
  (JSON.parse(body) as { readonly event: MatchEvent }).event

const tally = (row: Omit<TallyRow, 'played'>): TallyRow => ({
  ...row,
  played: row.won + row.drawn + row.lost,
})

interface StoredFault {
  readonly challenge: string
  readonly kind: FaultKind
  readonly count: number
}

/** Matches that were played before accounts were kept have none. */
interface StoredStatistics {
  readonly challenge: string
  readonly won: number
  readonly drawn: number
  readonly lost: number
  readonly moves: number | null
  readonly thoughtMs: number | null
  readonly longestMs: number | null
}

const statistics = (row: StoredStatistics, faults: readonly StoredFault[]): StatisticsRow => ({
  ...row,
  played: row.won + row.drawn + row.lost,
  moves: row.moves ?? 0,
  thoughtMs: row.thoughtMs ?? 0,
  longestMs: row.longestMs ?? 0,
  faults: faults
    .filter(({ challenge }) => challenge === row.challenge)
    .map(({ kind, count }) => ({ kind, count })),
})

const botLog = ({ body }: StoredEvent): BotLogRow => {
  const { player, log } = JSON.parse(body) as { readonly player: Player; readonly log: BotLog }
  return { player, log }
}

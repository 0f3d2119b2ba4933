import type { Pair } from '../game/game.ts'
import type { FaultKind, MatchEvent, MatchRules, Player } from '../match/match.ts'
import type {
  BattleNote,
  BotLog,
  LogEntry,
  KeyUse,
  MatchOrigin,
  MatchPlayer,
  OrganiserAction,
  Role,
  RunCallback,
  TournamentStatus,
  VersionSource,
} from './entries.ts'

export type * from './entries.ts'

/**
 * The log of an arena and its projections. Entries are seen by every read at once and are on disk when `settled` says so:
 * whatever is appended in one turn of the event loop is committed together. Nothing may leave the process before that.
 */
export interface Store extends Disposable {
  /** Gives the entry's number in the log. One that does not follow from the log is a bug: it throws, and is not in the log. */
  append(entry: LogEntry): number
  /** Resolves when all that was appended so far is on disk; undefined when it is already. Never rejects. */
  settled(): Promise<void> | undefined
  /**
   * Calls back once the entry of that number (the last one unless it is given) and all before it are on disk: at once when they
   * are already.
   */
  afterCommit(callback: () => void, seq?: number): void
  /** The number of the last entry that was appended. */
  readonly last: number
  /** The disk is full: what was appended last waits for room. It is kept, and nobody is told of it before. */
  readonly isFull: boolean

  /** The next free number; those of people start at 1001, so that 1 and 2 stay free for the players of a game. */
  nextPerson(): number
  nextBot(): number
  nextMatch(): number
  nextRun(): number

  person(id: number): PersonRow | undefined
  /** Without regard to letter case. */
  personNamed(name: string): PersonRow | undefined
  people(page: Page): readonly PersonRow[]
  key(id: string): KeyRow | undefined
  /** Those not revoked, oldest first. */
  keysOf(person: number): readonly KeyRow[]
  openInvitations(): readonly InvitationRow[]
  /** What organisers did, newest first. */
  actions(page: Page): readonly ActionRow[]

  bot(id: number): BotRow | undefined
  bots(filter: BotFilter, page: Page): readonly BotRow[]
  version(bot: number, version: number): VersionRow | undefined
  versions(bot: number): readonly VersionRow[]
  /** Those that were added but not judged yet, or could not be, oldest first. */
  unjudgedVersions(): readonly VersionRow[]

  match(id: number): MatchRow | undefined
  /** Newest first. */
  matches(filter: MatchFilter, page: Page): readonly MatchRow[]
  /** All that are neither over nor open, oldest first. */
  unfinishedMatches(): readonly MatchRow[]
  eventsOf(match: number): readonly MatchEvent[]
  /** Wins, draws and losses of finished matches that count, by person and challenge; none of somebody with themselves. */
  tallies(challenge: string, page: Page): readonly TallyRow[]
  /** How a person fares at each challenge that it has finished a match of. */
  statisticsOf(person: number): readonly StatisticsRow[]
  /** What programs wrote and were told in a match, round by round, as far as that is on disk. */
  botLogs(match: number): readonly BotLogRow[]

  /** The seat in a match that a team knows by this id. */
  battle(id: string): BattleRow | undefined
  /** All that happened in a match, with its time: its events, and what was noted about its battles. */
  storyOf(match: number): readonly StoryRow[]
  teamUrl(person: number, challenge: string): string | undefined
  teamUrls(person: number): readonly TeamUrlRow[]
  run(id: number): RunRow | undefined
  /** Newest first. */
  runs(filter: RunFilter, page: Page): readonly RunRow[]
  /** Those that are not over, or whose coordinator has not heard of it, oldest first. */
  openRuns(): readonly RunRow[]
  /** In the order they began. */
  casesOf(run: number): readonly CaseRow[]
  /** The case of an evaluation that this match is. */
  caseOf(match: number): CaseRow | undefined

  nextTournament(): number
  tournament(id: number): TournamentRow | undefined
  /** Newest first. */
  tournaments(page: Page): readonly TournamentRow[]
  /** In the order in which they were called. */
  tournamentMatches(tournament: number): readonly TournamentMatchRow[]
  /** The tournament that a match is part of. */
  tournamentOf(match: number): number | undefined
  /** One line for each match that counts, by key. */
  tournamentResults(tournament: number): readonly string[]
  /** Who was taken out of it, in the order in which they went. */
  withdrawals(tournament: number): readonly WithdrawalRow[]
  marks(tournament: number): readonly MarkRow[]
}

export interface TournamentRow {
  readonly id: number
  readonly name: string
  readonly challenge: string
  readonly header: Readonly<Record<string, unknown>>
  readonly status: TournamentStatus
  /** When marks were published. */
  readonly published: number | undefined
  readonly created: number
}

export interface TournamentMatchRow {
  readonly key: string
  readonly match: number
}

export interface WithdrawalRow {
  readonly entrant: string
  /** What it has not played is lost from this round on. */
  readonly round: number
}

export interface MarkRow {
  readonly judge: string
  readonly entrant: string
  readonly points: number
}

/** Rows after (or, newest first, before) this id, at most so many. */
export interface Page {
  readonly after?: number
  readonly limit: number
}

export interface PersonRow {
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly created: number
}

export interface KeyRow {
  readonly id: string
  readonly person: number
  readonly hash: string
  readonly use: KeyUse
  readonly created: number
  readonly expires: number | undefined
  readonly revoked: number | undefined
  /** The API key that it was made with; not known of keys from before that was written down. */
  readonly from: string | undefined
}

export interface ActionRow extends OrganiserAction {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly time: number
}

export interface InvitationRow {
  readonly id: string
  readonly hash: string
  readonly created: number
}

export interface BotRow {
  readonly id: number
  readonly person: number
  readonly challenge: string
  readonly name: string
  readonly created: number
  /** The newest version that passed: the one that plays. */
  readonly plays: number | undefined
}

/** `unjudged` is one that we failed to judge. */
export type VersionStatus = 'waiting' | 'passed' | 'failed' | 'unjudged'

export interface VersionRow {
  readonly bot: number
  readonly version: number
  readonly source: VersionSource
  readonly created: number
  readonly status: VersionStatus
  readonly report: string | undefined
  readonly run: string | undefined
  readonly wire: string | undefined
  readonly log: string | undefined
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

export interface BotFilter {
  readonly person?: number
  readonly challenge?: string
}

export interface MatchFilter {
  readonly status?: MatchStatus
  readonly challenge?: string
  readonly person?: number
}

export interface BattleRow {
  readonly id: string
  readonly match: number
  readonly player: Player
}

export interface StoryRow {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly what:
    | { readonly kind: 'event'; readonly event: MatchEvent }
    | { readonly kind: 'note'; readonly player: Player; readonly note: BattleNote }
}

export interface TeamUrlRow {
  readonly challenge: string
  readonly url: string
}

export interface RunRow {
  readonly id: number
  readonly challenge: string
  readonly teamUrl: string
  readonly person: number | undefined
  readonly caseType: string | undefined
  readonly callback: RunCallback | undefined
  readonly created: number
  readonly ended: number | undefined
  readonly score: number | undefined
  readonly possible: number | undefined
  readonly message: string | undefined
  /** How often the coordinator was called. */
  readonly attempts: number
  /** Why it did not hear us the last time. */
  readonly problem: string | undefined
  /** Whether the team is called to one battle after the other; undefined to find out whether it needs that. */
  readonly sequential: boolean | undefined
  /** The coordinator is still to be told of the result. */
  readonly isOwed: boolean
}

export interface RunFilter {
  readonly person?: number
}

export interface CaseRow {
  readonly run: number
  readonly match: number
  readonly case: string
}

export interface TallyRow {
  readonly person: number
  readonly name: string
  readonly played: number
  readonly won: number
  readonly drawn: number
  readonly lost: number
}

export interface StatisticsRow {
  readonly challenge: string
  readonly played: number
  readonly won: number
  readonly drawn: number
  readonly lost: number
  /** Moves whose time is known, how long they took together and the longest of them, in milliseconds. */
  readonly moves: number
  readonly thoughtMs: number
  readonly longestMs: number
  /** Rounds lost by a fault, by its kind. */
  readonly faults: readonly { readonly kind: FaultKind; readonly count: number }[]
}

export interface BotLogRow {
  readonly player: Player
  readonly log: BotLog
}

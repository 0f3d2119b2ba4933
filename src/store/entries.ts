import type { Pair } from '../game/game.ts'
import type { FaultKind, MatchEvent, MatchRules, Player } from '../match/match.ts'

/**
 * Everything that ever happens in an arena, as one closed list. The log of these entries is the truth; all other tables
 * are projections, and can be worked out again from it.
 */
export type LogEntry =
  | {
      readonly kind: 'person-registered'
      readonly person: number
      readonly name: string
      readonly role: Role
    }
  /** Only the hash of a key's secret part is ever written down. */
  | {
      readonly kind: 'key-issued'
      readonly key: string
      readonly person: number
      readonly hash: string
      readonly use: KeyUse
      /** Milliseconds since 1970. */
      readonly expires?: number
      /** The API key that it was made with, directly or by one of its sessions. */
      readonly from?: string
    }
  /** The sessions that were made from it end with it. */
  | { readonly kind: 'key-revoked'; readonly key: string }
  /** A link that makes whoever opens it the organiser, once. */
  | { readonly kind: 'invitation-issued'; readonly invitation: string; readonly hash: string }
  | { readonly kind: 'invitation-used'; readonly invitation: string; readonly person: number }
  | {
      readonly kind: 'bot-registered'
      readonly bot: number
      readonly person: number
      readonly challenge: string
      readonly name: string
    }
  | {
      readonly kind: 'version-added'
      readonly bot: number
      /** From 1. */
      readonly version: number
      readonly source: VersionSource
    }
  | {
      readonly kind: 'version-judged'
      readonly bot: number
      readonly version: number
      readonly passed: boolean
      /** In plain words, for its owner. */
      readonly report: string
      /** How it is started, once that is known. */
      readonly run?: string
      /** What it speaks, if not the challenge's own wire. */
      readonly wire?: string
      /** What its build and its trial printed, for its owner. */
      readonly log?: string
    }
  /** We failed to judge it, which says nothing about it. */
  | {
      readonly kind: 'version-unjudged'
      readonly bot: number
      readonly version: number
      /** In plain words, for its owner. */
      readonly report: string
      /** What went wrong with us. */
      readonly log: string
    }
  /** It is to be judged after all. */
  | { readonly kind: 'version-retried'; readonly bot: number; readonly version: number }
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
  /** What a program wrote and was told in a round: for its owner alone. */
  | { readonly kind: 'bot-logged'; readonly match: number; readonly player: Player; readonly log: BotLog }
  /** Something about a battle that is no event of its match: for its transcript. */
  | {
      readonly kind: 'battle-noted'
      readonly match: number
      readonly player: Player
      readonly note: BattleNote
    }
  /** Where a team waits to be called to its battles; without an address, nowhere any more. */
  | {
      readonly kind: 'team-url-set'
      readonly person: number
      readonly challenge: string
      readonly url?: string
    }
  /** An evaluation has begun: a battle for each of its cases follows. */
  | {
      readonly kind: 'run-began'
      readonly run: number
      readonly challenge: string
      readonly teamUrl: string
      /** Who asked for it, unless an outside coordinator did. */
      readonly person?: number
      /** If it is not about all cases. */
      readonly caseType?: string
      readonly callback?: RunCallback
      /** Whether the team is called to one battle after the other; left to what it does with the first unless it is there. */
      readonly sequential?: boolean
    }
  | { readonly kind: 'case-began'; readonly run: number; readonly match: number; readonly case: string }
  | {
      readonly kind: 'run-over'
      readonly run: number
      readonly score: number
      readonly possible: number
      /** The whole report. */
      readonly message: string
    }
  /** The outside coordinator was called; without a problem it has heard us. */
  | {
      readonly kind: 'callback-tried'
      readonly run: number
      /** From 1. */
      readonly attempt: number
      readonly problem?: string
      /** It will not be tried again. */
      readonly last?: true
    }
  /** A tournament, by its header: everything that fixes it. It waits to be started. */
  | {
      readonly kind: 'tournament-created'
      readonly tournament: number
      readonly name: string
      readonly challenge: string
      readonly header: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'tournament-moved'
      readonly tournament: number
      readonly status: Exclude<TournamentStatus, 'waiting'>
    }
  /** A match of a tournament has been called; there may be several of one key, if some were void. */
  | {
      readonly kind: 'tournament-match'
      readonly tournament: number
      readonly key: string
      readonly match: number
    }
  /** What a match of a tournament counts as, as one line of its log. */
  | {
      readonly kind: 'tournament-result'
      readonly tournament: number
      readonly key: string
      readonly entry: string
    }
  /** The organiser took an entrant out: what it has not played is lost from this round on. */
  | {
      readonly kind: 'entrant-withdrawn'
      readonly tournament: number
      readonly entrant: string
      readonly round: number
    }
  /** What a judge gives an entrant; a later mark takes the place of an earlier one. */
  | {
      readonly kind: 'mark-given'
      readonly tournament: number
      readonly judge: string
      readonly entrant: string
      readonly points: number
    }
  /** From now on everybody may see the marks. */
  | { readonly kind: 'marks-published'; readonly tournament: number }
  /** An organiser changed something; what came of it stands in the entries before. */
  | ({ readonly kind: 'organiser-acted' } & OrganiserAction)

export interface OrganiserAction {
  readonly person: number
  /** The id of the key or session that asked. */
  readonly key: string
  /** Where the request came from. */
  readonly address: string
  readonly method: string
  readonly path: string
  /** The body of the request as JSON, without secrets; cut short if it is long. */
  readonly input?: string
}

export type TournamentStatus = 'waiting' | 'running' | 'paused' | 'over'

export type Role = 'organiser' | 'player'

export type KeyUse = 'api' | 'session'

export type VersionSource =
  /** A command on the server's own machine; only the organiser may register one. */
  | { readonly kind: 'program'; readonly command: string }
  /** An archive, kept under its hash, and how to build and run what is in it, where its owner said so. */
  | {
      readonly kind: 'upload'
      readonly archive: string
      readonly bytes: number
      readonly build?: readonly string[]
      readonly run?: string
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
  | { readonly kind: 'guest'; readonly name: string; readonly wire: 'tcp' }

export type BattleNote =
  | { readonly kind: 'invited'; readonly url: string }
  | { readonly kind: 'invitation-answered'; readonly status: number }
  | { readonly kind: 'invitation-failed'; readonly problem: string }
  | { readonly kind: 'stream-opened' }
  | { readonly kind: 'stream-left' }
  /** A command that could not be read; the battle is untouched by it. */
  | { readonly kind: 'unreadable'; readonly body: string }
  /** A command that may have been sent before a cheat was read; the battle is untouched by it. */
  | { readonly kind: 'crossed'; readonly body: string }
  /** The team was called to this battle after those before it: somebody wants it so, or it does not answer while it plays. */
  | { readonly kind: 'called-in-turn'; readonly why: 'wanted' | 'answers-late' }

/** How a player fared in a match beside its result. */
export interface PlayerAccount {
  readonly moves: number
  /** Of all moves together, in milliseconds. */
  readonly thoughtMs: number
  readonly longestMs: number
  /** How often it lost a round by a fault of each kind. */
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>
}

export interface BotLog {
  /** Counted from 0. */
  readonly round: number
  /** It goes on from the one before it: a long round is written down in pieces. */
  readonly goesOn?: true
  readonly stderr: string
  readonly lines: readonly BotLine[]
}

/** A line of the conversation with a program, as a transcript writes it: `> …`, `< …`, `! …`. */
export interface BotLine {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Turns that had been played when it was asked last. */
  readonly turn: number
  readonly text: string
}

/** What an outside coordinator wants to hear, and where. */
export interface RunCallback {
  /** Its own name for the run, given back as it came. */
  readonly runId: string | number
  readonly url: string
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

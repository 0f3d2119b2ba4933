import type { Pair } from '../game/game.ts'
import type { MatchEvent, MatchRules, Player } from '../match/match.ts'

/**
 * Everything that ever happens in an arena, as one closed list. The log of these entries is the truth; all other tables
 * are projections, and can be worked out again from it.
 */
export type Entry =
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
    }
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
    }

export const ROLES = ['organiser', 'player'] as const
export type Role = (typeof ROLES)[number]

export const KEY_USES = ['api', 'session'] as const
export type KeyUse = (typeof KEY_USES)[number]

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
  /** Came over a connection that ends with the server: such a match cannot be taken up again. */
  | { readonly kind: 'guest'; readonly name: string; readonly wire: 'tcp' }

export const MATCH_ORIGINS = ['practice', 'challenge', 'lobby', 'organiser'] as const
export type MatchOrigin = (typeof MATCH_ORIGINS)[number]

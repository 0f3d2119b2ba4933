import type { MatchEvent, Player } from '../../match/match.ts'
import type { MatchEntry, MatchPlayer } from './matches.ts'
import { LOG_ONLY, type ProjectionContext, type Subject } from './subject.ts'

export type BattleEntry =
  /** What happened in a battle that is no event of its match; for the transcript. */
  | {
      readonly kind: 'battle-noted'
      readonly match: number
      readonly player: Player
      readonly note: BattleNote
    }
  /** The address at which the arena calls a team to its battles; without one the address is removed. */
  | {
      readonly kind: 'team-url-set'
      readonly person: number
      readonly challenge: string
      readonly url?: string
    }

export type BattleNote =
  | { readonly kind: 'invited'; readonly url: string }
  | { readonly kind: 'invitation-answered'; readonly status: number }
  | { readonly kind: 'invitation-failed'; readonly problem: string }
  | { readonly kind: 'stream-opened' }
  | { readonly kind: 'stream-left' }
  /** A command that could not be read; the battle is unchanged. */
  | { readonly kind: 'unreadable'; readonly body: string }
  /** A request that came after the end of the battle. */
  | {
      readonly kind: 'refused'
      readonly request: 'stream' | 'command'
      readonly status: number
      readonly why: string
      readonly body: string
    }
  /** A command that the team may have sent before it heard of a cheat; the battle is unchanged. */
  | { readonly kind: 'crossed'; readonly body: string }
  /** The team was called to this battle after the one before was over: the run asks for that, or the team does not answer a call while it plays. */
  | { readonly kind: 'called-in-turn'; readonly why: 'wanted' | 'answers-late' }

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

/** The seats of teams on the SSE wire, and the addresses at which the arena calls them. */
export const battles = {
  tables: { team_urls: 'person, challenge', battles: 'id' },

  project: {
    'match-created'({ match, players: [first, second] }, context) {
      addBattle(first, match, 0, context)
      if (second) addBattle(second, match, 1, context)
    },
    'match-joined'({ match, player, first }, context) {
      if (first === true) context.database.run('UPDATE battles SET player = 1 WHERE match = ?', [match])
      addBattle(player, match, first === true ? 0 : 1, context)
    },
    'battle-noted': LOG_ONLY,
    'team-url-set'({ person, challenge, url }, { change, insert }) {
      if (url === undefined)
        change('DELETE FROM team_urls WHERE person = ? AND challenge = ?', [person, challenge])
      else insert('team_urls', { person, challenge, url }, 'url = excluded.url')
    },
  },

  reads(database) {
    const teamUrls = (person: number) =>
      database.all<TeamUrlRow>('SELECT challenge, url FROM team_urls WHERE person = ? ORDER BY challenge', [
        person,
      ])
    return {
      /** The seat in a match that a team knows by this id. */
      battle: (id: string) =>
        database.all<BattleRow>('SELECT id, match, player FROM battles WHERE id = ?', [id])[0],
      /** The events of a match and the notes about its battles, with their times. */
      storyOf: (match: number): readonly StoryRow[] =>
        database
          .all<{ time: number; body: string }>(
            `SELECT time, body FROM log WHERE match = ? AND kind IN ('match-event', 'battle-noted') ORDER BY seq`,
            [match],
          )
          .map(readStory),
      teamUrl: (person: number, challenge: string) =>
        teamUrls(person).find((row) => row.challenge === challenge)?.url,
      teamUrls,
    }
  },
} satisfies Subject<BattleEntry, MatchEntry>

function addBattle(player: MatchPlayer, match: number, index: Player, { insert }: ProjectionContext): void {
  if (player.kind === 'sse') insert('battles', { id: player.battle, match, player: index })
}

function readStory({ time, body }: { readonly time: number; readonly body: string }): StoryRow {
  const { event, player, note } = JSON.parse(body) as {
    readonly event?: MatchEvent
    readonly player: Player
    readonly note: BattleNote
  }
  return { time, what: event ? { kind: 'event', event } : { kind: 'note', player, note } }
}

import type { ReadyTeam } from '../api/entry.ts'
import type { Readiness, ReadyBot } from '../arena/entry-readiness.ts'
import type { PersonRow } from '../store/store.ts'
import { dateOrNull } from './present.ts'

/**
 * How ready each entrant is, as this person may see it. Reasons and members are for the organiser and the team itself,
 * and so are refused teams.
 */
export const presentReadiness = (
  all: readonly Readiness[],
  reader: PersonRow | undefined,
): readonly ReadyTeam[] =>
  all.flatMap((one) => {
    const seesAll = reader?.role === 'organiser' || (reader !== undefined && reader.id === one.person)
    if (one.state === 'refused' && !seesAll) return []
    return [
      {
        player: one.person ?? null,
        name: one.name,
        state: one.state,
        joined: dateOrNull(one.joined),
        members: seesAll ? (one.members ?? null) : null,
        choice: one.choice ?? null,
        plays: one.plays ?? null,
        bot: one.bot ? presentBot(one.bot, seesAll) : null,
        wire: one.wire ?? null,
        lastSeen: dateOrNull(one.lastSeen),
      },
    ]
  })

function presentBot({ id, name, version }: ReadyBot, seesAll: boolean): NonNullable<ReadyTeam['bot']> {
  const { status, report } = version
  const isWrong = status === 'failed' || status === 'unjudged'
  return {
    id,
    name,
    version: version.version,
    status: status === 'waiting' ? 'building' : status,
    reason: seesAll && isWrong ? (report?.split('\n')[0] ?? null) : null,
  }
}

import { recentlyUsed } from '../base/recently-used.ts'
import type { FindingBody, FindingsBody } from '../api/matches.ts'
import { readRow } from '../arena/read-row.ts'
import { diagnoseMatch } from '../doctor/diagnose-match.ts'
import type { Player } from '../match/match.ts'
import { dialectOfProgram } from '../wires/dialects.ts'
import type { MatchRow, PersonRow, Store } from '../store/store.ts'
import { mayRead } from './present-logs.ts'

/** Finds what is wrong with programs in matches. */
export interface Findings {
  /** Of the programs of a match that a person may see: a team those of its own seats, the organiser those of both. */
  of(row: MatchRow, person: PersonRow): Omit<FindingsBody, 'match'>
}

/** Matches that are over and whose findings are kept in memory: a match is read often just after its end. */
const MOST_KEPT = 200

/** `isLive`: whether a match still runs, so that its logs are not complete. */
export function openFindings(store: Store, isLive: (match: number) => boolean): Findings {
  const kept = recentlyUsed<string, readonly FindingBody[]>(MOST_KEPT)
  return {
    of(row, person) {
      const complete = row.status === 'over' && !isLive(row.id)
      const findings = row.players.flatMap((player, index) => {
        if (player?.kind !== 'bot' || !mayRead(player, person)) return []
        const key = `${row.id} ${index}`
        const found = kept.get(key) ?? examine(store, row, index === 0 ? 0 : 1)
        if (complete) kept.set(key, found)
        return found
      })
      return { complete, findings }
    },
  }
}

function examine(store: Store, row: MatchRow, index: Player): readonly FindingBody[] {
  const read = readRow(row)
  const player = row.players[index]
  if (!read.ok || player?.kind !== 'bot') return []
  const { challenge, spec } = read.value
  const wire = store.version(player.bot, player.version)?.wire
  const found = diagnoseMatch({
    challenge,
    spec,
    events: store.eventsOf(row.id),
    player: index,
    dialect: dialectOfProgram(wire, challenge),
    logs: store.botLogs(row.id).flatMap((each) => (each.player === index ? [each.log] : [])),
  })
  return found.map(({ turn, ...finding }) => ({ player: index, ...finding, turn: turn ?? null }))
}

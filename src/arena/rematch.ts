import { fail, ok, type Result } from '../base/result.ts'
import { otherSeat } from '../game/seat.ts'
import type { MatchPlayer, MatchRow, PersonRow, Store } from '../store/store.ts'
import { personOf } from '../store/subjects/matches.ts'
import { readInvited } from './invitations.ts'
import { playerOf } from './live-match.ts'
import type { NewMatch } from './new-match.ts'
import { ONLY_ORGANISER, readPlayer } from './read-player.ts'

/**
 * The same match once more for a person that played in it: the same settings and rules, with swapped seats. A team is challenged, a
 * bot plays with its newest version.
 */
export function rematchOf(row: MatchRow, person: PersonRow, store: Store): Result<NewMatch> {
  const { id, challenge, settings, rules, players } = row
  const me = playerOf(players, person.id)
  const rival = me === undefined ? undefined : players[otherSeat(me)]
  if (me === undefined || rival === undefined)
    return fail('forbidden', `Cannot play match ${id} again: you did not play in it yourself`)
  if (row.status !== 'over') return fail('not-over', `Cannot play match ${id} again: it is ${row.status}`)
  const self: MatchPlayer = { kind: 'http', name: person.name, person: person.id }
  const same = { challenge, settings, rules, rematchOf: id } as const
  if (rival.kind === 'model' && person.role !== 'organiser')
    return fail('forbidden', `Cannot play match ${id} again: ${ONLY_ORGANISER}`)
  if (rival.kind === 'house' || rival.kind === 'bot' || rival.kind === 'model') {
    const again = rival.kind === 'bot' ? readPlayer(`bot:${rival.bot}`, challenge, store) : ok(rival)
    if (!again.ok) return again
    return ok({ ...same, origin: 'practice', players: me === 0 ? [again.value, self] : [self, again.value] })
  }
  const team = personOf(rival)
  const invited = team === undefined ? undefined : readInvited(`player:${team}`, person, store)
  if (!invited) return fail('bad-opponent', `Cannot play match ${id} again: ${rival.name} was a guest`)
  return invited.ok
    ? ok({ ...same, origin: 'challenge', players: [self], starter: person.id, invited: invited.value.id })
    : invited
}

/** The player that takes up a rematch is the first one if it was the second before. */
export function sitsFirst({ rematchOf }: MatchRow, player: MatchPlayer, store: Store): true | undefined {
  const before = rematchOf === undefined ? undefined : store.match(rematchOf)?.players[1]
  return before !== undefined && personOf(before) !== undefined && personOf(before) === personOf(player)
    ? true
    : undefined
}

import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { MatchPlayer, MatchRow, PersonRow, Store } from '../store/store.ts'

/** A team challenges a named team: the match stays open until that team joins or declines. */

/** Open challenges to named teams: of one team, and those that wait for one team. */
const MAX_SENT = 5
const MAX_RECEIVED = 20

/** Reads `player:ID`, the team that is challenged; undefined for any other text. */
export function readInvited(
  text: string,
  challenger: PersonRow,
  store: Store,
): Result<PersonRow> | undefined {
  if (!text.startsWith('player:')) return undefined
  const id = text.slice('player:'.length)
  const team = /^\d{1,12}$/.test(id) ? store.person(Number(id)) : undefined
  if (team?.role !== 'player')
    return fail('bad-opponent', `Cannot challenge ${show(text)}: there is no such team`)
  if (team.id === challenger.id)
    return fail('own-match', 'Cannot challenge your own team: choose another one')
  const sent = store.invitationsBy(challenger.id)
  if (sent >= MAX_SENT)
    return fail(
      'too-many-invitations',
      `Cannot challenge another team: ${sent} of your challenges wait for an answer, withdraw one first`,
    )
  const received = store.invitationsFor(team.id)
  return received < MAX_RECEIVED
    ? ok(team)
    : fail(
        'too-many-invitations',
        `Cannot challenge ${team.name}: ${received} challenges wait for its answer already, try again later`,
      )
}

/** Whether a player may join an open match. */
export function mayJoin({ id, invited }: MatchRow, player: MatchPlayer, store: Store): Result<void> {
  if (invited === undefined || ('person' in player && player.person === invited)) return ok(undefined)
  return fail('not-invited', `Cannot join match ${id}: only ${store.person(invited)?.name} may join it`)
}

/** Whether a person may decline an open match. */
export const mayDecline = ({ id, invited }: MatchRow, person: PersonRow): Result<void> =>
  invited === person.id
    ? ok(undefined)
    : fail('not-invited', `Cannot decline match ${id}: it does not wait for your team`)

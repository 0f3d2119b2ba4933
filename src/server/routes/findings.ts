import { FindingsBody, MatchParams } from '../../api/matches.ts'
import { forbidden, found, granted } from '../../protocols/request-error.ts'
import type { MatchRow, PersonRow } from '../../store/store.ts'
import { identityOf } from '../access.ts'
import { chargeFor } from '../admit-requests.ts'
import type { App, ServerContext } from '../context.ts'
import { openFindings } from '../present-findings.ts'

/** Why a bot lost: what the doctor finds in its log of a match. */
export function findingRoutes(app: App, { arena, store, gate }: ServerContext): void {
  const findings = openFindings(store, (match) => arena.live(match) !== undefined)
  app.addHook('onClose', () => findings[Symbol.asyncDispose]())

  app.get(
    '/api/v1/matches/:id/findings',
    {
      schema: {
        summary: 'What the doctor finds in the log of your bot; for its owner and the organiser',
        operation: 'listFindings',
        tags: ['matches'],
        access: 'team',
        params: MatchParams,
        response: { 200: FindingsBody },
        refuses: [404],
      },
    },
    async (request) => {
      const { id } = request.params
      const row = found(store.match(id), `match ${id}`)
      const { person } = identityOf(request)
      if (person.role !== 'organiser' && !isPlayer(row, person))
        throw forbidden('The findings of this match belong to others')
      const { found: answer, workMs } = granted(await findings.of(row, person))
      chargeFor(gate, request, workMs)
      return { match: id, ...answer }
    },
  )
}

const isPlayer = ({ players }: MatchRow, { id }: PersonRow): boolean =>
  players.some((player) => player !== undefined && 'person' in player && player.person === id)

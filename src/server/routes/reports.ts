import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { TextBody } from '../../api/schema.ts'
import { ReportQuery, TournamentParams } from '../../api/tournaments.ts'
import { boardsOf } from '../../arena/tournament-report.ts'
import { readPlayer } from '../../tournament-runner/read-player.ts'
import { found } from '../../protocols/request-error.ts'
import type { TournamentMatchRow, TournamentRow } from '../../store/store.ts'
import { chargeFor } from '../admit-requests.ts'
import type { App, ServerContext } from '../context.ts'
import { originOf } from '../origin-of.ts'
import { findTournament, grantedView, viewOf } from './tournaments.ts'

const tags = ['tournaments']

const FORMATS = {
  html: ['text/html', 'One page with boards that needs no network'],
  csv: ['text/csv', 'One table'],
  md: ['text/markdown', 'A page for a repository or a wiki'],
  json: ['application/json', 'The result, with times of moves'],
} as const

/** As the command line writes it. */
const AnyResult = {
  description: FORMATS.json[1],
  content: {
    'application/json': { schema: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }) },
  },
}

/** The reports of the command line, to download. They have published marks alone: reports are handed on. */
export function reportRoutes(app: App, { store, tournaments, records, gate, settings }: ServerContext): void {
  const { webFolder } = settings
  const player = webFolder === undefined ? undefined : readPlayer(webFolder)

  /** The boards of a page; undefined without the web application. */
  async function boardsFor(
    row: TournamentRow,
    matches: readonly TournamentMatchRow[],
    request: FastifyRequest,
  ) {
    if (player === undefined) return undefined
    const { since, workMs } = await tournaments.prepare(row, 'published')
    chargeFor(gate, request, workMs)
    const { result } = viewOf(tournaments, row, 'published', since)
    return boardsOf(result, matches, player, async (id) => {
      const match = store.match(id)
      const answer = match?.status === 'over' ? await records.of(match) : undefined
      if (!answer?.ok) return undefined
      if (answer.value.isNew) chargeFor(gate, request, answer.value.record.workMs)
      return answer.value.record.text
    })
  }

  for (const format of ['html', 'csv', 'md', 'json'] as const) {
    const [mediaType, description] = FORMATS[format]
    app.get(
      `/api/v1/tournaments/:tournament/report.${format}`,
      {
        schema: {
          summary: `The report as ${format}, to download`,
          operation: (
            {
              html: 'getReportHtml',
              csv: 'getReportCsv',
              md: 'getReportMarkdown',
              json: 'getReportJson',
            } as const
          )[format],
          tags,
          access: 'public',
          params: TournamentParams,
          ...(format === 'csv' && { querystring: ReportQuery }),
          response: { 200: format === 'json' ? AnyResult : TextBody(mediaType, description) },
          refuses: [404, 409],
        },
      },
      async (request, reply) => {
        const row = findTournament(store, request.params.tournament)
        const matches = store.tournamentMatches(row.id)
        const { table = 'standings' } = request.query as { readonly table?: string }
        const boards = format === 'html' ? await boardsFor(row, matches, request) : undefined
        const wanted = { format, table, origin: originOf(request), matches, boards }
        const { value, workMs } = await tournaments.report(row, wanted)
        chargeFor(gate, request, workMs)
        const text = found(grantedView(value, row), `table ${table} of tournament ${row.id}`)
        const name = format === 'csv' ? `contest-${row.id}-${table}` : `contest-${row.id}`
        void reply
          .type(`${mediaType}; charset=utf-8`)
          .header('content-disposition', `attachment; filename="${name}.${format}"`)
        return text
      },
    )
  }
}

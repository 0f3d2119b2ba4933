import { isObject } from '../../base/json.ts'
import { must } from '../../base/result.ts'
import { findFormat, FORMATS } from '../../tournament-runner/tournament-spec.ts'
import type { App } from '../context.ts'
import { presentFields } from '../present-fields.ts'
import { found, granted } from '../../protocols/request-error.ts'
import { CountBody, FormatList, FormatParams, MatchCountBody } from '../../api/tournaments.ts'

/** The ways to hold a tournament. */
export function formatRoutes(app: App): void {
  const tags = ['tournaments']

  app.get(
    '/api/v1/formats',
    {
      schema: {
        summary: 'The ways to hold a tournament, and what can be set',
        tags,
        access: 'public',
        response: { 200: FormatList },
      },
    },
    () => ({
      formats: FORMATS.map((format) => {
        const { id, title, summary, fields } = format
        const usual = must(format.parseOptions({}))
        return { id, title, summary, options: presentFields(fields, isObject(usual) ? usual : {}) }
      }),
    }),
  )

  app.post(
    '/api/v1/formats/:format/count',
    {
      schema: {
        summary: 'How many matches it would take, if nobody drops out',
        tags,
        access: 'public',
        params: FormatParams,
        body: CountBody,
        response: { 200: MatchCountBody },
        refuses: [404],
      },
    },
    (request) => {
      const { format: id } = request.params
      const format = found(findFormat(id), `format ${JSON.stringify(id)}`)
      const options = granted(format.parseOptions(request.body.options ?? {}))
      return format.count(request.body.entrants, options)
    },
  )
}

import { before, type Page } from '../queries.ts'
import { LOG_ONLY, type Subject } from './subject.ts'

/** An organiser changed something by a request; the entries before have the changes. */
export interface ActionEntry extends OrganiserAction {
  readonly kind: 'organiser-acted'
}

export interface OrganiserAction {
  readonly person: number
  /** The id of the key or session of the request. */
  readonly key: string
  /** The IP address of the client. */
  readonly address: string
  readonly method: string
  readonly path: string
  /** The body of the request as JSON, without secrets; cut short if it is long. */
  readonly input?: string
}

export interface ActionRow extends OrganiserAction {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly time: number
}

export const actions = {
  tables: {},
  project: { 'organiser-acted': LOG_ONLY },
  reads: (database) => ({
    /** What organisers did, newest first. */
    actions: (page: Page): readonly ActionRow[] =>
      database
        .all<{ id: number; time: number; body: string }>(
          `SELECT seq AS id, time, body FROM log WHERE kind = 'organiser-acted' AND seq < ? ORDER BY seq DESC LIMIT ?`,
          before(page),
        )
        .map(({ body, ...row }) => ({ ...row, ...(JSON.parse(body) as OrganiserAction) })),
    /** What organisers did by requests whose path begins so, newest first. */
    actionsOn: (path: string, page: Page): readonly ActionRow[] => {
      const [last, limit] = before(page)
      return database
        .all<{ id: number; time: number; body: string }>(
          `SELECT seq AS id, time, body FROM log WHERE kind = 'organiser-acted' AND seq < ?
           AND substr(json_extract(body, '$.path'), 1, ?) = ? ORDER BY seq DESC LIMIT ?`,
          [last, path.length, path, limit],
        )
        .map(({ body, ...row }) => ({ ...row, ...(JSON.parse(body) as OrganiserAction) }))
    },
  }),
} satisfies Subject<ActionEntry>

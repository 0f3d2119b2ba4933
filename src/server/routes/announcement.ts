import { Type } from 'typebox'
import { AnnouncementBody, NewAnnouncementBody } from '../../api/server.ts'
import { readTime } from '../../arena/read-time.ts'
import { granted, RequestError } from '../../protocols/request-error.ts'
import type { AnnouncementRow } from '../../store/store.ts'
import type { App, ServerContext } from '../context.ts'

const tags = ['server']

/** The message of the organiser to all pages. Pages read it from `/api/v1/server`. */
export function announcementRoutes(app: App, { store }: ServerContext): void {
  app.put(
    '/api/v1/announcement',
    {
      schema: {
        summary: 'Show a message on all pages; for the organiser. It replaces the one before',
        operation: 'announce',
        tags,
        access: 'organiser',
        body: NewAnnouncementBody,
        response: { 200: AnnouncementBody },
      },
    },
    (request) => {
      const { expires: end } = request.body
      const text = request.body.text.trim()
      const now = Date.now()
      if (text === '') throw new RequestError('bad-request', 'Cannot post the message: it is empty')
      const expires = end === undefined ? undefined : granted(readTime(end, 'end the message at', 'expires'))
      if (expires !== undefined && expires <= now)
        throw new RequestError(
          'bad-date',
          'Cannot post the message: expected a time in the future for its end',
        )
      store.append({
        kind: 'announcement-posted',
        text,
        ...(expires !== undefined && { expires }),
      })
      return presentAnnouncement(store.announcement(now)!)
    },
  )

  app.delete(
    '/api/v1/announcement',
    {
      schema: {
        summary: 'Take the message off all pages; for the organiser',
        operation: 'endAnnouncement',
        tags,
        access: 'organiser',
        response: { 204: Type.Null() },
      },
    },
    (_request, reply) => {
      const shown = store.announcement(Date.now())
      if (shown) store.append({ kind: 'announcement-cleared', announcement: shown.id })
      void reply.code(204)
      return null
    },
  )
}

export const presentAnnouncement = ({ id, text, posted, expires }: AnnouncementRow): AnnouncementBody => ({
  id,
  text,
  posted: new Date(posted).toISOString(),
  expires: expires === undefined ? null : new Date(expires).toISOString(),
})

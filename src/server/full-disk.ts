import type { DiskSpace } from '../arena/disk-space.ts'
import type { Store } from '../store/store.ts'
import type { App } from './context.ts'
import { RequestError } from '../protocols/request-error.ts'
import { isOfWire } from './wire-at.ts'

/** Where pages learn that the disk is short of room. */
export const SERVER_PATH = '/api/v1/server'

/** Answers that tell of nothing in the store: pages, documentation, the state of the server itself. They wait for no disk. */
export const tellsNothing = (method: string, url: string): boolean =>
  method === 'GET' &&
  (url === SERVER_PATH || url === '/healthz' || !(url.startsWith('/api/') || isOfWire(url)))

const RETRY_SECONDS = 5

/**
 * Refuses, while the disk is full, every change, and, while a commit waits for room, every read that might show it. Nothing is
 * lost by that: all clocks stand still, and the client can send the request again.
 */
export function refuseWhileFull(app: App, store: Store, space: DiskSpace): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, url } = request
    const isChange = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
    const isRefused = space.level === 'full' && (isChange || (store.isFull && !tellsNothing(method, url)))
    if (!isRefused) return done()
    // The refusal shows nothing of the store, so it need not wait for a commit.
    request.tells = 0
    done(fullDisk())
  })
}

const fullDisk = (): RequestError =>
  new RequestError(
    'disk-full',
    'Cannot do this now: the disk of the server is full; no data is lost, all clocks stand still, try again later',
    { retryAfter: RETRY_SECONDS },
  )

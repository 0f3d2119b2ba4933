import staticFiles from '@fastify/static'
import { registerFiles } from './access.ts'
import type { App } from './context.ts'
import { PICTURES, PICTURES_AT } from './guide-folder.ts'

/** The pictures of the guide. */
export async function guidePictures(app: App): Promise<void> {
  await registerFiles(app, () =>
    app.register(staticFiles, { root: PICTURES, prefix: PICTURES_AT, decorateReply: false, index: false }),
  )
}

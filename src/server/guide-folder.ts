import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** In a checkout this file is in `src/server`, in the published package in `dist/server`. */
export const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))

export const PICTURES = join(DOCS, 'pictures')
export const PICTURES_AT = '/guide-files/pictures/'

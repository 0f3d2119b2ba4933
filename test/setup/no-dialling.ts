import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Set up once for each worker: it patches the modules of Node themselves. */
const guard = join(import.meta.dirname, 'no-dialling.cjs')
createRequire(import.meta.url)(guard)

const options = process.env['NODE_OPTIONS'] ?? ''
if (!options.includes(guard)) process.env['NODE_OPTIONS'] = `${options} --require=${guard}`.trim()

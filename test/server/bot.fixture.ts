import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rawZip } from '../../src/workshop/raw-archive.fixture.ts'
import { root } from '../cli/run.ts'

const source = readFileSync(join(root, 'src/wires/longest-group/kit/javascript/bot.mjs'), 'utf8')

/** The source of a bot of longest-group that says hello on stderr; it plays as well as its kit does. */
export const talkingSource = (hello: string): string =>
  `process.stderr.write(${JSON.stringify(hello)})\n${source}`

/** The same, packed. */
export const talkingBot = (hello: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(rawZip([{ name: 'bot.mjs', data: talkingSource(hello) }]))

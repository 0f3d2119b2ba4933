import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Player } from './report-html.ts'

/** Where the built pages have the script of the boards. */
export const PLAYER_FILE = 'report/player.json'

/** The script of the boards, as it was built with the pages; undefined where it was not built. */
export function readPlayer(webFolder: string): Player | undefined {
  const file = join(webFolder, PLAYER_FILE)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Player) : undefined
}

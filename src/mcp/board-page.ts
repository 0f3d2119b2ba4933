import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The page that clients with MCP Apps show in the chat. */
export const BOARD_URI = 'ui://gamegrid/board.html'
export const BOARD_TYPE = 'text/html;profile=mcp-app'

/** The page loads nothing and connects to nothing: all of it is in the file, and the client sends it the board. */
export const BOARD_META = {
  ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true },
}

/** The page as it was built with the web application; undefined where that was not built. */
export function readBoardPage(webFolder: string | undefined): string | undefined {
  const file = webFolder === undefined ? undefined : join(webFolder, 'mcp/board.html')
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

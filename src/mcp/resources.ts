import { ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import { openArenaApi, Refusal, type ArenaCaller } from './arena-caller.ts'
import { BOARD_META, BOARD_TYPE, BOARD_URI } from './board-page.ts'
import { RECORD_TYPE } from './match-tools.ts'
import { fetchPosition } from './position.ts'
import { positionText } from './position-text.ts'
import { readRules, RULES_PAGES } from '../briefing/rules-pages.ts'

/** What a client can read without a tool: the rules, a position, a record, and the page of the board. */
export function registerResources(
  server: McpServer,
  open: () => Promise<ArenaCaller>,
  boardPage: string | undefined,
): void {
  for (const { game, title, uri } of RULES_PAGES)
    server.registerResource(
      `rules of ${game}`,
      uri,
      { title: `Rules of ${title}`, mimeType: 'text/markdown' },
      () => ({ contents: [{ uri, mimeType: 'text/markdown', text: readRules(game) ?? '' }] }),
    )

  server.registerResource(
    'record of a match',
    new ResourceTemplate('gamegrid://matches/{match}/record', { list: undefined }),
    { title: 'The record of a match', mimeType: RECORD_TYPE },
    async (uri, { match }, { mcpReq }) => {
      const id = numberIn(uri, match)
      const text = await orMissing(uri, async () =>
        openArenaApi(await open(), mcpReq.signal).text(`/matches/${id}/record`),
      )
      return { contents: [{ uri: uri.href, mimeType: RECORD_TYPE, text }] }
    },
  )

  server.registerResource(
    'position of a game',
    new ResourceTemplate('gamegrid://games/{game}/position', { list: undefined }),
    { title: 'The board of one of your games, as text', mimeType: 'text/plain' },
    async (uri, { game }, { mcpReq }) => {
      const query = { game: numberIn(uri, game), wait: 0, legalMoves: true }
      const position = await orMissing(uri, async () =>
        fetchPosition(openArenaApi(await open(), mcpReq.signal), query),
      )
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: positionText(position) }] }
    },
  )

  if (boardPage !== undefined)
    server.registerResource(
      'board',
      BOARD_URI,
      { title: 'The board', mimeType: BOARD_TYPE, _meta: BOARD_META },
      () => ({
        contents: [{ uri: BOARD_URI, mimeType: BOARD_TYPE, text: boardPage, _meta: BOARD_META }],
      }),
    )
}

function numberIn(uri: URL, value: string | readonly string[] | undefined): number {
  const number = Number(value)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new ResourceNotFoundError(uri.href)
}

/** What the arena refuses to show is not there for this client. */
async function orMissing<T>(uri: URL, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Refusal) throw new ResourceNotFoundError(uri.href, error.message)
    throw error
  }
}

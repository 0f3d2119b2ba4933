import {
  fromJsonSchema,
  McpServer,
  type CallToolResult,
  type JsonSchemaType,
} from '@modelcontextprotocol/server'
import type { JsonObject } from '../base/json.ts'
import { openArenaApi, Refusal, type ArenaCaller } from './arena-caller.ts'
import { BOARD_URI } from './board-page.ts'
import { CHALLENGE_TOOLS } from './challenge-tools.ts'
import { GAME_TOOLS } from './game-tools.ts'
import { MATCH_TOOLS } from './match-tools.ts'
import { registerResources } from './resources.ts'
import type { Tool, ToolAnswer } from './tool.ts'
import { TURN_TOOLS } from './turn-tools.ts'

export interface McpOptions {
  readonly version: string
  /** The page that draws a board in the chat, as HTML; undefined where it was not built. */
  readonly boardPage: string | undefined
  /** A tool failed by a fault of this program. */
  readonly onFailure: (error: unknown) => void
}

const INSTRUCTIONS =
  'Play grid games against house brains and other teams. list_challenges shows the games, read_rules their rules, new_game starts one. Then repeat: look at the board, call play with your move. When you come back to a game, list_games and turn find it again.'

/**
 * An MCP server for one team: the same tools and resources over every transport. The arena is opened with the first tool that
 * needs it: clients also start a server only to ask what it can do.
 */
export function newMcpServer(open: () => Promise<ArenaCaller>, options: McpOptions): McpServer {
  const { version, boardPage } = options
  const server = new McpServer(
    { name: 'gamegrid', title: 'gamegrid', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  )
  for (const { tool, input, output } of TOOLS)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: input,
        outputSchema: output,
        annotations: { readOnlyHint: tool.isReadOnly, destructiveHint: false, openWorldHint: false },
        ...(tool.showsBoard &&
          boardPage !== undefined && {
            _meta: { ui: { resourceUri: BOARD_URI }, 'ui/resourceUri': BOARD_URI },
          }),
      },
      async (args, context) => {
        const { signal } = context.mcpReq
        return present(await runTool(tool, args as never, open, signal, options))
      },
    )
  registerResources(server, open, boardPage)
  return server
}

/** The schemas are compiled once, not for each server: over HTTP every request has a server of its own. */
const TOOLS = [...CHALLENGE_TOOLS, ...GAME_TOOLS, ...TURN_TOOLS, ...MATCH_TOOLS].map((tool) => ({
  tool,
  input: fromJsonSchema<JsonObject>(tool.input as JsonSchemaType),
  output: fromJsonSchema<JsonObject>(tool.output as JsonSchemaType),
}))

async function runTool(
  tool: Tool,
  args: never,
  open: () => Promise<ArenaCaller>,
  signal: AbortSignal,
  { onFailure }: McpOptions,
): Promise<ToolAnswer> {
  try {
    return await tool.run(args, openArenaApi(await open(), signal))
  } catch (error) {
    if (error instanceof Refusal) return { isError: true, text: error.message }
    if (!signal.aborted) onFailure(error)
    return { isError: true, text: 'The arena failed by a fault of its own: try again' }
  }
}

const present = ({ text, data, isError, link, meta }: ToolAnswer): CallToolResult => ({
  content: [{ type: 'text', text }, ...(link ? [{ type: 'resource_link' as const, ...link }] : [])],
  ...(data && { structuredContent: { ...data } }),
  ...(isError && { isError }),
  ...(meta && { _meta: { ...meta } }),
})

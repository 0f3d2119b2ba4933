import type { Static, TObject } from 'typebox'
import type { JsonObject } from '../base/json.ts'
import type { ArenaApi } from './arena-caller.ts'

/** What an assistant can do, once for all transports. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** For the model: what the tool does, and what to do next. */
  readonly description: string
  readonly input: TObject
  readonly output: TObject
  /** It changes nothing in the arena. */
  readonly isReadOnly: boolean
  /** Its answer has a board, which clients with MCP Apps draw in the chat. */
  readonly showsBoard: boolean
  /** The arguments have been checked against `input`. A thrown `Refusal` becomes the error of the tool. */
  run(args: never, arena: ArenaApi): Promise<ToolAnswer>
}

export interface ToolAnswer {
  /** For the model. */
  readonly text: string
  /** For programs, as `output` describes it; left out of an error. */
  readonly data?: JsonObject
  /** The move did not count, or counted against its player. */
  readonly isError?: true
  /** A resource that has more. */
  readonly link?: { readonly uri: string; readonly name: string; readonly mimeType: string }
  /** For the page that draws the board; the model does not read it. */
  readonly meta?: JsonObject
}

interface ToolDefinition<Input extends TObject> extends Omit<
  Tool,
  'input' | 'run' | 'isReadOnly' | 'showsBoard'
> {
  readonly input: Input
  readonly isReadOnly?: true
  readonly showsBoard?: true
  run(args: Readonly<Static<Input>>, arena: ArenaApi): Promise<ToolAnswer>
}

export const tool = <Input extends TObject>(definition: ToolDefinition<Input>): Tool => ({
  isReadOnly: false,
  showsBoard: false,
  ...definition,
})

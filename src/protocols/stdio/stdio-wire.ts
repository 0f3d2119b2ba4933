import type { StdioDialect } from './dialect.ts'
import type { StdioClient } from './play-on-stdio.ts'

/** Both halves of a conversation with a program. */
export interface StdioWire {
  /** The host's half. */
  readonly dialect: StdioDialect
  /** The program's half. */
  readonly client: StdioClient
}

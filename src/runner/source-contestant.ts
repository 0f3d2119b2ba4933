import type { Contestant } from '../protocols/protocol.ts'
import type { StdioDialect } from '../protocols/stdio/dialect.ts'
import { houseContestant } from './house-contestant.ts'
import type { BrainSource } from './brain-source.ts'
import type { ProcessOptions } from './process/bot-process.ts'
import { programContestant } from './program-contestant.ts'
import { threadContestant } from './thread-contestant.ts'

/** A bot that this machine can start again for every match. */
export type StartedSource =
  | { readonly kind: 'brain'; readonly source: BrainSource }
  | { readonly kind: 'program'; readonly process: ProcessOptions; readonly dialect: StdioDialect }

export interface SourceOptions {
  readonly name: string
  /** As the organiser named it. */
  readonly bot: string
  /** The id of the game that is played. */
  readonly game: string
  /** Positions that a brain may search in a turn, instead of a clock. */
  readonly nodeBudget?: number | undefined
  /** What it logs or prints, for its owner. */
  readonly onLog: (line: string) => void
  /** The most memory a program had, once a round. */
  readonly onMemory?: ((bytes: number) => void) | undefined
}

export function sourceContestant(
  source: StartedSource,
  { name, bot, game, nodeBudget, onLog, onMemory }: SourceOptions,
): Contestant {
  switch (source.kind) {
    case 'brain':
      return source.source.kind === 'house'
        ? houseContestant({ name, brain: source.source.name, game, nodeBudget })
        : threadContestant({
            name,
            bot,
            source: source.source,
            ...(nodeBudget !== undefined && { nodeBudget }),
            onLog,
          })
    case 'program':
      return programContestant({
        name,
        bot,
        dialect: source.dialect,
        process: source.process,
        ...(onMemory && { onMemory }),
        onErrors(text) {
          if (text.trim() !== '') onLog(text.trimEnd())
        },
      })
  }
}

/** How a program of this command runs. */
export const programProcess = (
  command: Pick<ProcessOptions, 'argv' | 'cwd'>,
  {
    sandbox,
    pty,
    matchesAtOnce,
  }: {
    readonly sandbox?: boolean | undefined
    readonly pty?: boolean | undefined
    /** How many matches are played at once, where that is known. */
    readonly matchesAtOnce?: number | undefined
  },
): ProcessOptions => ({
  ...command,
  env: { PYTHONUNBUFFERED: '1' },
  ...(sandbox && { sandbox: { from: 'person', ...(matchesAtOnce !== undefined && { matchesAtOnce }) } }),
  ...(pty && { pty: true }),
})

import { closest, distance } from 'fastest-levenshtein'
import type { Problem, Result } from '../base/result.ts'

/** 0: the command has done its work. 1: it could not. 2: bad arguments. */
export type ExitCode = 0 | 1 | 2

/** Ends the command with one sentence and an exit code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  constructor(message: string, exitCode: ExitCode) {
    super(message)
    this.exitCode = exitCode
  }
}

export const badArgument = (message: string): CommandError => new CommandError(message, 2)

/** The value. A problem ends the command. */
export function orExit<T>(result: Result<T>, exitCode: ExitCode = 2): T {
  if (result.ok) return result.value
  throw new CommandError(result.problem.message, exitCode)
}

/** `Cannot find challenge "quoridr": did you mean quoridor?`, or the whole list when nothing is near. */
export const unknownName = (what: string, name: string, known: readonly string[]): Problem => ({
  code: 'unknown-name',
  message: `Cannot find ${what} ${JSON.stringify(name)}: ${suggestName(name, known)}`,
})

/** The known name that is spelled like this one, or all of them. */
export function suggestName(name: string, known: readonly string[]): string {
  const near = known.length > 0 ? closest(name, known) : undefined
  const isNear = near !== undefined && distance(name, near) <= Math.max(2, Math.floor(near.length / 3))
  return isNear ? `did you mean ${near}?` : `expected one of ${known.join(', ')}`
}

export function findOrExit<T extends { readonly id: string }>(
  what: string,
  id: string,
  all: readonly T[],
): T {
  const found = all.find((item) => item.id === id)
  if (found) return found
  throw badArgument(
    unknownName(
      what,
      id,
      all.map((item) => item.id),
    ).message,
  )
}

/** The message, after its position if there is one. */
export const placed = (where: string | undefined, message: string): string =>
  where === undefined ? message : `${where}: ${message}`

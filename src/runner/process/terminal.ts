import type { ChildProcess, StdioOptions } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** Descriptors of a child on a terminal: its own three belong to the program that looks after the terminal. */
const STDIN_FD = 6
const STDERR_FD = 7
const PID_FD = 8

/**
 * The command with its stdout on a pseudo-terminal, by means of script(1). Only its stdout: that is what programs look
 * at before they hold output back, and so nothing is echoed, no line is cut at 4096 bytes, a prompt still goes to
 * stdout, and stderr stays apart. `-opost` keeps line ends as they are.
 */
export const onTerminal = (script: string, command: readonly string[]): readonly [string, ...string[]] => {
  const redirected = `<&${STDIN_FD} 2>&${STDERR_FD} ${STDIN_FD}<&- ${STDERR_FD}>&- ${PID_FD}>&-`
  const program = `echo $$ >&${PID_FD}; exec ${command.map(quote).join(' ')} ${redirected}`
  // Below a shell and in a session of its own: script(1) would stop and continue with a child of its own.
  return [script, '-qefc', `stty -opost -echo <&1; setsid sh -c ${quote(program)}; exit $?`, '/dev/null']
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** How a child's descriptors are set up; `more` begins with number 3. */
export function stdioFor(
  isOnTerminal: boolean,
  more: readonly ('pipe' | 'ignore' | number)[] = [],
): StdioOptions {
  if (!isOnTerminal) return ['pipe', 'pipe', 'pipe', ...more]
  const length = Math.max(PID_FD - 2, more.length)
  const rest = Array.from({ length }, (_, i): 'pipe' | 'ignore' | number => more[i] ?? 'ignore')
  for (const fd of [STDIN_FD, STDERR_FD, PID_FD]) rest[fd - 3] = 'pipe'
  return ['ignore', 'pipe', 'ignore', ...rest]
}

export interface Pipes {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
}

export const pipesOf = (child: ChildProcess, isOnTerminal: boolean): Pipes => ({
  stdin: pipeTo(child, isOnTerminal ? STDIN_FD : 0),
  stdout: pipeFrom(child, 1),
  stderr: pipeFrom(child, isOnTerminal ? STDERR_FD : 2),
})

const pipes = (child: ChildProcess): readonly unknown[] => child.stdio
export const pipeTo = (child: ChildProcess, fd: number): Writable => pipes(child)[fd] as Writable
export const pipeFrom = (child: ChildProcess, fd: number): Readable => pipes(child)[fd] as Readable

/** The number of the program itself, which is not the child's; undefined if the child ends first. */
export function pidOnTerminal(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve) => {
    pipeFrom(child, PID_FD).once('data', (line: Buffer) => resolve(Number(line.toString())))
    child.once('exit', () => resolve(undefined))
  })
}

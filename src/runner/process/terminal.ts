import { once } from 'node:events'
import { basename, resolve } from 'node:path'
import { getSystemErrorName } from 'node:util'
import { fail, ok, type Result } from '../../base/result.ts'
import type { ProcessEnd, ProcessOptions } from './bot-process.ts'
import { beginningOf } from './beginning-of.ts'
import { cannotStart, explainErrorCode } from './spawn-child.ts'
import { pipeOf, type StartedChild } from './started-child.ts'
import { terminalHelper } from './terminal-helper.ts'

type Command = ProcessOptions['argv']

/**
 * `command` on a pseudo-terminal, for the bot `argv` in `cwd`. A helper of ours relays between the terminal and our
 * pipes (see native/terminal.c); on `reportFd` it says what became of the command.
 */
export async function onTerminal(
  command: readonly [string, ...string[]],
  { argv, cwd }: Pick<ProcessOptions, 'argv' | 'cwd'>,
  reportFd = -1,
): Promise<Result<Command>> {
  if (process.platform === 'win32')
    return fail('terminal-missing', 'Cannot open a pseudo-terminal: Windows has none')
  const helper = await terminalHelper()
  if (!helper.ok) return helper
  return ok([helper.value, isPython(argv, cwd) ? 'output' : 'both', `${reportFd}`, ...command])
}

/** The pid of the program itself (the child is the helper), or why it does not run. */
export async function reportFrom(
  child: StartedChild,
  fd: number,
  name: string,
  cwd: string,
): Promise<number | ProcessEnd> {
  const pipe = pipeOf(child, fd)
  const [line] = (await Promise.race([once(pipe, 'data'), once(pipe, 'close')])) as unknown[]
  const [, kind, number] = /^([PET])(\d+)/.exec(String(line)) ?? []
  if (kind === 'P') return Number(number)
  const code = number === undefined ? 'its helper ended' : getSystemErrorName(-Number(number))
  return kind === 'E'
    ? explainErrorCode(name, code, cwd)
    : cannotStart('host', name, `the pseudo-terminal did not open (${code})`)
}

/**
 * With a terminal on both sides, Python writes the prompt of `input("ready")` to stderr: it keeps a pipe as its stdin. It
 * flushes for a terminal on its stdout alone.
 */
function isPython(argv: Command, cwd: string): boolean {
  return (
    argv.some((word) => PYTHON.test(basename(word))) ||
    PYTHON_SCRIPT.test(beginningOf(resolve(cwd, argv[0]), 128))
  )
}

const PYTHON = /^(?:python|pypy)[\d.]*$/
const PYTHON_SCRIPT = /^#![^\n]*[/ ](?:python|pypy)/

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { parseArgsStringToArgv } from 'string-argv'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { ProcessOptions } from './process/bot-process.ts'
import { explainWindowsProgram } from './process/windows-program.ts'
import { isInterpreter, startedProgram } from './started-program.ts'

/** A program and its arguments, and the folder it starts in. */
export type ProgramCommand = Pick<ProcessOptions, 'argv' | 'cwd'>

/** Reads a command line as a shell would, quotes included, but runs no shell. */
export function readCommand(line: string): Result<ProgramCommand> {
  const [program, ...args] = parseArgsStringToArgv(line)
  // No word that a process gets can have a NUL.
  if (program === undefined || line.includes('\0'))
    return fail('bad-program', `Cannot use ${show(line)} as a bot: expected a command line`)
  return locate(program, args)
}

/**
 * Finds the folder that a bot starts in: that of the program, or, for an interpreter, that of the first file or folder
 * among the arguments. Wrappers like `nice` do not count. In a sandbox a bot can read this folder only, so two bots
 * cannot read each other. Words stay as they are, except for the one that names a path in another folder.
 */
export function locate(program: string, args: readonly string[]): Result<ProgramCommand> {
  const words = [program, ...args] as const
  const at = startedProgram(words)
  const started = words[at] ?? program
  const missing = [program, started].find((word) => !isPath(word) && !isInPath(word))
  if (missing !== undefined) {
    const hint = isFile(resolve(missing)) ? `, did you mean ./${missing}?` : ''
    return fail('bad-program', `Cannot find program ${JSON.stringify(missing)}: it is not in PATH${hint}`)
  }
  if (isPath(started)) {
    const path = resolve(started)
    if (!isFile(path))
      return fail('bad-program', `Cannot find program ${JSON.stringify(started)}: ${whyNoFile(path)}`)
    const windows = explainWindowsProgram(path)
    if (windows !== undefined) return fail('bad-program', `Cannot run ${JSON.stringify(started)}: ${windows}`)
    if (!isExecutable(path))
      return fail(
        'bad-program',
        `Cannot run ${JSON.stringify(started)}: it is not executable (chmod +x, or name its interpreter first)`,
      )
    if (!isInterpreter(started)) return ok(startWhere(words, at))
  }
  const isOperand = (index: number): boolean => index > at && !words[index]?.startsWith('-')
  const script = words.find((_, i) => isOperand(i))
  if (script !== undefined && SCRIPT.test(script) && !existsSync(resolve(script)))
    return fail('bad-program', `Cannot find ${JSON.stringify(script)}: there is no such file`)
  const own = words.findIndex((word, i) => isOperand(i) && existsSync(resolve(word)))
  if (own < 0) return ok(isPath(started) ? startWhere(words, at) : { argv: [...words], cwd: process.cwd() })
  const where = startWhere(words, own)
  return ok(isPath(started) ? { ...where, argv: withProgram(where, at, resolve(started)) } : where)
}

/** An interpreter in the bot's own folder, as that of a virtual environment, is named from there: a sandbox shows only this folder. */
function withProgram(
  { argv: [program, ...args], cwd }: ProgramCommand,
  at: number,
  path: string,
): ProgramCommand['argv'] {
  const named = path.startsWith(`${cwd}/`) ? `./${relative(cwd, path)}` : path
  const [first = '', ...rest] = [program, ...args].with(at, named)
  return [first, ...rest]
}

/** Starts the command in the folder that one of its words names, and rewrites that word relative to it. */
function startWhere(words: readonly [string, ...string[]], at: number): ProgramCommand {
  const word = words[at] ?? ''
  const path = resolve(word)
  const cwd = isFile(path) ? dirname(path) : path
  if (isAbsolute(word) || cwd === process.cwd()) return { argv: [...words], cwd }
  const [program = '', ...args] = words.with(at, isFile(path) ? `./${basename(path)}` : '.')
  return { argv: [program, ...args], cwd }
}

const isPath = (word: string): boolean => word.includes('/') || word.includes('\\')

/** Names of scripts, which an interpreter is started with. */
const SCRIPT = /\.(?:py|[cm]?js|ts|jar|rb|pl|php|lua|sh|scm|exe)$/

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Why a path is not that of a file, as the end of a sentence. */
export const whyNoFile = (path: string): string => {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 'there is no such file'
  return stat.isDirectory() ? 'it is a folder' : 'it is not a regular file'
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const isInPath = (program: string): boolean =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && isExecutable(join(folder, program)))

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { parseArgsStringToArgv } from 'string-argv'
import { fail, ok, type Result } from '../base/result.ts'
import type { ProcessOptions } from './process/bot-process.ts'

/** A program and its arguments, and the folder it starts in. */
export type ProgramCommand = Pick<ProcessOptions, 'argv' | 'cwd'>

/** Reads a command line as a shell would, quotes included, but runs no shell. */
export function readCommand(line: string): Result<ProgramCommand> {
  const [program, ...args] = parseArgsStringToArgv(line)
  if (program === undefined) return fail('program', 'Cannot use "" as a bot: expected a command line')
  return locate(program, args)
}

/**
 * A bot starts in its own folder: that of the program, or of the first file or folder among the arguments when an
 * interpreter is the program. In a sandbox that folder is all it can read, so two bots cannot read each other.
 */
export function locate(program: string, args: readonly string[]): Result<ProgramCommand> {
  if (program.includes('/') || program.includes('\\')) {
    const path = resolve(program)
    if (!isFile(path))
      return fail('program', `Cannot find program ${JSON.stringify(program)}: there is no such file`)
    if (!isExecutable(path))
      return fail(
        'program',
        `Cannot run ${JSON.stringify(program)}: it is not executable (chmod +x, or name its interpreter first)`,
      )
    return ok({ argv: [`./${basename(path)}`, ...args], cwd: dirname(path) })
  }
  if (!isInPath(program)) {
    const hint = isFile(resolve(program)) ? `, did you mean ./${program}?` : ''
    return fail('program', `Cannot find program ${JSON.stringify(program)}: it is not in PATH${hint}`)
  }
  const script = args.find((arg) => !arg.startsWith('-'))
  if (script !== undefined && SCRIPT.test(script) && !existsSync(resolve(script)))
    return fail('program', `Cannot find ${JSON.stringify(script)}: there is no such file`)
  const at = args.findIndex((arg) => !arg.startsWith('-') && existsSync(resolve(arg)))
  const own = args[at]
  if (own === undefined || isAbsolute(own))
    return ok({ argv: [program, ...args], cwd: own === undefined ? process.cwd() : folderOf(own) })
  const path = resolve(own)
  const inside = isFile(path) ? basename(path) : '.'
  return ok({ argv: [program, ...args.with(at, inside)], cwd: folderOf(path) })
}

/** What an interpreter is started with. */
const SCRIPT = /\.(?:py|[cm]?js|ts|jar|rb|pl|php|lua|sh|scm|exe)$/

const folderOf = (path: string): string => (isFile(path) ? dirname(path) : path)

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

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

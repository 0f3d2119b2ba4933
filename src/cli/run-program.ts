import { relative } from 'node:path'
import { Command, CommanderError } from 'commander'
import { isFullDisk } from '../base/is-full-disk.ts'
import { whyNotWritten } from './cannot-write.ts'
import { GAMEGRID } from './own-package.ts'
import { CommandError, unknownName } from './problem.ts'
import { printable } from './text.ts'

/** The help of a command that was called without a part that it needs. */
let help = ''

/** The command line, without its commands. */
export function newProgram(version: string): Command {
  help = ''
  return new Command('gamegrid')
    .description('Bot-programming contests on grid games: any bot, in any language, against any other')
    .version(version)
    .showSuggestionAfterError()
    .configureOutput({ writeErr: (text) => (help += text) })
    .exitOverride()
    .addHelpText('after', `\nTry: ${GAMEGRID} play quoridor house:random house:first --watch`)
}

/** Parses the command line, calls the command, chooses the exit code. */
export async function runProgram(program: Command): Promise<void> {
  surviveOutput()
  try {
    await program.parseAsync()
  } catch (error) {
    process.exitCode = explain(error, program) || process.exitCode
  }
}

let survivesOutput = false

/**
 * `gamegrid --help | head -1`: who reads the output may have read enough. Any other failure, a full disk for example, is told once. The
 * command goes on in both cases: an arena does not end because its output goes nowhere.
 */
function surviveOutput(): void {
  if (survivesOutput) return
  survivesOutput = true
  process.stderr.on('error', () => {})
  let isTold = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isTold) return
    isTold = true
    process.exitCode ??= 1
    console.error(`gamegrid: Cannot write the output: ${error.message}`)
  })
}

/** Prints one sentence for a bad argument or a failure, a stack trace for a bug. */
function explain(error: unknown, program: Command): number {
  if (error instanceof CommandError) {
    complain(error.message)
    return error.exitCode
  }
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    const unknown = error.code === 'commander.help' ? unknownTopic(program) : undefined
    if (unknown !== undefined) complain(unknown)
    else if (error.code === 'commander.help') process.stdout.write(help)
    else complain(oneSentence(error.message))
    return 2
  }
  if (isFullDisk(error)) {
    const { path } = error as NodeJS.ErrnoException
    complain(`Cannot write ${path === undefined ? 'a file' : JSON.stringify(path)}: ${whyNotWritten(error)}`)
    return 1
  }
  const { code = '', path } = error as NodeJS.ErrnoException
  if (path !== undefined && FORBIDDEN.has(code)) {
    complain(
      `Cannot use ${JSON.stringify(path)}: ${code === 'EROFS' ? 'its disk is read-only' : 'this user has no permission'}`,
    )
    return 1
  }
  const missing = missingExport(error)
  if (missing !== undefined) {
    complain(missing)
    return 1
  }
  throw error
}

/** Names of files and arguments may be those of strangers, as where a shell lists a folder. */
const complain = (sentence: string): void => console.error(printable(`gamegrid: ${sentence}`))

/** A file or folder of another user, or of a disk that is read-only. */
const FORBIDDEN: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** `gamegrid help WORD`, where WORD is no command. */
function unknownTopic(program: Command): string | undefined {
  const words = process.argv.slice(2)
  const at = words.indexOf('help')
  const topic = at < 0 ? undefined : words[at + 1]
  if (topic === undefined) return undefined
  const find = (command: Command, name: string) => command.commands.find((one) => one.name() === name)
  const parent = words.slice(0, at).reduce((command, word) => find(command, word) ?? command, program)
  return unknownName(
    'command',
    topic,
    parent.commands.map((command) => command.name()),
  ).message
}

/** Contributors rename a game, and its index still imports the old name: Node then cannot link any command. */
function missingExport(error: unknown): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined
  const [, file, name] =
    /^The requested module '(.+)' does not provide an export named '(.+)'$/.exec(error.message) ?? []
  if (file === undefined || name === undefined) return undefined
  const [, importer] = /^file:\/\/(.+?):\d+$/m.exec(error.stack ?? '') ?? []
  const from = importer === undefined ? '' : `, and ${relative(process.cwd(), importer)} imports it`
  return `Cannot start: ${file} does not export ${name}${from}: name the export ${name}, or run npm run indexes after a new folder name`
}

/** commander puts its suggestion on a second line, in brackets. */
function oneSentence(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/, ': did you mean $1?')
    .replace(/\.$/, '')
}

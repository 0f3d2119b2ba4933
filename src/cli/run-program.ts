import { Command, CommanderError } from 'commander'
import { CommandError } from './problem.ts'

/** The command line, without its commands. */
export const newProgram = (version: string): Command =>
  new Command('gamegrid')
    .description('Bot-programming contests on grid games: any bot, in any language, against any other')
    .version(version)
    .showSuggestionAfterError()
    .configureOutput({ writeErr: () => {} })
    .exitOverride()
    .addHelpText('after', '\nTry: gamegrid play quoridor house:random house:first --watch')

/** Parses the command line, calls the command, chooses the exit code. */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    process.exitCode = explain(error, program)
  }
}

/** Prints one sentence for a bad argument or a failure, a stack trace for a bug. */
function explain(error: unknown, program: Command): number {
  if (error instanceof CommandError) {
    console.error(`gamegrid: ${error.message}`)
    return error.exitCode
  }
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    if (error.code === 'commander.help') program.outputHelp()
    else console.error(`gamegrid: ${oneSentence(error.message)}`)
    return 2
  }
  throw error
}

/** commander puts its suggestion on a second line, in brackets. */
function oneSentence(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/, ': did you mean $1?')
    .replace(/\.$/, '')
}

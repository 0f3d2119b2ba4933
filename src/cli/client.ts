import { addContestantCommands } from './contestant-commands.ts'
import { version } from './own-package.ts'
import { badArgument } from './problem.ts'
import { HOST_COMMANDS } from '../server/client-command.ts'
import { newProgram, runProgram } from './run-program.ts'
import { forgetInstalled } from './forget-installed.ts'

/** The command `gamegrid` as an arena serves it to contestants: `npx http://ARENA/gamegrid.tgz`. */
const program = newProgram(version)
addContestantCommands(program)
for (const name of HOST_COMMANDS)
  program
    .command(name, { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(() => {
      throw badArgument(
        `Cannot run ${name}: the client of an arena has no such command, all of gamegrid has it`,
      )
    })
forgetInstalled()
await runProgram(program)

import { addContestantCommands } from './contestant-commands.ts'
import { addHostCommands } from './host-commands.ts'
import { version } from './own-package.ts'
import { newProgram, runProgram } from './run-program.ts'

/** The command `gamegrid`. A command's modules are loaded when it runs. */
const program = newProgram(version)
addContestantCommands(program, async (challenge, flags) =>
  (await import('./models.ts')).openModels(challenge, flags),
)
addHostCommands(program)
await runProgram(program)

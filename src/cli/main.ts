import { createRequire } from 'node:module'
import { addContestantCommands } from './contestant-commands.ts'
import { addHostCommands } from './host-commands.ts'
import { newProgram, runProgram } from './run-program.ts'

/** The command `gamegrid`. A command's modules are loaded when it runs. */
const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

const program = newProgram(version)
addContestantCommands(program)
addHostCommands(program)
await runProgram(program)

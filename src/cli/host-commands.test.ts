import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addHostCommands } from './host-commands.ts'
import { HOST_COMMANDS } from '../server/client-command.ts'

test('the packed client knows the names of all commands that it does not have', () => {
  const program = new Command()
  addHostCommands(program)
  expect(program.commands.map((command) => command.name())).toEqual(HOST_COMMANDS)
})

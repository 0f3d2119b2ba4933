import { must } from '../../src/base/result.ts'
import { launchSandbox } from '../../src/runner/sandbox/launch-sandbox.ts'
import { sandboxMachine } from '../../src/runner/sandbox/sandbox-machine.ts'

/** Starts a sandbox where no control group can be made, and prints the error. TOKEN is in the command line of the sandbox. */
const argv = ['sh', '-c', 'read -r line; : $0', process.argv[2] ?? ''] as const
const memoryPlace = { version: 1, folder: '/no-such-folder' } as const
const machine = { ...must(sandboxMachine()), memoryPlace }
await launchSandbox({ argv, cwd: import.meta.dirname, sandbox: {} }, machine).catch((error: unknown) =>
  process.stdout.write(`${String(error)}\n`),
)

import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, type Result } from '../../base/result.ts'
import type { Clock } from '../clock.ts'
import { describeProcessEnd } from '../process/bot-process.ts'
import { RunningProcess } from '../process/running-process.ts'
import { launchSandbox } from './launch-sandbox.ts'
import { refuse, type SandboxMachine } from './sandbox-machine.ts'

let tested: Promise<Result<true>> | undefined

/**
 * Tests from inside that the sandbox refuses what it must. A success is cached for the life of the process; a failure
 * is not, because it may come from a temporary shortage.
 */
export async function testSandbox(machine: SandboxMachine, clock: Clock): Promise<Result<true>> {
  const test = (tested ??= runTest(machine, clock))
  let isPassed = false
  try {
    const result = await test
    isPassed = result.ok
    return result
  } finally {
    if (!isPassed && tested === test) tested = undefined
  }
}

async function runTest(machine: SandboxMachine, clock: Clock): Promise<Result<true>> {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-'))
  chmodSync(folder, 0o755)
  try {
    const launch = await launchSandbox({ argv: ['sh', '-c', ATTEMPTS], cwd: folder, sandbox: {} }, machine)
    if (!launch.ok) return launch
    if ('kind' in launch.value) return refuse(describeProcessEnd(launch.value))
    return await judge(new RunningProcess(launch.value, clock, 1024), clock)
  } finally {
    rmdirSync(folder)
  }
}

const PATIENCE_MS = 20_000

async function judge(shell: RunningProcess, clock: Clock): Promise<Result<true>> {
  const cancel = clock.at(clock.now() + PATIENCE_MS, () => void shell.stop())
  let said = ''
  for (let chunk = await shell.read(); chunk; chunk = await shell.read()) said += chunk.toString()
  // The shell has nothing more to do: it ends by itself, and how it ended is worth knowing.
  const end = await shell.ended
  cancel()
  await shell.stop()
  const lines = said.trim().split('\n')
  if (end.kind === 'could-not-start') return refuse(end.message.replace(/^[^:]*: /, ''))
  const unexpected = lines.filter((line) => !EXPECTED.includes(line))
  const absent = EXPECTED.filter((line) => !lines.includes(line))
  if (unexpected.length === 0 && absent.length === 0) return ok(true)
  // The tools that start the shell may have failed before it said a word.
  const [error = ''] = shell.errors().split('\n')
  if (said === '' && error !== '') return refuse(`its self-test says "${error}"`)
  const found = [...unexpected.map((line) => `"${line}"`), ...absent.map((line) => `no "${line}"`)]
  return refuse(`its self-test found ${found.join(', ')}`)
}

const EXPECTED = ['NoNewPrivs: 1', 'Seccomp: 2', 'CapEff: 0000000000000000', 'tried']

/** The attempts, as shell built-ins: the shell cannot start other programs inside. */
const ATTEMPTS = `
while read -r name value rest; do
  case $name in Seccomp:|NoNewPrivs:|CapEff:) echo "$name $value" ;; esac
done </proc/self/status
for file in /etc/passwd /etc/shadow /proc/1/environ /root /home /var; do
  [ -r "$file" ] && echo "reads $file"
done
for folder in /bot / /usr /dev /etc /proc; do
  true 2>/dev/null >"$folder/gamegrid" && echo "writes to $folder"
done
while read -r name rest; do
  case $name in Inter-*|face*|lo:) ;; *) echo "sees the network $name" ;; esac
done </proc/net/dev
echo tried
( : )
echo 'starts a process'
`

import { examineSandbox } from '../runner/sandbox/examine-sandbox.ts'
import type { ExitCode } from './problem.ts'

/** `gamegrid sandbox`: what this machine can enforce, tried out just now, and by which means. */
export async function showSandbox(print: (line: string) => void = console.log): Promise<ExitCode> {
  const { problem, missing, items } = await examineSandbox()
  for (const { program, package: name } of missing)
    print(`missing: ${program} (on Debian: apt-get install ${name})`)
  if (problem !== undefined) {
    console.error(`gamegrid: ${problem}`)
    return 1
  }
  print('A bot in the sandbox has:\n')
  const width = Math.max(...items.map(({ what }) => what.length))
  for (const { what, isEnforced, how } of items)
    print(`  ${isEnforced ? '✓' : '✗'} ${what.padEnd(width)}  ${how}`)
  return items.every(({ isEnforced }) => isEnforced) ? 0 : 1
}

import { examineSandbox } from '../runner/sandbox/examine-sandbox.ts'
import { listRuntimes } from '../runner/sandbox/list-runtimes.ts'
import type { ExitCode } from './problem.ts'

/** `gamegrid sandbox`: tries out what this machine can enforce and how, and lists the runtimes that uploads may name. */
export async function showSandbox(print: (line: string) => void = console.log): Promise<ExitCode> {
  const { problem, obstacles, items } = await examineSandbox()
  if (problem !== undefined) {
    console.error(
      `gamegrid: ${obstacles.length > 1 ? 'Cannot start the sandbox, for several reasons:' : problem}`,
    )
    if (obstacles.length > 1) for (const obstacle of obstacles) console.error(`  - ${obstacle}`)
    return 1
  }
  print('A bot in the sandbox has:\n')
  const width = Math.max(...items.map(({ what }) => what.length))
  for (const { what, isEnforced, how } of items)
    print(`  ${isEnforced ? '✓' : '✗'} ${what.padEnd(width)}  ${how}`)
  await showRuntimes(print)
  return items.every(({ isEnforced }) => isEnforced) ? 0 : 1
}

async function showRuntimes(print: (line: string) => void): Promise<void> {
  const { languages, tools } = await listRuntimes()
  const widths = [
    Math.max(0, ...languages.map(({ name }) => name.length)),
    Math.max(0, ...languages.map(({ version = '' }) => version.length)),
  ] as const
  print('\nThe commands of an upload may name its own files, and these runtimes, found on PATH:\n')
  for (const { name, path, version = '' } of languages)
    print(`  ${name.padEnd(widths[0])}  ${version.padEnd(widths[1])}  ${path}`)
  print(`\nand the tools ${tools.join(' ')}`)
}

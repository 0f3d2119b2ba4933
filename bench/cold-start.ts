import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { median, printTable } from './table.ts'

/** How long `gamegrid --help` takes, compared with a Node that does nothing. The two run alternately. */
const shim = join(resolve(import.meta.dirname, '..'), 'bin', 'gamegrid')

function time(args: readonly string[]): number {
  const began = performance.now()
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`)
  return performance.now() - began
}

const bare: number[] = []
const help: number[] = []
for (let run = 0; run < 25; run++) {
  bare.push(time(['-e', '0']))
  help.push(time([shim, '--help']))
}
printTable('Cold start, medians of 25 runs by turns', [
  { what: 'node -e 0', value: `${median(bare).toFixed(1)} ms`, ratio: 1 },
  {
    what: 'gamegrid --help',
    value: `${median(help).toFixed(1)} ms`,
    ratio: median(help) / median(bare),
    goal: '< 3',
  },
])

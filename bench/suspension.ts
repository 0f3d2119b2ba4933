import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './table.ts'

/**
 * What a process still does after SIGSTOP was sent to it, and how long until its stop is seen, by signal and by the freezer
 * of control groups. Quiet, and beside a busy loop on each core. docs/lab/suspension.md has the results.
 * `npx node bench/suspension.ts [trials]`; the freezer takes root and control groups of version 2.
 */
const TRIALS = process.argv[2] ?? '200'
const GROUPS = ['/sys/fs/cgroup/unified', '/sys/fs/cgroup']

const home = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
const program = join(home, 'suspension')
execFileSync('gcc', ['-O2', '-pthread', '-o', program, join(import.meta.dirname, 'suspension.fixture.c')])

function measure(mode: string, what: string, core: string): readonly number[] {
  const said = execFileSync(program, [mode, TRIALS, what, core], { encoding: 'utf8' })
  return said.trim().split('\n').map(Number)
}

function print(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string =>
    `${(sorted[Math.floor((sorted.length - 1) * share)] ?? NaN).toFixed(1)} µs`
  const none = `${times.filter((time) => time === 0).length} of ${times.length}`
  console.log(
    `  ${what.padEnd(44)} ${median(times).toFixed(1).padStart(9)} µs ${at(0.99).padStart(12)} ${at(1).padStart(12)}  ${none}`,
  )
}

function makeGroup(): string | undefined {
  for (const place of GROUPS) {
    const group = join(place, `gamegrid-bench-${process.pid}`)
    try {
      mkdirSync(group)
      execFileSync('test', ['-w', join(group, 'cgroup.freeze')])
      return group
    } catch {
      rmSync(group, { recursive: true, force: true })
    }
  }
  return undefined
}

function measureAll(title: string, group: string | undefined): void {
  console.log(`\n${title}: median, 99 %, largest, and how often none at all`)
  for (const core of ['same', 'other'])
    for (const threads of ['1', '2', '4'])
      print(`own code after SIGSTOP, ${threads} threads, ${core} core`, measure('signal', threads, core))
  if (!group) return console.log('  no control groups of version 2 that can be written')
  for (const core of ['same', 'other']) {
    print(`until seen stopped, by signal, ${core} core`, measure('stop', group, core))
    print(`until seen frozen, by control group, ${core} core`, measure('freeze', group, core))
  }
}

const group = makeGroup()
measureAll('As the machine is', group)
const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for(;;);']),
)
try {
  measureAll('Beside a busy loop on each core', group)
} finally {
  for (const loop of loops) loop.kill('SIGKILL')
  if (group) rmdirSync(group)
  rmSync(home, { recursive: true })
}

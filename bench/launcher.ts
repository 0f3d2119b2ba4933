import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '../src/base/result.ts'
import { launcher } from '../src/runner/process/launcher.ts'
import { startProcess } from '../src/runner/process/start-process.ts'
import { median, printTable } from './table.ts'

/**
 * What a large host pays for the start of a sandbox: started by itself and by its launcher, alternately.
 * `npx node bench/launcher.ts [megabytes]`
 */
const MEGABYTES = Number(process.argv[2] ?? 500)
const STARTS = 10

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
launcher.use()
const ballast = Array.from({ length: MEGABYTES }, () => Buffer.alloc(1 << 20, 1))

interface Start {
  /** The longest time for which the event loop was held, in processor time and in all. */
  readonly cpuMs: number
  readonly heldMs: number
  readonly firstAnswerMs: number
}

async function start(byLauncher: boolean): Promise<Start> {
  launcher.isInUse = byLauncher
  const loop = watchLoop()
  const began = performance.now()
  const bot = must(
    await startProcess({
      argv: ['sh', '-c', 'read -r line; echo on'],
      cwd: folder,
      sandbox: { from: 'person' },
    }),
  )
  bot.write('1\n')
  await bot.read()
  const firstAnswerMs = performance.now() - began
  await bot.stop()
  return { ...loop.stop(), firstAnswerMs }
}

function watchLoop(): { stop(): Pick<Start, 'cpuMs' | 'heldMs'> } {
  let [cpu, at, cpuMs, heldMs] = [process.threadCpuUsage(), performance.now(), 0, 0]
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu)
    cpuMs = Math.max(cpuMs, (user + system) / 1000)
    heldMs = Math.max(heldMs, performance.now() - at)
    ;[cpu, at] = [process.threadCpuUsage(), performance.now()]
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return { cpuMs, heldMs }
    },
  }
}

// The first of each kind sets things up.
for (const byLauncher of [false, true]) await start(byLauncher)
const [direct, launched]: [Start[], Start[]] = [[], []]
for (let index = 0; index < STARTS; index++) {
  direct.push(await start(false))
  launched.push(await start(true))
}

const compare = (what: string, of: (one: Start) => number): Parameters<typeof printTable>[1][number] => {
  const [ours, theirs] = [median(launched.map(of)), median(direct.map(of))]
  return { what, value: `${theirs.toFixed(1)} → ${ours.toFixed(1)} ms`, ratio: ours / theirs }
}
printTable(`The start of a sandbox by a host of ${ballast.length} MB: by itself → by its launcher`, [
  compare('event loop held, processor time', ({ cpuMs }) => cpuMs),
  compare('event loop held', ({ heldMs }) => heldMs),
  compare('until the first answer', ({ firstAnswerMs }) => firstAnswerMs),
])
rmSync(folder, { recursive: true })

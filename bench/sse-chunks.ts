import { execFile, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Hosted } from './server-host.fixture.ts'
import { startPart } from './server-part.fixture.ts'
import { printTable, type Row } from './table.ts'

/**
 * One event, one chunk, one TCP segment: 10,000 battles of the SSE arena by clients on bare sockets, which count exceptions,
 * while a busy loop runs on every core. Segments are counted on Linux only. A read may still hold two events if the
 * client itself did not run for longer than the gap between them.
 * `npx node bench/sse-chunks.ts [battles]`
 */
const battles = Number(process.argv[2] ?? 10_000)
/** In total fewer than the practice battles that one address may have open. */
const CLIENTS = 4
const THREADS = 7
const NONE = '< 1e-9'

interface Counted {
  readonly won: number
  readonly events: number
  readonly reads: number
  readonly wrongReads: number
  readonly wrongChunks: number
  readonly wrongSegments: number
  readonly failures: readonly string[]
}

const client = join(import.meta.dirname, '../test/sse/raw_client.py')

async function play(port: number): Promise<Counted> {
  const words = [client, port, Math.ceil(battles / CLIENTS), THREADS].map(String)
  const { stdout } = await promisify(execFile)('python3', words)
  return JSON.parse(stdout) as Counted
}

const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
try {
  await using host = await startPart(0, 'server-host.fixture.ts', 'unlimited')
  const { port } = await host.tell<Hosted>('create', 0)
  const all = await Promise.all(Array.from({ length: CLIENTS }, () => play(port)))
  const sum = (count: (one: Counted) => number): number => all.reduce((total, one) => total + count(one), 0)
  const events = sum((one) => one.events)
  const played = CLIENTS * Math.ceil(battles / CLIENTS)
  const row = (what: string, count: number, of: number, goal?: string): Row => ({
    what,
    value: `${count.toLocaleString('en')} of ${of.toLocaleString('en')}`,
    ratio: count / of,
    ...(goal !== undefined && { goal }),
  })
  const [chunks, segments] = [sum((one) => one.wrongChunks), sum((one) => one.wrongSegments)]
  const [reads, wrongReads] = [sum((one) => one.reads), sum((one) => one.wrongReads)]
  printTable(`${played} battles, ${CLIENTS * THREADS} at once, on a busy machine`, [
    row('chunks that are not one event', chunks, events, NONE),
    row('segments that are not one event', segments, events, NONE),
    row('reads that are not one event', wrongReads, reads),
    row(
      'battles won',
      sum((one) => one.won),
      played,
      '>= 1',
    ),
  ])
  for (const { failures } of all) for (const failure of failures) console.log(`failed: ${failure}`)
} finally {
  for (const loop of busy) loop.kill()
}

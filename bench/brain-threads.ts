import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '../src/base/result.ts'
import { longestGroup } from '../src/challenges/longest-group.ts'
import { makeSpec, type Match } from '../src/match/match.ts'
import type { Contestant } from '../src/protocols/protocol.ts'
import { openBrainPool } from '../src/runner/brain-pool.ts'
import { pooledContestant } from '../src/runner/house-contestant.ts'
import { HOUSE_NICE } from '../src/runner/lower-thread-priority.ts'
import { playMatch } from '../src/runner/play-match.ts'
import { programContestant } from '../src/runner/program-contestant.ts'
import { longestGroup as wire } from '../src/wires/longest-group/words.ts'

/**
 * How much processor time programs lose to the threads of house brains (Linux). A program that spins for 40 ms a turn plays `advanced`: first
 * one match, then one on each core at once, then one beside house brains of other matches, which keep a thread on each core busy.
 * Each row has the priority (nice value) of the threads: to raise it again the bench needs root. Where the kernel groups processes by session
 * (`sched_autogroup_enabled`), run it in a control group of its own, as a service does. `npx node bench/brain-threads.ts`
 */
const home = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
execFileSync('gcc', ['-O2', '-o', join(home, 'busy'), join(import.meta.dirname, 'busy-bot.fixture.c')])
const { game, preset, rules } = longestGroup
const cores = availableParallelism()
const MOVE_MS = 500
/** A match of a program is given up after so many turns of each side. */
const TURNS = 15
const pool = openBrainPool()

const specOf = () =>
  must(makeSpec(game, game.presets[preset] ?? {}, { ...rules, clock: { kind: 'per-move', ms: MOVE_MS } }, 1))
const house = (): Contestant => pooledContestant({ name: 'advanced', brain: 'advanced', game: game.id, pool })

/** The threads of brains: this process has no other workers. */
const brainThreads = (): readonly string[] =>
  readdirSync('/proc/self/task').filter((id) =>
    readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('WorkerThread'),
  )

/** Processor time of all threads of brains in milliseconds. */
const brainMs = (): number =>
  brainThreads().reduce(
    (sum, id) => sum + Number(readFileSync(`/proc/self/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  )

interface Turns {
  /** Milliseconds of the program's turns, and how much processor time it got in them. */
  wallMs: number
  cpuMs: number
  /** Processor time of all brain threads of the host while it was this program's turn. */
  brainMs: number
}

let files = 0

/** A match of the program against the house brain. */
async function playProgram(): Promise<Turns> {
  const file = join(home, `turns-${++files}`)
  const program = programContestant({
    name: 'program',
    bot: 'busy',
    dialect: wire,
    process: { argv: ['./busy', file], cwd: home },
  })
  let brains = 0
  const watched: Contestant = {
    ...program,
    async connect(...how) {
      const connection = await program.connect(...how)
      if ('kind' in connection) return connection
      return {
        ...connection,
        tell: (...change) => connection.tell(...change),
        [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
        async ask(...question) {
          const before = brainMs()
          const answer = await connection.ask(...question)
          brains += brainMs() - before
          return answer
        },
      }
    },
  }
  const end = new AbortController()
  let answers = 0
  await playMatch({
    challenge: longestGroup.id,
    spec: specOf(),
    contestants: [watched, house()],
    onEvent({ kind }) {
      if (kind === 'answered' && ++answers >= 2 * TURNS) end.abort()
    },
    signal: end.signal,
  }).catch((error: unknown) => {
    if (!end.signal.aborted) throw error
  })
  const [wallMs = 0, cpuMs = 0] = readFileSync(file, 'utf8').split(' ').map(Number)
  return { wallMs, cpuMs, brainMs: brains }
}

/** House brains play each other until told to end; gives the faults of their rounds and their longest answer. */
function playHouses(signal: AbortSignal): Promise<{ readonly faults: number; readonly longestMs: number }> {
  let [faults, longestMs, asked] = [0, 0, 0]
  const play = async (): Promise<void> => {
    while (!signal.aborted) {
      await playMatch({
        challenge: longestGroup.id,
        spec: specOf(),
        contestants: [house(), house()],
        signal,
        onEvent(event, match: Match) {
          if (event.kind === 'answered') longestMs = Math.max(longestMs, event.at - asked)
          asked = event.at
          if (match.phase === 'over' && match.ended.some(({ end }) => end.kind !== 'played')) faults++
        },
      }).catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    }
  }
  return play().then(() => ({ faults, longestMs }))
}

const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`

interface Row {
  readonly what: string
  readonly value: string
  readonly note?: string
}

async function beside(nice: number): Promise<Row> {
  const stop = new AbortController()
  const houses = Array.from({ length: cores }, () => playHouses(stop.signal))
  const lower = setInterval(() => {
    for (const id of brainThreads()) setPriority(Number(id), nice)
  }, 100)
  const turns = await playProgram()
  stop.abort()
  clearInterval(lower)
  const ends = await Promise.all(houses)
  const longest = Math.max(...ends.map(({ longestMs }) => longestMs))
  return {
    what: `beside ${cores} matches of house brains, nice ${nice}: processor time in its turns`,
    value: share(turns.cpuMs, turns.wallMs),
    note: `brains: ${ends.reduce((sum, { faults }) => sum + faults, 0)} faults, longest answer ${longest.toFixed(0)} of ${MOVE_MS} ms`,
  }
}

const alone = await playProgram()
const all = await Promise.all(Array.from({ length: cores }, playProgram))
const rows: Row[] = [
  {
    what: 'one match: processor time of brain threads in the turns of the program',
    value: share(alone.brainMs, alone.wallMs),
  },
  { what: 'one match: processor time of the program in its turns', value: share(alone.cpuMs, alone.wallMs) },
  {
    what: `${cores} matches at once: processor time of the programs in their turns`,
    value: all.map(({ cpuMs, wallMs }) => share(cpuMs, wallMs)).join(', '),
  },
]
for (const nice of [0, HOUSE_NICE, 0, HOUSE_NICE]) rows.push(await beside(nice))
console.log(`\nPrograms beside house brains that have ${MOVE_MS} ms a move`)
for (const { what, value, note } of rows)
  console.log(`  ${what.padEnd(78)} ${value.padStart(16)}  ${note ?? ''}`)
await pool[Symbol.asyncDispose]()
rmSync(home, { recursive: true })
process.exit()

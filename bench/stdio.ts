import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { must } from '../src/base/result.ts'
import { longestGroup } from '../src/challenges/longest-group.ts'
import { makeSpec } from '../src/match/match.ts'
import { recordInBatches } from '../src/match/record-in-batches.ts'
import { longestGroup as wire } from '../src/wires/longest-group/words.ts'
import { nodeDigest } from '../src/runner/digest.ts'
import { playMatch } from '../src/runner/play-match.ts'
import { programContestant } from '../src/runner/program-contestant.ts'
import { median, perSecond, printTable, type Row } from './table.ts'

/**
 * Plies a second between two trivial C programs: through gamegrid with suspension, ledger and record; through a
 * tournament program in C++ that does what fastchess does (`stdio-relay.fixture.cpp`); relayed by bare Node; and over
 * pipes from program to program. Measured from the first question to the last answer, alternately, as the machine is and beside a
 * busy loop on each core. `npx node bench/stdio.ts [rounds]`
 */
const ROUNDS = Number(process.argv[2] ?? 25)
/**
 * What fastchess itself reached on a busy machine with two cores, in parts of what bare Node relayed there: 11,800 of 30,000 plies a
 * second at best, 4,600 at worst.
 */
const FASTCHESS_TO_BARE = 0.39
/** A host that plays many matches is warm; so is the C++ of the others. */
const WARM_UP = 30
const home = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
const bot = join(home, 'first-free')
const pingPong = join(home, 'ping-pong')
const root = resolve(import.meta.dirname, '..')
const relay = join(home, 'relay')
execFileSync('gcc', ['-O2', '-o', bot, join(root, 'test/bots/first-free.c')])
execFileSync('g++', [
  '-O2',
  '-std=c++17',
  '-pthread',
  '-o',
  relay,
  join(root, 'bench/stdio-relay.fixture.cpp'),
])
writeFileSync(
  join(home, 'ping-pong.c'),
  `#include <stdio.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  int a[2], b[2]; char text[16]; struct timespec t0, t1; int n = 20000;
  if (pipe(a) || pipe(b)) return 1;
  if (fork() == 0) { close(a[1]); while (read(a[0], text, 16) > 0) if (write(b[1], "10 10\\n", 6) != 6) return 1; return 0; }
  close(a[0]);
  clock_gettime(CLOCK_MONOTONIC, &t0);
  for (int i = 0; i < n; i++) { if (write(a[1], "10 10\\n", 6) != 6 || read(b[0], text, 16) <= 0) return 1; }
  clock_gettime(CLOCK_MONOTONIC, &t1);
  printf("%f\\n", 2 * n / ((t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) / 1e9));
}`,
)
execFileSync('gcc', ['-O2', '-o', pingPong, join(home, 'ping-pong.c')])

/** Games of 48 plies, so that each measurement has about as many plies as a round of ours. */
const relayRate = (threads: number): number =>
  Number(execFileSync(relay, ['5', String(threads)], { encoding: 'utf8' }))

const pipeRate = (): number => Number(execFileSync(pingPong, { encoding: 'utf8' }))

/** A host that only passes lines on. */
async function bareRate(): Promise<number> {
  const programs: [ChildProcess, ChildProcess] = [spawn(bot), spawn(bot)]
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  let plies = 0
  for (const seat of [0, 1] as const)
    programs[seat].stdout?.setEncoding('utf8').on('data', (line: string) => {
      plies++
      if (plies === 121) finish()
      else programs[seat === 0 ? 1 : 0].stdin?.write(line)
    })
  programs[1].stdin?.write('1\n')
  // Both programs have started before the measurement begins.
  await new Promise((done) => setTimeout(done, 15))
  const began = performance.now()
  programs[0].stdin?.write('0\n')
  await promise
  const ended = performance.now()
  for (const program of programs) program.kill('SIGKILL')
  return (plies / (ended - began)) * 1000
}

const { game, preset, rules } = longestGroup
const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 1))

async function ourRate(): Promise<number> {
  const player = (name: string) =>
    programContestant({ name, bot, dialect: wire, process: { argv: ['./first-free'], cwd: home } })
  const record = recordInBatches(
    {
      challenge: longestGroup.id,
      spec,
      players: [{ name: 'a' }, { name: 'b' }],
      times: true,
    },
    nodeDigest,
  )
  let began = 0
  let ended = 0
  const match = await playMatch({
    challenge: longestGroup.id,
    spec,
    contestants: [player('a'), player('b')],
    onEvent(event, now) {
      if (event.kind === 'ready') began = performance.now()
      record.add(event, now)
      if (event.kind !== 'answered') return
      // The time of the whole record counts.
      if (now.phase === 'over') record.whole()
      ended = performance.now()
    },
  })
  if (match.ended[0]?.turns !== 121) throw new Error('the round was not played to its end')
  return (121 / (ended - began)) * 1000
}

async function twoAtOnce(rate: () => Promise<number>): Promise<number> {
  const rates = await Promise.all([rate(), rate()])
  return rates[0] + rates[1]
}

interface Rates {
  readonly pipe: number
  readonly bare: number
  readonly relay: number
  readonly ours: number
  readonly bare2: number
  readonly relay2: number
  readonly ours2: number
}

async function measureRound(): Promise<Rates> {
  return {
    pipe: pipeRate(),
    bare: await bareRate(),
    relay: relayRate(1),
    ours: await ourRate(),
    bare2: await twoAtOnce(bareRate),
    relay2: relayRate(2),
    ours2: await twoAtOnce(ourRate),
  }
}

async function measure(title: string): Promise<void> {
  const runs: Rates[] = []
  for (let round = 0; round < ROUNDS; round++) runs.push(await measureRound())
  const of = (what: keyof Rates): number => median(runs.map((run) => run[what]))
  const ratio = (what: keyof Rates, to: keyof Rates): number => median(runs.map((run) => run[what] / run[to]))
  const row = (what: string, one: keyof Rates, to: keyof Rates, goal?: string): Row => ({
    what,
    value: perSecond(of(one), 'plies'),
    ratio: ratio(one, to),
    ...(goal && { goal }),
  })
  printTable(`Stdio plies between two trivial C programs, ${title}, medians of ${ROUNDS} runs by turns`, [
    row('pipes, program to program', 'pipe', 'relay'),
    row('relayed by bare Node', 'bare', 'relay'),
    row('C++ that does what fastchess does', 'relay', 'relay'),
    row('gamegrid', 'ours', 'relay', '>= 1'),
    row('gamegrid, in parts of bare Node', 'ours', 'bare', `>= ${FASTCHESS_TO_BARE}`),
    row('relayed by bare Node, two at once', 'bare2', 'relay2'),
    row('C++ that does what fastchess does, two at once', 'relay2', 'relay2'),
    row('gamegrid, two at once', 'ours2', 'relay2', '>= 1'),
  ])
}

for (let round = 0; round < WARM_UP; round++) await ourRate()
await measure('as the machine is')
const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for(;;);']),
)
try {
  await measure('beside a busy loop on each core')
} finally {
  for (const loop of loops) loop.kill('SIGKILL')
  rmSync(home, { recursive: true })
}

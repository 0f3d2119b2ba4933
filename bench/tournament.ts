import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fail, must } from '../src/base/result.ts'
import { deriveSeed, seededRng } from '../src/base/rng.ts'
import { longestGroup } from '../src/challenges/longest-group.ts'
import {
  findFormat,
  FORMATS,
  openTournamentCourse,
  type TournamentSpec,
} from '../src/tournament-runner/tournament-spec.ts'
import { openTournamentFolder } from '../src/tournament-runner/data-folder.ts'
import type { LedgerEntry } from '../src/tournament-runner/ledger-entry.ts'
import { playPairing, voidEntry } from '../src/tournament-runner/play-pairing.ts'
import { runTournament } from '../src/tournament-runner/run-tournament.ts'
import { longestGroup as wire } from '../src/wires/longest-group/words.ts'
import { programContestant } from '../src/runner/program-contestant.ts'
import type { AnyFormat } from '../src/tournament/format.ts'
import { median, printTable, type Row } from './table.ts'

/**
 * Matches a minute between two trivial C programs, started and ended each time: as a tournament with records, logs and
 * results on disk, and relayed by bare Node. Then what it costs to decide on the next match with 1,000 entrants.
 */
const home = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
const bot = join(home, 'first-free')
const root = resolve(import.meta.dirname, '..')
execFileSync('gcc', ['-O2', '-o', bot, join(root, 'test/bots/first-free.c')])
const MATCHES = 20

function tournamentOf(entrants: number, format: AnyFormat, options: object): TournamentSpec {
  const { game, preset, rules } = longestGroup
  return {
    challenge: longestGroup,
    settings: game.presets[preset] ?? {},
    rules,
    entrants: Array.from({ length: entrants }, (_, at) => ({ name: `bot-${at + 1}`, bot })),
    format,
    options: must(format.parseOptions(options)),
    seed: 1,
    how: { times: true },
  }
}

const formatOf = (id: string): AnyFormat => findFormat(id) ?? must(fail('unknown-format', id))

async function ourMatches(workers: number, run: number): Promise<number> {
  const tournament = tournamentOf(2, formatOf('round-robin'), { games: MATCHES })
  await using folder = must(
    await openTournamentFolder(join(home, `data-${workers}-${run}`), tournament, false),
  )
  const host = {
    tournament,
    save: (...kept: Parameters<typeof folder.save>) => folder.save(...kept),
    contestant: (name: string) =>
      programContestant({ name, bot, dialect: wire, process: { argv: ['./first-free'], cwd: home } }),
  }
  const began = performance.now()
  await runTournament<LedgerEntry>({
    course: openTournamentCourse(tournament),
    workers,
    ledger: folder,
    play: (pairing, signal) => playPairing(host, pairing, signal),
    giveUp: voidEntry,
  })
  return perMinute(began)
}

/** A host that only starts programs, passes their lines on, and ends them. */
async function bareMatches(workers: number): Promise<number> {
  let left = MATCHES
  const began = performance.now()
  const work = async (): Promise<void> => {
    while (left-- > 0) await bareMatch()
  }
  await Promise.all(Array.from({ length: workers }, work))
  return perMinute(began)
}

async function bareMatch(): Promise<void> {
  const programs: [ChildProcess, ChildProcess] = [spawn(bot), spawn(bot)]
  const ended = programs.map((program) => new Promise((done) => program.once('close', done)))
  let plies = 0
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  for (const seat of [0, 1] as const)
    programs[seat].stdout?.setEncoding('utf8').on('data', (line: string) => {
      if (++plies === 121) finish()
      else programs[seat === 0 ? 1 : 0].stdin?.write(line)
    })
  programs[1].stdin?.write('1\n')
  programs[0].stdin?.write('0\n')
  await promise
  for (const program of programs) program.kill('SIGKILL')
  await Promise.all(ended)
}

const perMinute = (began: number): number => (MATCHES / (performance.now() - began)) * 60_000

const rates = { ours1: [] as number[], bare1: [] as number[], ours2: [] as number[], bare2: [] as number[] }
for (let run = 0; run < 7; run++) {
  rates.bare1.push(await bareMatches(1))
  rates.ours1.push(await ourMatches(1, run))
  rates.bare2.push(await bareMatches(2))
  rates.ours2.push(await ourMatches(2, run))
}
rmSync(home, { recursive: true })
const shown = (rate: number): string => `${Math.round(rate).toLocaleString('en')} matches/min`
const [ours1, bare1, ours2, bare2] = [rates.ours1, rates.bare1, rates.ours2, rates.bare2].map(median) as [
  number,
  number,
  number,
  number,
]
printTable(`Matches of 121 plies between two trivial C programs, medians of 7 runs of ${MATCHES} by turns`, [
  { what: 'bare Node', value: shown(bare1), ratio: 1 },
  { what: 'gamegrid', value: shown(ours1), ratio: ours1 / bare1 },
  { what: 'bare Node, two at once', value: shown(bare2), ratio: bare2 / bare1 },
  { what: 'gamegrid, two at once', value: shown(ours2), ratio: ours2 / bare2 },
])

const ENTRANTS = 1000
const MOST = 20_000

/** Milliseconds to take a match and add its result, with eight matches under way. */
function decide(format: AnyFormat, options: object): Row {
  const tournament = tournamentOf(ENTRANTS, format, options)
  const began = performance.now()
  const course = openTournamentCourse(tournament)
  const running = course.take(8)
  let decisions = 0
  let slowest = 0
  for (let pairing = running.shift(); pairing !== undefined && decisions < MOST; pairing = running.shift()) {
    const step = performance.now()
    const winner = seededRng(deriveSeed(1, pairing.key)).below(2) === 0 ? 0 : 1
    course.add({ key: pairing.key, players: pairing.players, winner, score: winner === 0 ? [1, 0] : [0, 1] })
    running.push(...course.take(8 - running.length))
    slowest = Math.max(slowest, performance.now() - step)
    decisions++
  }
  const each = (performance.now() - began) / decisions
  return {
    what: `${format.id}, ${decisions.toLocaleString('en')} matches`,
    value: `${each.toFixed(4)} ms (slowest ${slowest.toFixed(0)})`,
    ratio: each,
    goal: '< 1',
  }
}

printTable(
  `The next match of ${ENTRANTS.toLocaleString('en')} entrants, in milliseconds a decision`,
  FORMATS.filter(({ id }) => id !== 'sprt').map((format) =>
    decide(format, format.id === 'ladder' ? { matches: 5000 } : {}),
  ),
)

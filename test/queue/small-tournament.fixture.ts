import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '../../src/base/result.ts'
import { ticTacToe } from '../../src/challenges/tic-tac-toe.ts'
import { openMatchQueue, type MatchQueue, type ToldEvent } from '../../src/queue/match-queue.ts'
import type { OrderedPlayer } from '../../src/queue/match-order.ts'
import { packProgram } from '../../src/queue/pack-program.ts'
import type { RedisAddress } from '../../src/queue/redis-address.ts'
import { programProcess, sourceContestant, type StartedSource } from '../../src/runner/source-contestant.ts'
import type { LedgerEntry } from '../../src/tournament-runner/ledger-entry.ts'
import { playByWorkers } from '../../src/tournament-runner/play-by-workers.ts'
import { playPairing, voidEntry, type KeptMatch } from '../../src/tournament-runner/play-pairing.ts'
import { runTournament, type Attempt } from '../../src/tournament-runner/run-tournament.ts'
import { tournamentResult } from '../../src/tournament-runner/tournament-result.ts'
import { openTournamentCourse } from '../../src/tournament-runner/tournament-spec.ts'
import { tournamentOf } from '../../src/tournament-runner/tournament.fixture.ts'
import type { Pairing } from '../../src/tournament/tournament.ts'
import { jsonLines } from '../../src/wires/json-lines/words.ts'

/** What a tournament comes to, and which matches were counted, in their order. */
export interface Table {
  readonly json: string
  readonly keys: readonly string[]
  /** By key. */
  readonly records: Readonly<Record<string, string>>
}

/** A tournament of a program and three house brains, whose program can be held in the middle of a match. */
export interface SmallTournament extends Disposable {
  /** From now on the program waits in the middle of its matches. */
  hold(): void
  release(): void
  /** Played on this machine, without a queue. */
  playHere(): Promise<Table>
  playFar(queue: MatchQueue): Promise<Table>
  openQueue(
    address: RedisAddress,
    hooks?: { onEvent?(told: ToldEvent): void; say?(line: string): void },
  ): Promise<MatchQueue>
}

export async function smallTournament(release: string): Promise<SmallTournament> {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-small-'))
  const folder = join(home, 'bot')
  const held = join(home, 'hold')
  mkdirSync(folder)
  copyFileSync(join(import.meta.dirname, 'held.py'), join(folder, 'held.py'))
  const command = { argv: ['python3', './held.py', held] as const, cwd: folder }
  const bot = command.argv.join(' ')
  const packed = must(await packProgram(bot, { argv: [...command.argv], cwd: folder }))
  const { game, preset, rules } = ticTacToe
  const tournament = {
    ...tournamentOf([], { challenge: ticTacToe, settings: game.presets[preset] ?? {} }),
    rules: { ...rules, clock: { kind: 'none' }, startUpMs: 600_000 },
    entrants: [
      { name: 'held', bot },
      ...['first', 'random', 'perfect'].map((name) => ({ name, bot: `house:${name}` })),
    ],
    how: { times: false, nodes: 40 },
  } as const

  async function play(
    one: (
      pairing: Pairing,
      save: (pairing: Pairing, kept: KeptMatch) => Promise<void>,
    ) => Promise<Attempt<LedgerEntry>>,
    workers: number | (() => number),
  ): Promise<Table> {
    const course = openTournamentCourse(tournament)
    const entries = new Map<string, LedgerEntry>()
    const keys: string[] = []
    const records: Record<string, string> = {}
    await runTournament<LedgerEntry>({
      course,
      workers,
      ledger: {
        async append(entry) {
          keys.push(entry.key)
          entries.set(entry.key, entry)
        },
      },
      play: (pairing) =>
        one(pairing, async ({ key }, { record }) => {
          records[key] = record
        }),
      giveUp: voidEntry,
    })
    return { json: JSON.stringify(tournamentResult(tournament, course, entries)), keys, records }
  }

  const player = (name: string): OrderedPlayer => ({
    name,
    bot: name === 'held' ? bot : `house:${name}`,
    source:
      name === 'held'
        ? { kind: 'program', argv: packed.argv, files: packed.sha, wire: jsonLines.id }
        : { kind: 'house', brain: name },
  })
  const source = (name: string): StartedSource =>
    name === 'held'
      ? { kind: 'program', dialect: jsonLines, process: programProcess(command, {}) }
      : { kind: 'brain', source: { kind: 'house', name } }

  return {
    hold: () => writeFileSync(held, ''),
    release: () => {
      if (existsSync(held)) rmSync(held)
    },
    playHere: () =>
      play(
        (pairing, save) =>
          playPairing(
            {
              tournament,
              save,
              contestant: (name) =>
                sourceContestant(source(name), {
                  name,
                  bot: player(name).bot,
                  game: tournament.challenge.game.id,
                  nodeBudget: 40,
                  onLog() {},
                }),
            },
            pairing,
            new AbortController().signal,
          ),
        1,
      ),
    playFar: (queue) =>
      play(
        (pairing, save) =>
          playByWorkers({ tournament, save, queue, player }, pairing, new AbortController().signal),
        4,
      ),
    openQueue: async (address, hooks = {}) =>
      must(await openMatchQueue({ address, release, programs: [packed], secondLook: 0, ...hooks })),
    [Symbol.dispose]: () => rmSync(home, { recursive: true }),
  }
}

import type { TournamentResult } from '../api/tournament-result.ts'
import { parseClock } from '../match/rules.ts'
import { parseSprt } from '../rating/sprt.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { ok } from '../base/result.ts'
import type { LedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { makeTournament } from '../tournament-runner/make-tournament.ts'
import { playPairing, voidEntry } from '../tournament-runner/play-pairing.ts'
import { runTournament } from '../tournament-runner/run-tournament.ts'
import { tournamentResult } from '../tournament-runner/tournament-result.ts'
import { openTournamentCourse, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { makeContestant, nameBot, readBot, type BotContext, type BotSource } from './bots.ts'
import { readSeed } from './play.ts'
import { openTournamentOpenings } from './tournament-openings.ts'
import { CommandError, findOrExit, orExit } from './problem.ts'
import { readCount } from './read-count.ts'
import { sprtText } from './sprt-text.ts'

export interface CompareFlags {
  readonly sprt?: readonly string[]
  readonly pairs?: string
  readonly workers?: string
  readonly seed?: string
  readonly clock?: string
  readonly nodes?: string
  readonly wire?: string
  readonly openings?: true
  readonly json?: true
}

/** Without other terms the test asks whether the first bot is weaker than the second: then the command fails. */
const NOT_WEAKER = ['elo0=-100', 'elo1=0']

/** `gamegrid compare`: a sequential test of two bots, which plays no more games than it needs. Nothing is kept. */
export async function compare(
  challengeId: string,
  words: readonly [string, string],
  flags: CompareFlags,
): Promise<void> {
  const challenge = findOrExit('challenge', challengeId, CHALLENGES)
  const entrants = nameBoth(words)
  const clock = flags.clock === undefined ? undefined : orExit(parseClock(flags.clock))
  const tournament = orExit(
    makeTournament({
      challenge: challenge.id,
      format: 'sprt',
      options: {
        ...orExit(parseSprt(flags.sprt ?? NOT_WEAKER)),
        pairs: readCount('pairs', flags.pairs ?? '200', 1, 1_000_000),
      },
      entrants: () => ok(entrants),
      seed: readSeed(flags.seed),
      // An opening takes longer than a game of quick bots.
      openings: flags.openings === true,
      ...(flags.nodes !== undefined && { nodes: readCount('nodes', flags.nodes, 1, 1e12) }),
      how: { ...(flags.wire !== undefined && { wire: flags.wire }), times: false },
      ...(clock && { rules: (rules) => ({ ...rules, clock }) }),
    }),
  )
  const workers = readCount('workers', flags.workers ?? '1', 1, 256)
  const context: BotContext = {
    challenge,
    matchesAtOnce: workers,
    ...(tournament.how.nodes !== undefined && { nodeBudget: tournament.how.nodes }),
    ...(flags.wire !== undefined && { wire: flags.wire }),
  }
  const bots = new Map(entrants.map(({ name, bot }) => [name, readBot(bot, context)]))
  const result = await play(tournament, bots, context, workers)
  console.log(sprtText(result).join('\n'))
  if (flags.json) console.log(JSON.stringify(result))
  const { terms, verdict } = result.sprt ?? { terms: undefined, verdict: null }
  if (verdict === 'H0')
    throw new CommandError(
      `${entrants[0].name} is not good enough against ${entrants[1].name}: stronger by ${terms?.elo0} points rather than by ${terms?.elo1}`,
      1,
    )
}

async function play(
  tournament: TournamentSpec,
  bots: ReadonlyMap<string, BotSource>,
  context: BotContext,
  workers: number,
): Promise<TournamentResult> {
  const entries = new Map<string, LedgerEntry>()
  const course = openTournamentCourse(tournament, [])
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  await using openings = openTournamentOpenings(tournament, bots)
  const host = {
    tournament,
    opening: (pairing: Pairing) => openings.of(pairing),
    save: () => Promise.resolve(),
    contestant(name: string, onLog: (text: string) => void, onMemory: (bytes: number) => void) {
      const source = bots.get(name)
      const entrant = tournament.entrants.find((one) => one.name === name)
      if (source === undefined || entrant === undefined) throw new Error(`No such entrant: ${name}`)
      return makeContestant(source, name, entrant.bot, context, onLog, onMemory)
    },
  }
  await runTournament<LedgerEntry>({
    course,
    workers,
    ledger: { append: (entry) => Promise.resolve(void entries.set(entry.key, entry)) },
    play: (pairing, signal) => playPairing(host, pairing, signal),
    giveUp: voidEntry,
    signal: stop.signal,
  })
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  if (stop.signal.aborted) throw new CommandError('Interrupted: the test has no verdict', 1)
  return tournamentResult(tournament, course, entries)
}

interface Named {
  readonly name: string
  readonly bot: string
}

/** Two versions of a bot often have the same file name. */
function nameBoth([first, second]: readonly [string, string]): readonly [Named, Named] {
  const [a, b] = [nameBot(first), nameBot(second)]
  return a.name === b.name
    ? [
        { name: `${a.name} (new)`, bot: a.bot },
        { name: `${b.name} (old)`, bot: b.bot },
      ]
    : [a, b]
}

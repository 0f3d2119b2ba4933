import type { TournamentResult } from '../api/tournament-result.ts'
import { parseClock } from '../match/rules.ts'
import { parseSprt } from '../rating/sprt.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { ok } from '../base/result.ts'
import { makeTournament } from '../tournament-runner/make-tournament.ts'
import { nameBot, readBot, type BotContext } from './bots.ts'
import { playSprt, type SprtGames } from './play-sprt.ts'
import { readSeed } from './play.ts'
import { CommandError, findOrExit, orExit } from './problem.ts'
import { readCount } from './read-count.ts'
import { describeLead, faultText, sprtText } from './sprt-text.ts'
import { printable } from './text.ts'

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
  const result = await play({ tournament, bots, context, workers })
  console.log([...sprtText(result), ...faultText(result)].join('\n'))
  if (flags.json) console.log(JSON.stringify(result))
  const { terms, verdict } = result.sprt ?? { terms: undefined, verdict: null }
  if (verdict === 'H0')
    throw new CommandError(
      `${entrants[0].name} is not good enough against ${entrants[1].name}: the games show that it is ${describeLead(terms?.elo0 ?? 0)} rather than ${describeLead(terms?.elo1 ?? 0)}`,
      1,
    )
}

/** Plays until the verdict; Ctrl-C ends the command. */
async function play(games: Omit<SprtGames, 'signal'>): Promise<TournamentResult> {
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const told = new Set<string>()
  const onVoid = (why: string): void => {
    if (!told.has(why)) console.error(printable(`gamegrid: A match is void: ${why}`))
    told.add(why)
  }
  const result = await playSprt({ ...games, signal: stop.signal, onVoid })
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  if (stop.signal.aborted) throw new CommandError('Interrupted: the test has no verdict', 1)
  return result
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

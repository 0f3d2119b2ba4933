import { statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { must, ok } from '../base/result.ts'
import { rungsOf, type Rung } from '../brains/rungs.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { appendLine, LEDGER, readLedger, type ClimbHead, type ClimbLedger } from '../climb/climb-ledger.ts'
import { reachedWords } from '../climb/climb-report.ts'
import {
  climb as runClimb,
  missingFeedback,
  roundFolder,
  type Judged,
  type LostGame,
  type PlayedRung,
} from '../climb/climb.ts'
import { runAgent } from '../climb/run-agent.ts'
import { examine } from '../doctor/examine.ts'
import { formatReport } from '../doctor/report.ts'
import { findGame } from '../games/index.ts'
import type { TimeControl } from '../match/clock.ts'
import type { Player } from '../match/match.ts'
import { readRecord } from '../match/read-record.ts'
import { parseClock, parseStartUp } from '../match/rules.ts'
import { parseSprt } from '../rating/sprt.ts'
import { nodeDigest } from '../runner/digest.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import type { StartedSource } from '../runner/source-contestant.ts'
import { makeFolder } from '../store/make-folder.ts'
import { makeTournament } from '../tournament-runner/make-tournament.ts'
import { dialectOfProgram } from '../wires/dialects.ts'
import { parseCommand } from '../workshop/parse-command.ts'
import { prepareVersion, type Version } from '../workshop/prepare-version.ts'
import type { CompareFlags } from './compare.ts'
import { readBot, type BotContext } from './bots.ts'
import { readBotNote } from './bot-note.ts'
import { orCannotWrite } from './cannot-write.ts'
import { fingerprintBot, packBot } from './pack-bot.ts'
import { playSprt } from './play-sprt.ts'
import { readSeed } from './play.ts'
import { badArgument, CommandError, findOrExit, orExit } from './problem.ts'
import { readCount } from './read-count.ts'
import { sprtVerdict } from './sprt-text.ts'
import { printable } from './text.ts'

export interface ClimbFlags extends Pick<
  CompareFlags,
  'sprt' | 'pairs' | 'workers' | 'seed' | 'clock' | 'nodes'
> {
  readonly agent: string
  readonly challenge?: string
  readonly out?: string
  readonly rounds?: string
  readonly agentTime?: string
  readonly tokens?: string
  readonly from?: string
  readonly to?: string
}

/** A rung is passed when the bot is stronger than it by 100 points rather than by none. */
const STRONGER = ['elo0=0', 'elo1=100']

/** `gamegrid climb`: a coding agent edits a bot, and the bot climbs from house brain to house brain. */
export async function climb(path: string, flags: ClimbFlags): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw badArgument(`Cannot climb with ${JSON.stringify(path)}: expected the folder of a bot`)
  const folder = resolve(path)
  const plan = readPlan(folder, flags)
  const { challenge, out } = plan
  orCannotWrite('the climb to', out, () => makeFolder(out), 1)
  const ledger = openLedger(plan)
  const rungs = rungsOf(challenge).filter(({ brain }) => ledger.head.rungs.includes(brain))
  if (ledger.rounds.length > 0)
    console.log(
      printable(
        `Going on after round ${ledger.rounds.length - 1}. ${reachedWords(ledger.head.rungs, ledger.rounds.at(-1))}`,
      ),
    )
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const { why, last } = await runClimb({
    challenge,
    rungs,
    folder,
    out,
    ledger,
    rounds: plan.rounds,
    ...(plan.tokens !== undefined && { tokens: plan.tokens }),
    fingerprint: () => fingerprintBot(folder),
    judge: (round) => judge(plan, folder, round, stop.signal),
    edit: (round, feedbackFile) =>
      runAgent({
        command: flags.agent,
        folder,
        feedbackFile,
        tokensFile: join(roundFolder(out, round), 'tokens.txt'),
        logFile: join(roundFolder(out, round), 'agent.log'),
        limitMs: plan.agentMs,
        signal: stop.signal,
      }),
    say: (line) => console.log(printable(line)),
    signal: stop.signal,
  })
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  console.log(printable(`The climb ended: ${why}. ${reachedWords(ledger.head.rungs, last)}`))
  console.log(printable(`Report: ${join(out, 'report.md')}`))
  if (stop.signal.aborted) throw new CommandError('Interrupted', 1)
}

interface Plan {
  readonly challenge: Challenge
  readonly rungs: readonly Rung[]
  readonly out: string
  readonly rounds: number
  readonly agentMs: number
  readonly tokens: number | undefined
  readonly terms: readonly string[]
  readonly pairs: number
  readonly workers: number
  readonly seed: number
  readonly clock: TimeControl | undefined
  readonly nodes: number | undefined
}

function readPlan(folder: string, flags: ClimbFlags): Plan {
  const id = flags.challenge ?? readBotNote(folder).challenge
  if (id === undefined)
    throw badArgument('Cannot tell what the bot plays: name it with --challenge, or in gamegrid.json')
  const challenge = findOrExit('challenge', id, CHALLENGES)
  const all = rungsOf(challenge)
  const at = (flag: string | undefined, other: number): number => {
    if (flag === undefined) return other
    const index = all.findIndex(({ brain }) => `house:${brain}` === flag || brain === flag)
    if (index < 0)
      throw badArgument(
        `Cannot find rung ${JSON.stringify(flag)}: expected one of ${all.map(({ brain }) => `house:${brain}`).join(', ')}`,
      )
    return index
  }
  const first = at(
    flags.from,
    Math.max(
      0,
      all.findIndex(({ brain }) => brain === 'random'),
    ),
  )
  const last = at(flags.to, all.length - 1)
  if (last < first) throw badArgument('Cannot climb: the rung of --to is below that of --from')
  const terms = flags.sprt ?? STRONGER
  orExit(parseSprt(terms))
  return {
    challenge,
    rungs: all.slice(first, last + 1),
    out: resolve(flags.out ?? `${folder}.climb`),
    rounds: readCount('rounds', flags.rounds ?? '10', 1, 10_000),
    agentMs: orExit(parseStartUp(flags.agentTime ?? '15m')),
    tokens: flags.tokens === undefined ? undefined : readCount('tokens', flags.tokens, 1, 1e15),
    terms,
    pairs: readCount('pairs', flags.pairs ?? '60', 1, 1_000_000),
    workers: readCount('workers', flags.workers ?? '1', 1, 256),
    seed: readSeed(flags.seed),
    clock: flags.clock === undefined ? undefined : orExit(parseClock(flags.clock)),
    nodes: flags.nodes === undefined ? undefined : readCount('nodes', flags.nodes, 1, 1e12),
  }
}

/** The ledger of this climb, new or as it was left. */
function openLedger({ challenge, rungs, out, seed }: Plan): ClimbLedger {
  const file = join(out, LEDGER)
  const known = orExit(readLedger(file))
  const names = rungs.map(({ brain }) => brain)
  if (known === undefined) {
    const head: ClimbHead = { climb: 1, challenge: challenge.id, rungs: names, seed }
    appendLine(file, head)
    return { head, rounds: [] }
  }
  const isSame = known.head.challenge === challenge.id && known.head.rungs.join() === names.join()
  const missing = isSame ? missingFeedback(out, known.rounds) : undefined
  if (missing !== undefined) throw badArgument(`Cannot resume the climb: ${missing} is missing`)
  if (isSame) return known
  throw badArgument(
    `Cannot resume the climb in ${JSON.stringify(out)}: it is one of ${known.head.challenge} from house:${known.head.rungs[0]} to house:${known.head.rungs.at(-1)}; --out starts another`,
  )
}

/** Builds the bot from its files, as an arena would, and lets the doctor look at it. A fault of this machine ends the command. */
async function judge(plan: Plan, folder: string, round: number, signal: AbortSignal): Promise<Judged> {
  const { challenge, out } = plan
  const archive = join(roundFolder(out, round), 'bot.tgz')
  writeFileSync(archive, (await packBot(folder)).body)
  const made = join(out, 'version')
  await removeFolder(made)
  const version = await prepareVersion({ archive, folder: made, challenge, name: 'bot', signal })
  if (!version.ok) {
    if (signal.aborted) return { reached: 'build', report: '' }
    if (version.blame === 'host') throw new CommandError(version.problem.message, 1)
    const errors = version.trial?.errors ?? ''
    return {
      reached: 'build',
      report: [version.log ?? '', version.problem.message, errors].filter((text) => text !== '').join('\n'),
    }
  }
  const source = must(sourceOf(challenge, version.value))
  const examination = orExit(
    await examine({ ...source, name: 'bot', bot: version.value.commands.run }, challenge, plan.clock),
    1,
  )
  const report = formatReport(examination, 'bot', (_style, text) => text)
  if (!examination.conforms) return { reached: 'doctor', report }
  return {
    reached: 'games',
    report,
    play: (rung) => playRung(plan, source, version.value.commands.run, round, rung, signal),
  }
}

function sourceOf(challenge: Challenge, { folder, commands }: Version) {
  const argv = parseCommand(commands.run)
  if (!argv.ok) return argv
  const dialect = dialectOfProgram(commands.wire, challenge)
  const process = {
    argv: argv.value,
    cwd: folder,
    env: { PYTHONUNBUFFERED: '1' },
    sandbox: { from: 'upload' as const },
  }
  return ok({ kind: 'program' as const, dialect, process })
}

async function playRung(
  plan: Plan,
  source: StartedSource,
  run: string,
  round: number,
  { brain }: Rung,
  signal: AbortSignal,
): Promise<PlayedRung> {
  const { challenge, clock, nodes, workers } = plan
  const tournament = orExit(
    makeTournament({
      challenge: challenge.id,
      format: 'sprt',
      options: { ...orExit(parseSprt(plan.terms)), pairs: plan.pairs },
      entrants: () =>
        ok([
          { name: 'bot', bot: run },
          { name: brain, bot: `house:${brain}` },
        ]),
      // Other games in each round, or the agent could fit the bot to those it has seen.
      seed: plan.seed + round,
      ...(nodes !== undefined && { nodes }),
      how: { times: false },
      ...(clock && { rules: (rules) => ({ ...rules, clock }) }),
    }),
  )
  const context: BotContext = {
    challenge,
    matchesAtOnce: workers,
    ...(nodes !== undefined && { nodeBudget: nodes }),
  }
  const lostGames: LostGame[] = []
  const result = await playSprt({
    tournament,
    bots: new Map([
      ['bot', source],
      [brain, readBot(`house:${brain}`, context)],
    ]),
    context,
    workers,
    signal,
    save(pairing, { record, logs }) {
      const player = pairing.players[0] === 'bot' ? 0 : 1
      if (isLost(record, player)) lostGames.push({ record, player, log: logs[player] })
      return Promise.resolve()
    },
  })
  const { sprt } = result
  const score = result.standings.find(({ name }) => name === 'bot')
  return {
    won: score?.wins ?? 0,
    drawn: score?.draws ?? 0,
    lost: score?.losses ?? 0,
    passed: sprt?.verdict === 'H1',
    verdict: sprt ? sprtVerdict(sprt, 'the bot') : '',
    lostGames,
  }
}

function isLost(record: string, player: Player): boolean {
  const winner = must(readRecord(record, findGame, nodeDigest)).match.result?.winner
  return winner !== undefined && winner !== player
}

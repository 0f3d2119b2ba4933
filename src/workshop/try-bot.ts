import { fail, ok, type Result } from '../base/result.ts'
import { findBrain } from '../brains/index.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { Pair } from '../game/game.ts'
import { describeEnd } from '../match/describe.ts'
import {
  makeSpec,
  type Fault,
  type FaultKind,
  type Match,
  type MatchRules,
  type MatchSpec,
} from '../match/match.ts'
import { recordInBatches } from '../match/record-in-batches.ts'
import type { Contestant } from '../protocols/protocol.ts'
import type { StdioDialect } from '../protocols/stdio/dialect.ts'
import { dialectOf, findDialect } from '../wires/dialects.ts'
import { realClock } from '../runner/clock.ts'
import { nodeDigest } from '../runner/digest.ts'
import { firstOpening } from '../runner/first-opening.ts'
import { playMatch } from '../runner/play-match.ts'
import type { CommandSource } from '../runner/process/bot-process.ts'
import { programContestant } from '../runner/program-contestant.ts'
import { examineSandbox } from '../runner/sandbox/examine-sandbox.ts'
import { houseContestant } from '../runner/house-contestant.ts'
import { parseCommand } from './parse-command.ts'

export interface TryOptions {
  readonly challenge: Challenge
  readonly folder: string
  /** A command line, or its words, run in the folder. */
  readonly run: string | readonly [string, ...string[]]
  /** The wire it speaks, if not the challenge's own. */
  readonly wire?: string
  readonly name?: string
  /** Who owns it. */
  readonly team?: number
  /** Who wrote the command line; an untrusted upload if left out. */
  readonly from?: CommandSource
  readonly seed?: number
  /** A longer round is stopped, and counts as passed. */
  readonly seconds?: number
  readonly signal?: AbortSignal
}

/** The result of one trial round. */
export interface Trial {
  /** Whether the bot made no fault; it may lose by the rules. */
  readonly passed: boolean
  /** How the round ended, in one sentence without a full stop. */
  readonly verdict: string
  /** Turns that were played. */
  readonly turns: number
  /** The bot's fault, if there was one. */
  readonly fault?: FaultKind
  /** The host waited for its first words in vain. */
  readonly isSilent?: true
  /** Without its last line if the round was stopped. */
  readonly record: string
  /** The bot's stderr; only the beginning and the end if it is long. */
  readonly errors: string
}

const STDERR_CAP = 16 * 1024
const HOUSE_NODES = 1000
const SECONDS = 300
/** A limit for games that need not end. */
const MOST_TURNS = 400

/**
 * Plays one round of the challenge against a house brain, in the sandbox and with the challenge's own clock. A problem
 * with the code `trial.host` is the host's fault: it says nothing about the bot, and the trial may be repeated.
 */
export async function tryBot(options: TryOptions): Promise<Result<Trial>> {
  const { challenge, folder, run, wire, name = 'bot', seed = 1, seconds = SECONDS, signal } = options
  const { from = 'upload', team } = options
  const argv = typeof run === 'string' ? parseCommand(run) : ok(run)
  if (!argv.ok) return argv
  const settings = challenge.game.presets[challenge.preset] ?? {}
  const spec = makeSpec(challenge.game, settings, trialRules(challenge.rules), seed)
  if (!spec.ok) return spec
  const dialect = chooseDialect(challenge, spec.value, wire)
  if (!dialect.ok) return dialect
  const { problem } = await examineSandbox()
  if (problem !== undefined) return fail('sandbox-unavailable', problem)

  let errors = ''
  const bot = programContestant({
    name,
    bot: typeof run === 'string' ? run : run.join(' '),
    dialect: dialect.value,
    process: {
      argv: argv.value,
      cwd: folder,
      env: { PYTHONUNBUFFERED: '1' },
      sandbox: { from, ...(team !== undefined && { team }) },
      stderrCap: STDERR_CAP,
    },
    onErrors: (text) => (errors = text),
  })
  const house = findBrain('baseline', challenge.game.id) ? 'baseline' : 'random'
  const opponent = houseContestant({
    name: `house-${house}`,
    brain: house,
    game: challenge.game.id,
    nodeBudget: HOUSE_NODES,
  })
  const enough = new AbortController()
  const cancel = realClock.at(realClock.now() + seconds * 1000, () => enough.abort())
  const stop = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal
  const { match, record } = await playRecorded(challenge, spec.value, [bot, opponent], stop)
  cancel()
  if (match.result) return judge(match, [bot.name, opponent.name], record, errors)
  if (signal?.aborted) return fail('trial-stopped', 'Cannot try the bot: it was interrupted')
  const verdict = `${bot.name} made no mistake in ${match.round.turns} turns and ${seconds} s`
  return ok({ passed: true, verdict, turns: match.round.turns, record, errors })
}

/** One round without retries, so that every fault shows. */
const trialRules = (rules: MatchRules): MatchRules => ({
  ...rules,
  bestOf: 1,
  draws: { kind: 'count' },
  swapSeats: false,
  illegal: { kind: 'forfeit' },
  turnLimit: Math.min(rules.turnLimit, MOST_TURNS),
})

function chooseDialect(
  challenge: Challenge,
  spec: MatchSpec,
  wire: string | undefined,
): Result<StdioDialect> {
  const dialect = wire === undefined ? dialectOf(challenge) : findDialect(wire)
  if (dialect === undefined) return fail('bad-wire', `Cannot find wire "${wire}"`)
  const checked = dialect.check(firstOpening(challenge, spec))
  return checked.ok ? ok(dialect) : checked
}

async function playRecorded(
  { id }: Challenge,
  spec: MatchSpec,
  contestants: Pair<Contestant>,
  signal: AbortSignal,
): Promise<{ readonly match: Match; readonly record: string }> {
  const [first, second] = contestants
  const date = realClock.date().toISOString()
  const record = recordInBatches(
    { challenge: id, spec, players: [playerOf(first), playerOf(second)], times: true, date },
    nodeDigest,
  )
  const match = await playMatch({
    challenge: id,
    spec,
    contestants,
    signal,
    onEvent: (event, now) => record.add(event, now),
  })
  return { match, record: match.result ? record.whole() : record.lines() }
}

const playerOf = ({ name, bot }: Contestant): { readonly name: string; readonly bot?: string } => ({
  name,
  ...(bot !== undefined && { bot }),
})

function judge(match: Match, names: Pair<string>, record: string, errors: string): Result<Trial> {
  const round = match.ended.at(-1)
  if (round === undefined) throw new Error('a match with a result has a round')
  const verdict = describeEnd(round, match.spec, names)
  if (round.end.kind === 'void') return fail('trial-host', `Cannot try the bot: ${verdict}`)
  const { turns } = round
  if (round.end.kind !== 'forfeited') return ok({ passed: true, verdict, turns, record, errors })
  const [fault, ours] = round.end.faults
  if (fault === undefined && ours !== undefined) return fail('trial-host', `Cannot try the bot: ${verdict}`)
  const passed = fault === undefined || fault.kind === 'resigned'
  return ok({
    passed,
    verdict,
    turns,
    ...(fault && { fault: fault.kind }),
    ...(fault && isSilent(fault, turns) && { isSilent: true }),
    record,
    errors,
  })
}

/** A bot that wrote something has it in the detail of its fault. */
const isSilent = ({ kind, detail }: Fault, turns: number): boolean =>
  detail === undefined && (kind === 'slow-start' || (kind === 'timeout' && turns === 0))

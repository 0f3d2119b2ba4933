import { randomInt } from 'node:crypto'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES } from '../challenges/index.ts'
import type { Pair } from '../game/game.ts'
import { describeClock } from '../match/clock.ts'
import { describeEnd, describeResult } from '../match/describe.ts'
import { makeSpec, type Match, type MatchEvent, type MatchSpec } from '../match/match.ts'
import { beginRecord, endRecord, writeEvent } from '../match/record.ts'
import { MODEL_CLOCK } from '../match/rules.ts'
import { parseClock, parseStartUp } from '../match/rules.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { realClock } from '../runner/clock.ts'
import { nodeDigest } from '../runner/digest.ts'
import { playMatch } from '../runner/play-match.ts'
import { examineSandbox } from '../runner/sandbox/examine-sandbox.ts'
import { callFileOf } from '../models/call-file.ts'
import { isModel, withPrompt } from '../models/read-model.ts'
import { openWholeFile } from '../store/whole-file.ts'
import { nameBot, readBot, readBots } from './bots.ts'
import { orCannotWrite } from './cannot-write.ts'
import { listenForBots, type ListenFlags } from './listen.ts'
import type { ModelFlags, Models } from './models.ts'
import { badArgument, CommandError, findOrExit, orExit } from './problem.ts'
import { explainSize, readSettings } from './settings.ts'
import { printable } from './text.ts'
import { openWatch, WATCH_PACE_MS } from './watch.ts'

export interface PlayFlags extends ListenFlags, ModelFlags {
  readonly watch?: true
  readonly fast?: true
  readonly seed?: string
  readonly set?: readonly string[]
  readonly size?: string
  readonly clock?: string
  readonly startUp?: string
  readonly record?: string
  readonly times?: boolean
  readonly json?: true
  readonly nodes?: string
  readonly sandbox?: true
  readonly pty?: true
  readonly wire?: string
}

/** Opens the language models of a command. The packed client has none. */
export type OpenModels = (challenge: Challenge, flags: ModelFlags) => Promise<Models>

/** `gamegrid play`: plays one match in this process, shows it if asked to, and prints the result. */
export async function play(
  id: string,
  words: Pair<string>,
  flags: PlayFlags,
  openModels?: OpenModels,
): Promise<void> {
  const bots: Pair<string> = [promptedWord(words[0], flags), promptedWord(words[1], flags)]
  const modelWords = bots.map((word) => nameBot(word).bot).filter(isModel)
  const challenge = findOrExit('challenge', id, CHALLENGES)
  const hasHuman = bots.some((bot) => bot === 'human' || bot.endsWith('=human'))
  const spec = readSpec(challenge, flags, hasHuman, modelWords.length > 0)
  if (flags.sandbox) await requireSandbox()
  await using arrived = await listenForBots(bots, spec, flags)
  // Lines printed during a match would break a board that redraws itself.
  const log = openLog(flags.watch === true && process.stdout.isTTY)
  const models = modelWords.length > 0 ? await openModels?.(challenge, flags) : undefined
  for (const bot of modelWords) {
    const source = readBot(bot, { challenge, callsModels: openModels !== undefined })
    if (source.kind === 'model') models?.check(source, spec.rules.clock)
  }
  const context = {
    challenge,
    spec,
    ...(models && { models, callsModels: true }),
    ...(flags.record !== undefined && { callFile: callFileOf(flags.record) }),
    ...(flags.nodes !== undefined && { nodeBudget: readNodes(flags.nodes) }),
    ...(flags.sandbox && { sandbox: true }),
    matchesAtOnce: 1,
    ...(flags.pty && { pty: true }),
    ...(flags.wire !== undefined && { wire: flags.wire }),
    onLog: (name: string, line: string) => log.add(printable(`${name}: ${line}`)),
  }
  const contestants = readBots(bots, context, arrived.seats)
  const names: Pair<string> = [contestants[0].name, contestants[1].name]
  const record =
    flags.record === undefined
      ? undefined
      : openRecord(flags.record, challenge, spec, contestants, flags.times !== false)

  console.log(printable(introduce(challenge, spec, names)))
  if (hasHuman && flags.clock === undefined && spec.rules.clock.kind === 'none')
    console.error('No clock runs, because a human plays; --clock 10s sets one.')
  const began = realClock.now()
  const watch = flags.watch
    ? await openWatch({ challenge, names, elapsed: () => realClock.now() - began })
    : undefined
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  models?.calls.halted.addEventListener('abort', interrupt, { once: true })

  let unwritten: unknown
  const match = await playMatch({
    challenge: challenge.id,
    spec,
    contestants,
    paceMs: flags.watch && !flags.fast ? WATCH_PACE_MS : 0,
    signal: stop.signal,
    onEvent(event, now) {
      watch?.show(event, now)
      if (unwritten !== undefined) return
      try {
        record?.write(event, now)
      } catch (error) {
        unwritten = error
        stop.abort()
      }
    },
  })
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  watch?.close(match)
  log.close()
  const summary = models?.summary()
  if (summary !== undefined) console.error(summary)
  if (unwritten !== undefined) throw unwritten
  if (match.result === undefined) {
    record?.keep()
    throw new CommandError(`${models?.calls.why() ?? 'Interrupted'}: the match has no result`, 1)
  }
  record?.end()
  report(match, challenge, names, flags.json === true)
}

const promptedWord = (word: string, { prompt }: PlayFlags): string => {
  const { bot } = nameBot(word)
  return prompt === undefined ? word : word.slice(0, -bot.length) + withPrompt(bot, prompt)
}

function readSpec(challenge: Challenge, flags: PlayFlags, hasHuman: boolean, hasModel: boolean): MatchSpec {
  const settings = readSettings(challenge.game, challenge.preset, flags.set ?? [], flags.size)
  const clock =
    flags.clock !== undefined
      ? orExit(parseClock(flags.clock))
      : hasHuman
        ? ({ kind: 'none' } as const)
        : hasModel
          ? MODEL_CLOCK
          : challenge.rules.clock
  const startUpMs =
    flags.startUp === undefined ? challenge.rules.startUpMs : orExit(parseStartUp(flags.startUp))
  const rules = { ...challenge.rules, clock, startUpMs }
  const spec = makeSpec(challenge.game, settings, rules, readSeed(flags.seed))
  if (spec.ok) return spec.value
  throw badArgument(explainSize(spec.problem, flags))
}

export function readSeed(text: string | undefined): number {
  if (text === undefined) return randomInt(2 ** 32)
  const seed = /^\d{1,16}$/.test(text) ? Number(text) : NaN
  if (!Number.isSafeInteger(seed))
    throw badArgument(
      `Cannot use seed ${JSON.stringify(text)}: expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
    )
  return seed
}

const HELD_LINES = 1000

/** Prints what bots log: at once, or after the match if the board redraws itself. */
function openLog(isHeld: boolean): { add(line: string): void; close(): void } {
  const held: string[] = []
  return {
    add(line) {
      if (!isHeld) console.error(line)
      else if (held.push(line) > HELD_LINES) held.shift()
    },
    close: () => held.forEach((line) => console.error(line)),
  }
}

/** Ends the command before the match if the sandbox does not work; otherwise every round would fail with that reason. */
async function requireSandbox(): Promise<void> {
  const { problem } = await examineSandbox()
  if (problem !== undefined) throw new CommandError(problem, 1)
}

export function readNodes(text: string): number {
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text)
  throw badArgument(
    `Cannot think for ${JSON.stringify(text)} positions: expected a whole number from 1 to 999999999999`,
  )
}

const introduce = (challenge: Challenge, spec: MatchSpec, names: Pair<string>): string =>
  `${challenge.title}: ${names[0]} against ${names[1]} (${describeClock(spec.rules.clock)}, seed ${spec.seed})`

function report(match: Match, challenge: Challenge, names: Pair<string>, asJson: boolean): void {
  const { result, spec } = match
  if (result === undefined) return
  const ends = match.ended.map((round) => describeEnd(round, spec, names))
  const many = match.ended.length > 1
  ends.forEach((end, index) => console.log(printable(many ? `Round ${index + 1}: ${end}` : end)))
  const last =
    challenge.lastLine && spec.rules.bestOf === 1 && !result.void
      ? farewell(challenge.lastLine, match, names)
      : undefined
  console.log(printable(last ?? describeResult(result, names)))
  if (asJson) console.log(JSON.stringify(resultObject(match, challenge, names, ends)))
  if (result.void) throw new CommandError(`Cannot play the match: ${ends.at(-1)}`, 1)
}

function farewell(words: NonNullable<Challenge['lastLine']>, match: Match, names: Pair<string>): string {
  const winner = match.result?.winner
  if (winner === undefined) return words.draw
  return words.win.replace('{name}', () => names[winner]).replace('{number}', String(winner + 1))
}

function resultObject(
  match: Match,
  challenge: Challenge,
  names: Pair<string>,
  ends: readonly string[],
): object {
  const nameOf = (player: 0 | 1 | undefined): string | null => (player === undefined ? null : names[player])
  return {
    challenge: challenge.id,
    seed: match.spec.seed,
    players: names,
    winner: nameOf(match.result?.winner),
    reason: ends.at(-1) ?? '',
    score: match.score,
    ...(match.result?.void && { void: true }),
    rounds: match.ended.map((round, index) => ({
      winner: nameOf(round.winner),
      reason: ends[index],
      turns: round.turns,
      seats: round.seats.map((player) => names[player]),
    })),
  }
}

function openRecord(
  file: string,
  challenge: Challenge,
  spec: MatchSpec,
  contestants: Pair<Contestant>,
  times: boolean,
) {
  const whole = orCannotWrite('record', file, () => openWholeFile(file))
  const [first, second] = contestants.map(({ name, bot }) => ({ name, ...(bot !== undefined && { bot }) }))
  if (first === undefined || second === undefined) throw new Error('a match has two players')
  let { writer, text } = beginRecord(
    {
      challenge: challenge.id,
      spec,
      players: [first, second],
      times,
      ...(times && { date: realClock.date().toISOString() }),
    },
    nodeDigest,
  )
  const write = (piece: string): void => orCannotWrite('record', file, () => whole.write(piece))
  const keep = (): void => orCannotWrite('record', file, () => whole.keep())
  write(text)
  return {
    write(event: MatchEvent, match: Match): void {
      const written = writeEvent(writer, event, match)
      writer = written.writer
      if (written.text !== '') write(written.text)
    },
    end(): void {
      write(endRecord(writer))
      keep()
    },
    /** Keeps what was played of a match without a result. */
    keep,
  }
}

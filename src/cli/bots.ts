import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgsStringToArgv } from 'string-argv'
import { brainsFor, findBrain } from '../brains/index.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { Brain } from '../game/brain.ts'
import type { Pair } from '../game/game.ts'
import type { MatchSpec } from '../match/match.ts'
import { PROMPT_VARIANTS, type PromptPlan } from '../models/prompt.ts'
import { isModel, nameModel, readModel } from '../models/read-model.ts'
import type { Contestant } from '../protocols/protocol.ts'
import type { StdioDialect } from '../protocols/stdio/dialect.ts'
import { dialectOf, DIALECTS, findDialect, wireOf } from '../wires/dialects.ts'
import { firstOpening } from '../runner/first-opening.ts'
import type { BrainSource } from '../runner/brain-source.ts'
import { readCommand, whyNoFile } from '../runner/program-command.ts'
import { programProcess, sourceContestant, type StartedSource } from '../runner/source-contestant.ts'
import { nameOfCommand } from '../runner/started-program.ts'
import { humanContestant } from './human.ts'
import type { Models, ModelSource } from './models.ts'
import { badArgument, orExit, unknownName } from './problem.ts'

export interface BotContext {
  readonly challenge: Challenge
  /** Node budget: positions that a brain may search in a turn, instead of a clock. */
  readonly nodeBudget?: number
  readonly sandbox?: boolean
  /** How many matches are played at once, where that is known. */
  readonly matchesAtOnce?: number
  readonly pty?: boolean
  /** The wire of programs, if it is not the challenge's own. */
  readonly wire?: string
  /** The match to be played: a wire that cannot carry it is refused. */
  readonly spec?: MatchSpec
  /** Whether this command can call language models. */
  readonly callsModels?: boolean
  /** What calls them. */
  readonly models?: Pick<Models, 'contestant'> | undefined
  /** The file for the calls to language models. */
  readonly callFile?: string | undefined
}

/** A bot as the command line names it, before a contestant is made of it. */
export type BotSource = { readonly kind: 'human' } | StartedSource | ModelSource

/** The two players of a match, with two different names. `onLog`: what a bot logs or prints, for its owner. */
export function readBots(
  words: Pair<string>,
  context: BotContext & { onLog(name: string, line: string): void },
  /** Players that have connected over TCP, by seat. */
  arrived: Pair<Contestant | undefined> = [undefined, undefined],
): Pair<Contestant> {
  const [first, second] = words.map(nameBot)
  if (first === undefined || second === undefined) throw badArgument('Cannot play: expected two bots')
  const names = distinctNames([arrived[0]?.name ?? first.name, arrived[1]?.name ?? second.name])
  const make = (bot: string, name: string, guest: Contestant | undefined): Contestant =>
    guest
      ? { ...guest, name }
      : makeContestant(readBot(bot, context), name, bot, context, (line) => context.onLog(name, line))
  return [make(first.bot, names[0], arrived[0]), make(second.bot, names[1], arrived[1])]
}

export function readBot(bot: string, context: BotContext): BotSource {
  const { challenge } = context
  if (bot === 'human') return { kind: 'human' }
  if (bot.startsWith('house:')) {
    const { name } = readHouseBrain(bot.slice('house:'.length), challenge)
    return { kind: 'brain', source: { kind: 'house', name } }
  }
  if (isModel(bot)) {
    if (!context.callsModels) throw noModels(bot)
    return readModelSource(bot)
  }
  if (/\.[cm]?[jt]s$/.test(bot) && (!/\s/.test(bot) || existsSync(resolve(bot)))) {
    const path = resolve(bot)
    if (!existsSync(path) || !statSync(path).isFile())
      throw badArgument(`Cannot find brain ${JSON.stringify(bot)}: ${whyNoFile(path)}`)
    return { kind: 'brain', source: { kind: 'module', path } }
  }
  if (/^https?:/.test(bot))
    throw badArgument(`Cannot use ${JSON.stringify(bot)} as a bot: gamegrid cannot call bots on the web yet`)
  return {
    kind: 'program',
    dialect: readWire(context),
    process: programProcess(orExit(readCommand(bot)), context),
  }
}

const noModels = (bot: string) =>
  badArgument(
    `Cannot use ${JSON.stringify(bot)} here: only play and tournament of the whole gamegrid call models`,
  )

function readModelSource(bot: string): ModelSource {
  const spec = orExit(readModel(bot))
  return { kind: 'model', spec, plan: readPrompt(spec.prompt) }
}

/** A variant of the project, or a file with a dot in its name. */
function readPrompt(variant: string): PromptPlan {
  if (PROMPT_VARIANTS.some((known) => known === variant)) return { variant }
  if (!variant.includes('.')) throw badArgument(unknownName('prompt', variant, PROMPT_VARIANTS).message)
  const path = resolve(variant)
  if (!existsSync(path) || !statSync(path).isFile())
    throw badArgument(`Cannot find prompt ${JSON.stringify(variant)}: ${whyNoFile(path)}`)
  return { variant, own: readFileSync(path, 'utf8').trim() }
}

/** The source of a brain; any other bot ends the command. */
export function readBrainSource(bot: string, context: BotContext): BrainSource {
  const source = /^house:|\.[cm]?[jt]s$/.test(bot) ? readBot(bot, context) : undefined
  if (source?.kind === 'brain') return source.source
  throw badArgument(
    `Cannot use ${JSON.stringify(bot)} as a brain: expected house:NAME or a brain module like ./brain.ts`,
  )
}

/** The house brain of that name for the game of the challenge; an unknown name ends the command. */
export function readHouseBrain(name: string, { game }: Challenge): Brain {
  const brain = findBrain(name, game.id)
  if (brain) return brain
  const known = brainsFor(game.id).map((one) => one.name)
  throw badArgument(unknownName('house brain', name, known).message)
}

export function makeContestant(
  source: BotSource,
  name: string,
  bot: string,
  { challenge, nodeBudget, models, callFile }: BotContext,
  onLog: (line: string) => void,
  /** The most memory a program had, once a round. */
  onMemory?: (bytes: number) => void,
): Contestant {
  switch (source.kind) {
    case 'human':
      return humanContestant({ name, game: challenge.game })
    case 'model':
      if (models) return models.contestant(source, name, bot, callFile)
      throw noModels(bot)
    case 'brain':
    case 'program':
      return sourceContestant(source, { name, bot, game: challenge.game.id, nodeBudget, onLog, onMemory })
  }
}

function readWire({ challenge, wire, spec }: BotContext): StdioDialect {
  orExit(wireOf(challenge))
  const dialect = wire === undefined ? dialectOf(challenge) : findDialect(wire)
  if (dialect && spec) orExit(dialect.check(firstOpening(challenge, spec)))
  if (dialect) return dialect
  throw badArgument(
    unknownName(
      'wire',
      wire ?? '',
      DIALECTS.map(({ id }) => id),
    ).message,
  )
}

/** Reads `NAME=BOT`. A name is a short word, because a command may contain an equals sign, too. */
export function nameBot(word: string): { readonly name: string; readonly bot: string } {
  const match = /^([^\s=:/\\.]{1,64})=(.+)$/s.exec(word)
  return match
    ? { name: match[1] as string, bot: match[2] as string }
    : { name: defaultName(word), bot: word }
}

/** The default name: `house:random` is called random, a program after its file. */
const defaultName = (bot: string): string =>
  (isModel(bot) ? nameModel(bot) : nameOfProgram(bot)).slice(0, 64) || 'bot'

const nameOfProgram = (bot: string): string =>
  nameOfCommand(parseArgsStringToArgv(bot.replace(/^house:/, '')))

const distinctNames = ([a, b]: Pair<string>): Pair<string> => (a === b ? [`${a}-1`, `${b}-2`] : [a, b])

import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { BRAINS, findBrain } from '../brains/index.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { Pair } from '../game/game.ts'
import type { Contestant } from '../protocols/protocol.ts'
import type { StdioDialect } from '../protocols/stdio/dialect.ts'
import { dialectOf, DIALECTS, findDialect } from '../protocols/stdio/dialects.ts'
import { programContestant } from '../runner/program-contestant.ts'
import { threadContestant } from '../runner/thread-contestant.ts'
import { humanContestant } from './human.ts'
import { badArgument, unknownName } from './problem.ts'
import { readCommand } from './program.ts'

export interface BotContext {
  readonly challenge: Challenge
  readonly sandbox?: boolean
  readonly pty?: boolean
  /** What programs speak, if not the challenge's own wire. */
  readonly wire?: string
  /** What a bot logs or prints, for its owner. */
  onLog(name: string, line: string): void
}

/** The two players of a match, with two different names. */
export function readBots(words: Pair<string>, context: BotContext): Pair<Contestant> {
  const [first, second] = words.map(splitName)
  if (first === undefined || second === undefined) throw badArgument('Cannot play: expected two bots')
  const names = distinctNames([first.name ?? defaultName(first.bot), second.name ?? defaultName(second.bot)])
  return [readBot(first.bot, names[0], context), readBot(second.bot, names[1], context)]
}

function readBot(bot: string, name: string, context: BotContext): Contestant {
  const { challenge } = context
  const onLog = (line: string): void => context.onLog(name, line)
  if (bot === 'human') return humanContestant({ name, game: challenge.game })
  if (bot.startsWith('house:')) {
    const brain = bot.slice('house:'.length)
    if (findBrain(brain, challenge.game.id) === undefined) {
      const known = BRAINS.filter((one) => one.game === undefined || one.game === challenge.game.id)
      throw badArgument(
        unknownName(
          'house brain',
          brain,
          known.map((one) => one.name),
        ).message,
      )
    }
    return threadContestant({ name, bot, source: { kind: 'house', name: brain }, onLog })
  }
  if (/\.[cm]?[jt]s$/.test(bot) && (!/\s/.test(bot) || existsSync(resolve(bot)))) {
    const path = resolve(bot)
    if (!existsSync(path) || !statSync(path).isFile())
      throw badArgument(`Cannot find brain ${JSON.stringify(bot)}: there is no such file`)
    return threadContestant({ name, bot, source: { kind: 'module', path }, onLog })
  }
  if (/^https?:/.test(bot))
    throw badArgument(`Cannot use ${JSON.stringify(bot)} as a bot: gamegrid cannot call bots on the web yet`)
  return programContestant({
    name,
    bot,
    dialect: readWire(context),
    process: {
      ...readCommand(bot),
      env: { PYTHONUNBUFFERED: '1' },
      ...(context.sandbox && { sandbox: {} }),
      ...(context.pty && { pty: true }),
    },
    onErrors(text) {
      if (text.trim() !== '') onLog(text.trimEnd())
    },
  })
}

function readWire({ challenge, wire }: BotContext): StdioDialect {
  if (wire === undefined) return dialectOf(challenge.id)
  const dialect = findDialect(wire)
  if (dialect) return dialect
  throw badArgument(
    unknownName(
      'wire',
      wire,
      DIALECTS.map(({ id }) => id),
    ).message,
  )
}

/** `NAME=BOT`, where a name is a short word: a command may well contain an equals sign itself. */
function splitName(word: string): { readonly name?: string; readonly bot: string } {
  const match = /^([^\s=:/\\.]{1,64})=(.+)$/s.exec(word)
  return match ? { name: match[1] as string, bot: match[2] as string } : { bot: word }
}

/** `python3 bots/snake.py --fast` is called snake. */
function defaultName(bot: string): string {
  const [program = '', ...words] = bot.replace(/^house:/, '').split(/\s+/)
  const file = words.find((word) => !word.startsWith('-')) ?? program
  const [last = bot] = file.split(/[\\/]/).slice(-1)
  return last.replace(/\.\w{1,5}$/, '').slice(0, 64) || 'bot'
}

const distinctNames = ([a, b]: Pair<string>): Pair<string> => (a === b ? [`${a}-1`, `${b}-2`] : [a, b])

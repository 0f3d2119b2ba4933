import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { show } from '../base/fields.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES } from '../challenges/index.ts'
import {
  FORMATS,
  type TournamentSpec,
  type TournamentEntrant,
  type HowToPlay,
} from '../tournament-runner/tournament-spec.ts'
import { hasTournament, readTournamentFolder } from '../tournament-runner/data-folder.ts'
import { REPORT_FORMATS, type ReportFormat } from '../tournament-runner/write-reports.ts'
import { makeSpec, type MatchRules } from '../match/match.ts'
import { parseClock, parseStartUp, type TimeControl } from '../match/rules.ts'
import { parseSprt } from '../rating/sprt.ts'
import type { AnyFormat } from '../tournament/tournament.ts'
import { nameBot, readBot, type BotContext, type BotSource } from './bots.ts'
import { readSeed } from './play.ts'
import { badArgument, CommandError, findOrExit, orExit, unknownName } from './problem.ts'
import { readCount } from './read-count.ts'
import { readSettings } from './settings.ts'
import { pathFrom } from './path-from.ts'
import { readTournamentFile, type FileEntrant, type TournamentFile } from './tournament-file.ts'

export interface TournamentFlags {
  readonly format?: string
  readonly setFormat?: readonly string[]
  readonly games?: string
  readonly sprt?: readonly string[]
  readonly seed?: string
  readonly workers?: string
  readonly data?: string
  readonly resume?: true
  readonly clock?: string
  readonly startUp?: string
  readonly size?: string
  readonly set?: readonly string[]
  readonly nodes?: string
  readonly sandbox?: true
  readonly pty?: true
  readonly wire?: string
  readonly benchAfter?: string
  readonly judges?: string
  readonly report?: string
  readonly times?: boolean
  readonly json?: true
  readonly dryRun?: true
  readonly demo?: true
}

/** What is to be played, where, and how. */
export interface TournamentPlan {
  readonly tournament: TournamentSpec
  /** By name. */
  readonly bots: ReadonlyMap<string, Seating>
  readonly workers: number
  readonly folder: string
  readonly judges?: string
  readonly report: readonly ReportFormat[]
  /** The command that goes on with it. */
  readonly again: string
}

export interface Seating {
  readonly source: BotSource
  readonly context: BotContext
}

/** Reads the command: a file, a challenge and its bots, or nothing but a folder to go on with. */
export function readPlan(words: readonly string[], flags: TournamentFlags): TournamentPlan {
  const [first, ...more] = words
  if (first === undefined) return resumePlan(flags)
  const isFile = /\.ya?ml$/i.test(first)
  if (isFile && more.length > 0)
    throw badArgument(`Cannot add ${show(more[0])} to ${first}: the bots stand in the file`)
  const written: TournamentFile = isFile ? readTournamentFile(first) : fromWords(first, more, flags)
  const folder = resolve(flags.data ?? defaultFolder(written, isFile ? first : undefined))
  const judges = flags.judges ?? written.judges
  const here = process.cwd()
  const base = isFile ? resolve(dirname(first)) : here
  const judgesPath = judges && (flags.judges === undefined ? resolve(base, judges) : resolve(judges))
  // Bots are found from where they were written down.
  process.chdir(base)
  const begun =
    flags.resume && hasTournament(folder) ? orExit(readTournamentFolder(folder), 1).tournament : undefined
  const tournament = makeTournament(written, flags, begun?.seed)
  const workers =
    flags.workers === undefined ? (written.workers ?? 1) : readCount('workers', flags.workers, 1, 256)
  return {
    tournament,
    bots: seatAll(tournament, written.entrants, workers),
    workers,
    folder,
    ...(judgesPath && { judges: judgesPath }),
    report: readReports(flags.report?.split(',') ?? written.report ?? []),
    again: [
      ...(isFile ? ['gamegrid tournament', first] : ['gamegrid tournament']),
      '--resume',
      ...(isFile && flags.data === undefined ? [] : ['--data', pathFrom(here, folder)]),
    ].join(' '),
  }
}

/** The folder says it all. */
function resumePlan(flags: TournamentFlags): TournamentPlan {
  if (!flags.resume || flags.data === undefined)
    throw badArgument(
      'Cannot begin a tournament: expected a file, or a challenge and its bots; --resume --data DIR goes on with one',
    )
  const folder = resolve(flags.data)
  const { tournament } = orExit(readTournamentFolder(folder))
  const workers = flags.workers === undefined ? 1 : readCount('workers', flags.workers, 1, 256)
  return {
    tournament,
    bots: seatAll(tournament, [], workers),
    workers,
    folder,
    ...(flags.judges !== undefined && { judges: resolve(flags.judges) }),
    report: readReports(flags.report?.split(',') ?? []),
    again: `gamegrid tournament --resume --data ${flags.data}`,
  }
}

function fromWords(id: string, bots: readonly string[], flags: TournamentFlags): TournamentFile {
  const challenge = findOrExit('challenge', id, CHALLENGES)
  return {
    challenge,
    entrants: bots.map((word): FileEntrant => {
      const { name, bot } = nameBot(word)
      return { ...(bot !== word && { name }), bot, where: '' }
    }),
    options: {},
    settings: readSettings(challenge.game, challenge.preset, flags.set ?? [], flags.size),
  }
}

/** Flags win over what is written in the file. */
function makeTournament(
  written: TournamentFile,
  flags: TournamentFlags,
  begunSeed: number | undefined,
): TournamentSpec {
  const { challenge, title } = written
  const entrants = nameAll(written.entrants)
  if (entrants.length < 2)
    throw badArgument(
      `Cannot begin a tournament with ${entrants.length === 1 ? 'one bot' : 'no bots'}: expected two or more`,
    )
  const { format, options } = readFormat(written, flags, entrants.length)
  const nodes = flags.nodes === undefined ? written.nodes : readCount('nodes', flags.nodes, 1, 1e12)
  const how: HowToPlay = {
    ...(nodes !== undefined && { nodes }),
    ...((flags.sandbox || written.sandbox) && { sandbox: true }),
    ...((flags.pty || written.pty) && { pty: true }),
    ...(flags.wire !== undefined || written.wire !== undefined
      ? { wire: flags.wire ?? written.wire ?? '' }
      : {}),
    times: flags.times !== false,
  }
  const clock = flags.clock === undefined ? written.clock : orExit(parseClock(flags.clock))
  const settings =
    flags.set?.length || flags.size !== undefined
      ? { ...written.settings, ...changedSettings(challenge, flags) }
      : written.settings
  const benchAfter =
    flags.benchAfter === undefined ? written.benchAfter : readCount('bench-after', flags.benchAfter, 1, 1e6)
  const seed =
    flags.seed === undefined ? (written.seed ?? begunSeed ?? readSeed(undefined)) : readSeed(flags.seed)
  const startUpMs = flags.startUp === undefined ? written.startUpMs : orExit(parseStartUp(flags.startUp))
  const rules = {
    ...rulesFor(challenge, clock, nodes, entrants),
    ...(startUpMs !== undefined && { startUpMs }),
  }
  orExit(makeSpec(challenge.game, settings, rules, seed))
  return {
    ...(title !== undefined && { title }),
    challenge,
    settings,
    rules,
    entrants,
    format,
    options,
    seed,
    ...(benchAfter !== undefined && { benchAfter }),
    how,
  }
}

/** Only what was changed, so that the rest of a file stays. */
function changedSettings({ game, preset }: Challenge, flags: TournamentFlags): Record<string, unknown> {
  const plain: Readonly<Record<string, unknown>> = readSettings(game, preset, [])
  const all = readSettings(game, preset, flags.set ?? [], flags.size)
  return Object.fromEntries(Object.entries(all).filter(([key, value]) => plain[key] !== value))
}

const UNHURRIED_MS = 600_000

/** House brains that count positions need no clock: then no machine is too slow, and no result depends on it. */
function rulesFor(
  { rules }: Challenge,
  clock: TimeControl | undefined,
  nodes: number | undefined,
  entrants: readonly TournamentEntrant[],
): MatchRules {
  if (clock !== undefined) return { ...rules, clock }
  const isTimeless = nodes !== undefined && entrants.every(({ bot }) => bot.startsWith('house:'))
  return isTimeless ? { ...rules, clock: { kind: 'none' }, startUpMs: UNHURRIED_MS } : rules
}

function readFormat(
  written: TournamentFile,
  flags: TournamentFlags,
  entrants: number,
): { readonly format: AnyFormat; readonly options: unknown } {
  if (flags.sprt !== undefined && flags.format !== undefined && flags.format !== 'sprt')
    throw badArgument(`Cannot combine --sprt with --format ${flags.format}: an SPRT is a format of its own`)
  const asked = flags.sprt === undefined ? flags.format : 'sprt'
  const byDefault = written.challenge.points.kind === 'by-place' ? 'round-robin-knock-out' : 'round-robin'
  const format =
    asked === undefined
      ? (written.format ?? findOrExit('format', byDefault, FORMATS))
      : findOrExit('format', asked, FORMATS)
  const changes = (flags.setFormat ?? []).map(splitChange)
  const input = {
    ...(format === written.format ? written.options : {}),
    ...(flags.sprt && orExit(parseSprt(flags.sprt))),
    ...(flags.games !== undefined && { [format.id === 'sprt' ? 'pairs' : gamesField(format)]: flags.games }),
    ...Object.fromEntries(changes),
  }
  for (const [key] of changes)
    if (!Object.hasOwn(format.fields, key))
      throw badArgument(unknownName('setting', key, Object.keys(format.fields)).message)
  if (format.id === 'sprt' && entrants !== 2)
    throw badArgument(`Cannot test ${entrants} bots: an SPRT compares two`)
  return { format, options: orExit(format.parseOptions(input)) }
}

/** What `--games` means in a format: matches of a pair, of a tie, or all in all. */
function gamesField(format: AnyFormat): string {
  const known = Object.keys(format.fields)
  const field = ['games', 'bestOf', 'matches'].find((name) => known.includes(name))
  if (field === undefined) throw badArgument(`Cannot set --games: ${format.id} has no such setting`)
  return field
}

function splitChange(change: string): readonly [string, string] {
  const at = change.indexOf('=')
  if (at < 1) throw badArgument(`Cannot read --set-format ${show(change)}: expected key=value`)
  return [change.slice(0, at), change.slice(at + 1)]
}

/** Two of the same name are told apart by numbers; a name that was given must not be given twice. */
function nameAll(entrants: readonly FileEntrant[]): readonly TournamentEntrant[] {
  const wanted = entrants.map(({ name, bot }) => name ?? nameBot(bot).name)
  const times = new Map<string, number>()
  for (const name of wanted) times.set(name, (times.get(name) ?? 0) + 1)
  const used = new Set<string>()
  return entrants.map(({ name, bot, where }, at) => {
    const base = wanted[at] ?? ''
    let own = base
    if (name === undefined && (times.get(base) ?? 0) > 1)
      for (let number = 1; own === base || used.has(own) || times.has(own); number++)
        own = `${base}-${number}`
    if (used.has(own))
      throw badArgument(
        `${where === '' ? '' : `${where}: `}Cannot enter ${show(own)} twice: expected another name`,
      )
    used.add(own)
    return { name: own, bot }
  })
}

function seatAll(
  tournament: TournamentSpec,
  written: readonly FileEntrant[],
  workers: number,
): ReadonlyMap<string, Seating> {
  const { challenge, settings, rules, seed, how } = tournament
  const context: BotContext = {
    challenge,
    spec: orExit(makeSpec(challenge.game, settings, rules, seed)),
    ...(how.nodes !== undefined && { nodeBudget: how.nodes }),
    ...(how.sandbox && { sandbox: true }),
    matchesAtOnce: workers,
    ...(how.pty && { pty: true }),
    ...(how.wire !== undefined && { wire: how.wire }),
  }
  return new Map(
    tournament.entrants.map(({ name, bot }, at) => {
      const where = written[at]?.where ?? ''
      return [name, { source: located(where, () => readEntrant(bot, context)), context }]
    }),
  )
}

function readEntrant(bot: string, context: BotContext): BotSource {
  if (bot === 'human' || bot === 'listen:tcp')
    throw badArgument(
      `Cannot enter ${bot} in a tournament: expected a bot that can be started again for every match`,
    )
  return readBot(bot, context)
}

function located<T>(where: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (where === '' || !(error instanceof CommandError)) throw error
    throw new CommandError(`${where}: ${error.message}`, error.exitCode)
  }
}

/** Beside the file, named after it; without a file a new one in the working folder. */
function defaultFolder({ challenge, data }: TournamentFile, file: string | undefined): string {
  if (file !== undefined)
    return resolve(dirname(file), data ?? `${file.replace(/^.*[\\/]/, '').replace(/\.ya?ml$/i, '')}-data`)
  for (let number = 1; ; number++) {
    const folder = join('gamegrid-tournaments', `${challenge.id}-${number}`)
    if (!existsSync(folder)) return folder
  }
}

function readReports(names: readonly string[]): readonly ReportFormat[] {
  return names.map(
    (name) =>
      findOrExit(
        'report',
        name.trim(),
        REPORT_FORMATS.map((id) => ({ id })),
      ).id,
  )
}

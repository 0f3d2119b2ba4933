import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { show } from '../base/fields.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { makeSpec } from '../match/match.ts'
import { checkSame, hasTournament, readTournamentFolder } from '../tournament-runner/data-folder.ts'
import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { REPORT_FORMATS, type ReportFormat } from '../tournament-runner/write-reports.ts'
import { nameBot, readBot, type BotContext, type BotSource } from './bots.ts'
import { pathFrom } from './path-from.ts'
import { badArgument, CommandError, findOrExit, orExit, placed } from './problem.ts'
import { readCount } from './read-count.ts'
import { readTournament, type TournamentFlags } from './read-tournament.ts'
import type { FileEntrant, TournamentFile } from './tournament-file.ts'

/** A command that was read: the tournament, its bots, its folder. */
export interface TournamentPlan {
  readonly tournament: TournamentSpec
  /** By the name of the entrant. */
  readonly bots: ReadonlyMap<string, Seating>
  readonly workers: number
  readonly folder: string
  readonly judges?: string
  readonly report: readonly ReportFormat[]
  /** The command that resumes it. */
  readonly again: string
}

export interface Seating {
  readonly source: BotSource
  readonly context: BotContext
}

export const sourcesOf = (bots: TournamentPlan['bots']): ReadonlyMap<string, BotSource> =>
  new Map([...bots].map(([name, { source }]) => [name, source]))

/** Reads the command: a file, or a challenge and its bots, or only the folder of a tournament to resume. */
export async function readPlan(words: readonly string[], flags: TournamentFlags): Promise<TournamentPlan> {
  const [first, ...more] = words
  if (first === undefined) return resumePlan(flags)
  const isFile = /\.ya?ml$/i.test(first)
  if (isFile && more.length > 0)
    throw badArgument(`Cannot add ${show(more[0])} to ${first}: the bots stand in the file`)
  // The reader of YAML is loaded for a file only.
  const written: TournamentFile = isFile
    ? (await import('./tournament-file.ts')).readTournamentFile(first)
    : fromWords(first, more)
  const folder = resolve(flags.data ?? defaultFolder(written, isFile ? first : undefined))
  const judges = flags.judges ?? written.judges
  const here = process.cwd()
  const base = isFile ? resolve(dirname(first)) : here
  const judgesPath = judges && (flags.judges === undefined ? resolve(base, judges) : resolve(judges))
  // The paths of bots are relative to the file.
  process.chdir(base)
  const begun =
    flags.resume && hasTournament(folder) ? orExit(readTournamentFolder(folder), 1).tournament : undefined
  const tournament = readTournament(written, flags, begun)
  if (begun) orExit(checkSame(folder, tournament, begun))
  const workers =
    flags.workers === undefined ? (written.workers ?? 1) : readCount('workers', flags.workers, 1, 256)
  return {
    tournament,
    bots: seatAll(tournament, written, workers),
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

/** A tournament to resume: all but the flags is in its folder, and the flags must not change it. */
function resumePlan(flags: TournamentFlags): TournamentPlan {
  if (!flags.resume || flags.data === undefined)
    throw badArgument(
      'Cannot begin a tournament: expected a file, or a challenge and its bots; --resume --data DIR goes on with one',
    )
  const folder = resolve(flags.data)
  const { tournament: begun } = orExit(readTournamentFolder(folder))
  const tournament = readTournament(fromBegun(begun), flags, begun)
  orExit(checkSame(folder, tournament, begun))
  const workers = flags.workers === undefined ? 1 : readCount('workers', flags.workers, 1, 256)
  return {
    tournament,
    bots: seatAll(tournament, undefined, workers),
    workers,
    folder,
    ...(flags.judges !== undefined && { judges: resolve(flags.judges) }),
    report: readReports(flags.report?.split(',') ?? []),
    again: `gamegrid tournament --resume --data ${flags.data}`,
  }
}

function fromWords(id: string, bots: readonly string[]): TournamentFile {
  return {
    challenge: findOrExit('challenge', id, CHALLENGES),
    entrants: bots.map((word): FileEntrant => {
      const { name, bot } = nameBot(word)
      return { ...(bot !== word && { name }), bot }
    }),
    where: () => undefined,
  }
}

const fromBegun = (begun: TournamentSpec): TournamentFile => ({
  challenge: begun.challenge,
  ...(begun.title !== undefined && { title: begun.title }),
  entrants: begun.entrants,
  format: begun.format,
  options: begun.options as NonNullable<TournamentFile['options']>,
  settings: begun.settings,
  rules: begun.rules,
  clock: begun.rules.clock,
  startUpMs: begun.rules.startUpMs,
  seed: begun.seed,
  benchAfter: begun.benchAfter,
  openings: begun.openings === true,
  ...begun.how,
  where: () => undefined,
})

function seatAll(
  tournament: TournamentSpec,
  written: TournamentFile | undefined,
  workers: number,
): ReadonlyMap<string, Seating> {
  const { challenge, settings, rules, seed, how } = tournament
  const context: BotContext = {
    challenge,
    spec: orExit(makeSpec(challenge.game, settings, rules, seed)),
    ...(how.nodes !== undefined && { nodeBudget: how.nodes }),
    ...(how.sandbox && { sandbox: true }),
    matchesAtOnce: workers,
    callsModels: true,
    ...(how.pty && { pty: true }),
    ...(how.wire !== undefined && { wire: how.wire }),
  }
  return new Map(
    tournament.entrants.map(({ name, bot }, at) => {
      const where = written?.where(`entrants.${at}.bot`)
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

function located<T>(where: string | undefined, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(placed(where, error.message), error.exitCode)
  }
}

/** A folder beside the file, named after it; without a file a new folder below the working folder. */
function defaultFolder({ challenge, data }: TournamentFile, file: string | undefined): string {
  if (file !== undefined)
    return resolve(dirname(file), data ?? `${file.replace(/^.*[\\/]/, '').replace(/\.ya?ml$/i, '')}-data`)
  for (let number = 1; ; number++) {
    const folder = join('gamegrid-tournaments', `${challenge.id}-${number}`)
    if (!existsSync(folder)) return folder
  }
}

/** The formats of `--report` or of a file. */
export const readReports = (names: readonly string[]): readonly ReportFormat[] =>
  names.map((text) => {
    const name = text.trim()
    const found = REPORT_FORMATS.find((format) => format === name)
    if (found) return found
    throw badArgument(`Cannot find report ${show(name)}: expected one of ${REPORT_FORMATS.join(', ')}`)
  })

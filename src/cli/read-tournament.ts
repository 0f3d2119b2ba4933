import { show } from '../base/fields.ts'
import { ok } from '../base/result.ts'
import type { MatchRules } from '../match/match.ts'
import { parseClock, parseStartUp, type TimeControl } from '../match/rules.ts'
import { parseSprt } from '../rating/sprt.ts'
import { makeTournament } from '../tournament-runner/make-tournament.ts'
import { FORMATS, type TournamentEntrant, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import type { AnyFormat } from '../tournament/format.ts'
import { MODEL_CLOCK } from '../match/rules.ts'
import { isModel, withPrompt } from '../models/read-model.ts'
import { nameBot } from './bots.ts'
import type { ModelFlags } from './models.ts'
import { readSeed } from './play.ts'
import { badArgument, findOrExit, orExit, unknownName, placed } from './problem.ts'
import { readCount } from './read-count.ts'
import { explainSize, readChanges } from './settings.ts'
import type { FileEntrant, TournamentFile } from './tournament-file.ts'

export interface TournamentFlags extends ModelFlags {
  readonly format?: string
  readonly setFormat?: readonly string[]
  readonly games?: string
  readonly sprt?: readonly string[]
  readonly seed?: string
  readonly workers?: string
  readonly queue?: string
  readonly minSpeed?: string
  readonly secondLook?: string
  readonly deterministic?: true
  readonly data?: string
  readonly resume?: true
  readonly clock?: string
  readonly startUp?: string
  readonly size?: string
  readonly set?: readonly string[]
  readonly nodes?: string
  readonly openings?: boolean
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

/** Reads the tournament of a command. Flags override the file. A problem of the file is reported with its position. */
export function readTournament(
  written: TournamentFile,
  flags: TournamentFlags,
  /** The tournament that is resumed: it says what neither the command nor the file does. */
  begun: TournamentSpec | undefined,
): TournamentSpec {
  const { challenge, title } = written
  const entrants = nameAll(prompted(written.entrants, flags))
  if (entrants.length < 2)
    throw badArgument(
      `Cannot begin a tournament with ${entrants.length === 1 ? 'one bot' : 'no bots'}: expected two or more`,
    )
  const format = readFormat(written, flags)
  const options = readOptions(format, flags)
  const settings = readChanges(challenge.game, flags.set ?? [], flags.size)
  const nodes = flags.nodes === undefined ? written.nodes : readCount('nodes', flags.nodes, 1, 1e12)
  const byDefault = entrants.some(({ bot }) => isModel(bot)) ? MODEL_CLOCK : undefined
  const clock = flags.clock === undefined ? (written.clock ?? byDefault) : orExit(parseClock(flags.clock))
  const startUpMs = flags.startUp === undefined ? written.startUpMs : orExit(parseStartUp(flags.startUp))
  const wire = flags.wire ?? written.wire
  const made = makeTournament({
    ...(title !== undefined && { title }),
    challenge: challenge.id,
    format: format.id,
    options: { ...(format === written.format && written.options), ...options },
    settings: { ...written.settings, ...settings },
    entrants: () => ok(entrants),
    seed: flags.seed === undefined ? writtenSeed(written, begun?.seed) : readSeed(flags.seed),
    benchAfter:
      flags.benchAfter === undefined
        ? written.benchAfter
        : readCount('bench-after', flags.benchAfter, 1, 1e6),
    nodes,
    openings: flags.openings ?? written.openings ?? (begun && begun.openings === true),
    how: {
      ...((flags.sandbox || written.sandbox) && { sandbox: true }),
      ...((flags.pty || written.pty) && { pty: true }),
      ...(wire !== undefined && { wire }),
      times: flags.times !== false && written.times !== false,
    },
    rules: (own) => ({
      ...changedRules(written.rules ?? own, clock, nodes !== undefined && entrants.every(isHouse)),
      ...(startUpMs !== undefined && { startUpMs }),
    }),
  })
  if (made.ok) return made.value
  const { at = '' } = made.problem
  const [part, name = ''] = at.split('.')
  const isFlag =
    part === 'options'
      ? format !== written.format ||
        (name === '' ? Object.keys(options).length > 0 : Object.hasOwn(options, name))
      : part === 'settings' && Object.hasOwn(settings, name)
  throw badArgument(placed(isFlag ? undefined : written.where(at), explainSize(made.problem, flags)))
}

const prompted = (entrants: readonly FileEntrant[], { prompt }: ModelFlags): readonly FileEntrant[] =>
  prompt === undefined ? entrants : entrants.map((one) => ({ ...one, bot: withPrompt(one.bot, prompt) }))

const writtenSeed = ({ seed }: TournamentFile, begun: number | undefined): unknown =>
  seed === undefined ? (begun ?? readSeed(undefined)) : seed

const UNHURRIED_MS = 600_000

const isHouse = ({ bot }: TournamentEntrant): boolean => bot.startsWith('house:')

/** House brains with a budget of positions play without a clock: then results do not depend on the speed of the machine. */
function changedRules(rules: MatchRules, clock: TimeControl | undefined, isTimeless: boolean): MatchRules {
  if (clock !== undefined) return { ...rules, clock }
  return isTimeless ? { ...rules, clock: { kind: 'none' }, startUpMs: UNHURRIED_MS } : rules
}

function readFormat({ challenge, format }: TournamentFile, flags: TournamentFlags): AnyFormat {
  if (flags.sprt !== undefined && flags.format !== undefined && flags.format !== 'sprt')
    throw badArgument(`Cannot combine --sprt with --format ${flags.format}: an SPRT is a format of its own`)
  const asked = flags.sprt === undefined ? flags.format : 'sprt'
  if (asked === undefined && format !== undefined) return format
  const byDefault = challenge.points.kind === 'by-place' ? 'round-robin-knock-out' : 'round-robin'
  return findOrExit('format', asked ?? byDefault, FORMATS)
}

/** The options of the format that flags give. */
function readOptions(format: AnyFormat, flags: TournamentFlags): Readonly<Record<string, unknown>> {
  const changes = (flags.setFormat ?? []).map(splitChange)
  for (const [key] of changes)
    if (!Object.hasOwn(format.fields, key))
      throw badArgument(unknownName('setting', key, Object.keys(format.fields)).message)
  return {
    ...(flags.sprt && orExit(parseSprt(flags.sprt))),
    ...(flags.games !== undefined && { [format.id === 'sprt' ? 'pairs' : gamesField(format)]: flags.games }),
    ...Object.fromEntries(changes),
  }
}

/** The option that `--games` sets: matches of a pair, of a tie, or in total. */
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

/** Names the entrants. Equal names get numbers, except those that the file or the command gives. */
function nameAll(entrants: readonly FileEntrant[]): readonly TournamentEntrant[] {
  const wanted = entrants.map(({ name, bot }) => name ?? nameBot(bot).name)
  const times = new Map<string, number>()
  for (const name of wanted) times.set(name, (times.get(name) ?? 0) + 1)
  const used = new Set<string>()
  return entrants.map(({ name, bot }, at) => {
    const base = wanted[at] ?? ''
    let own = base
    if (name === undefined && (times.get(base) ?? 0) > 1)
      for (let number = 1; own === base || used.has(own) || times.has(own); number++)
        own = `${base}-${number}`
    used.add(own)
    return { name: own, bot }
  })
}

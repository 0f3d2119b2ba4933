import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { show } from '../base/fields.ts'
import { withoutMark } from '../base/read-object.ts'
import { whyNotRead } from '../base/why-not-read.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES } from '../challenges/index.ts'
import type { WantedTournament } from '../tournament-runner/make-tournament.ts'
import { FORMATS } from '../tournament-runner/tournament-spec.ts'
import type { Result } from '../base/result.ts'
import type { MatchRules } from '../match/match.ts'
import { parseClock, parseStartUp, type TimeControl } from '../match/rules.ts'
import type { Mark } from '../tournament/standings.ts'
import { readMark } from '../tournament/standings.ts'
import type { AnyFormat } from '../tournament/format.ts'
import { badArgument, unknownName } from './problem.ts'
import { readSettings } from './settings.ts'
import { readYaml, spotIn, wrongAt, type YamlSpot } from './yaml-spots.ts'

/** A tournament as a file or a command has it. Missing parts have defaults; `makeTournament` checks the values. */
export interface TournamentFile extends Pick<
  WantedTournament,
  'title' | 'seed' | 'benchAfter' | 'nodes' | 'openings' | 'options' | 'settings'
> {
  readonly challenge: Challenge
  readonly entrants: readonly FileEntrant[]
  readonly format?: AnyFormat
  /** Those of a tournament that is resumed; without them, those of the challenge. */
  readonly rules?: MatchRules
  readonly clock?: TimeControl
  readonly startUpMs?: number
  readonly workers?: number
  readonly sandbox?: boolean
  readonly pty?: boolean
  readonly wire?: string
  readonly times?: boolean
  readonly data?: string
  readonly judges?: string
  readonly report?: readonly string[]
  /** The position of a part like `settings.width` or `entrants.3`, as `cup.yaml:7:3`; undefined if it is not in a file. */
  where(at: string): string | undefined
}

export interface FileEntrant {
  readonly name?: string
  readonly bot: string
}

export const TOURNAMENT_KEYS = [
  'title',
  'challenge',
  'entrants',
  'format',
  'settings',
  'size',
  'clock',
  'startUp',
  'seed',
  'workers',
  'benchAfter',
  'nodes',
  'openings',
  'sandbox',
  'pty',
  'wire',
  'data',
  'judges',
  'report',
] as const

/** Reads a tournament file. A mistake ends the command with its line and column. */
export function readTournamentFile(path: string): TournamentFile {
  const root = readYaml(basename(path), readText('tournament', path))
  const { pairs } = root
  if (pairs === undefined)
    throw wrongAt(root, 'Cannot read tournament: expected keys and values, as in challenge: quoridor')
  checkKeys(pairs, TOURNAMENT_KEYS, 'setting')
  const get = (key: (typeof TOURNAMENT_KEYS)[number]): YamlSpot | undefined => pairs.get(key)?.value
  const need = (key: (typeof TOURNAMENT_KEYS)[number], expected: string): YamlSpot => {
    const spot = get(key)
    if (spot === undefined) throw wrongAt(root, `Cannot read tournament: expected ${key}, ${expected}`)
    return spot
  }
  const challengeSpot = need('challenge', `one of ${CHALLENGES.map(({ id }) => id).join(', ')}`)
  const challenge = findAt('challenge', challengeSpot, CHALLENGES)
  const entrants = readEntrants(need('entrants', 'a list of bots'))
  const clock = get('clock')
  const startUp = get('startUp')
  return {
    challenge,
    entrants,
    ...readFormat(get('format')),
    settings: readGameSettings(challenge, get('settings'), get('size')),
    ...(clock && { clock: orWrongAt(clock, parseClock(String(clock.value))) }),
    ...(startUp && { startUpMs: orWrongAt(startUp, parseStartUp(String(startUp.value))) }),
    seed: get('seed')?.value,
    benchAfter: get('benchAfter')?.value,
    nodes: get('nodes')?.value,
    openings: get('openings')?.value,
    ...only('title', get('title'), text),
    ...only('workers', get('workers'), count(1, 256)),
    ...only('sandbox', get('sandbox'), flag),
    ...only('pty', get('pty'), flag),
    ...only('wire', get('wire'), text),
    ...only('data', get('data'), text),
    ...only('judges', get('judges'), text),
    ...only('report', get('report'), list),
    where(at) {
      const [first = '', ...rest] = at.split('.')
      // The file has the settings of a format below it, and the size of a board beside its other settings.
      const names = { options: ['format'], settings: ['settings', 'size'] }[first] ?? [first]
      const top = names.map((name) => pairs.get(name)?.value).find((spot) => spot !== undefined)
      return top && spotIn(top, rest).where
    },
  }
}

/** Reads a file of marks: under each judge's name the entrants and their points. */
export function readMarksFile(path: string, challenge: Challenge, names: readonly string[]): readonly Mark[] {
  const root = readYaml(basename(path), readText('marks', path))
  if (root.pairs === undefined)
    throw wrongAt(root, 'Cannot read marks: expected judges, and under each the entrants and their points')
  return [...root.pairs].flatMap(([judge, { value: marks }]) => {
    if (marks.pairs === undefined)
      throw wrongAt(marks, `Cannot read the marks of ${show(judge)}: expected entrants and their points`)
    checkKeys(marks.pairs, names, 'entrant')
    return [...marks.pairs].map(([entrant, { value }]): Mark => {
      const points = readMark(value.value, challenge.points)
      if (!points.ok) throw wrongAt(value, points.problem.message)
      return { judge, entrant, points: points.value }
    })
  })
}

function readText(what: string, path: string): string {
  try {
    return withoutMark(readFileSync(path, 'utf8'))
  } catch (error) {
    throw badArgument(`Cannot read ${what} ${show(path)}: ${whyNotRead(error)}`)
  }
}

function checkKeys(pairs: NonNullable<YamlSpot['pairs']>, known: readonly string[], what: string): void {
  for (const [name, { key }] of pairs)
    if (!known.includes(name)) throw wrongAt(key, unknownName(what, name, known).message)
}

function findAt<T extends { readonly id: string }>(what: string, spot: YamlSpot, all: readonly T[]): T {
  const found = all.find(({ id }) => id === spot.value)
  if (found) return found
  const ids = all.map(({ id }) => id)
  throw wrongAt(
    spot,
    typeof spot.value === 'string'
      ? unknownName(what, spot.value, ids).message
      : `Cannot read ${what} ${show(spot.value)}: expected one of ${ids.join(', ')}`,
  )
}

function readEntrants(spot: YamlSpot): readonly FileEntrant[] {
  const { items } = spot
  if (items === undefined)
    throw wrongAt(spot, `Cannot read entrants ${show(spot.value)}: expected a list of bots`)
  return items.map((item): FileEntrant => {
    if (typeof item.value === 'string' && item.value !== '') return { bot: item.value }
    if (item.pairs === undefined)
      throw wrongAt(item, `Cannot read entrant ${show(item.value)}: expected a bot, or its name and bot`)
    checkKeys(item.pairs, ['name', 'bot'], 'setting')
    const [name, bot] = [item.pairs.get('name')?.value, item.pairs.get('bot')?.value]
    if (bot === undefined) throw wrongAt(item, 'Cannot read entrant: expected bot, what plays')
    return { ...(name && { name: readName(name) }), bot: readBotText(bot) }
  })
}

function readName(spot: YamlSpot): string {
  const { value } = spot
  if (
    (typeof value === 'string' || typeof value === 'number') &&
    /^\S(?:[^\p{C}]{0,62}\S)?$/u.test(String(value))
  )
    return String(value)
  throw wrongAt(spot, `Cannot use name ${show(value)}: expected 1 to 64 characters on one line`)
}

function readBotText(spot: YamlSpot): string {
  if (typeof spot.value === 'string' && spot.value.trim() !== '') return spot.value
  throw wrongAt(spot, `Cannot read bot ${show(spot.value)}: expected house:NAME, a file or a command line`)
}

/** The id alone, or a mapping with `kind` and options. */
function readFormat(spot: YamlSpot | undefined): Pick<TournamentFile, 'format' | 'options'> {
  if (spot === undefined) return {}
  if (spot.pairs === undefined) return { format: findAt('format', spot, FORMATS) }
  const kind = spot.pairs.get('kind')
  if (kind === undefined)
    throw wrongAt(spot, `Cannot read format: expected kind, one of ${FORMATS.map(({ id }) => id).join(', ')}`)
  const format = findAt('format', kind.value, FORMATS)
  checkKeys(spot.pairs, ['kind', ...Object.keys(format.fields)], 'setting')
  const { kind: _, ...options } = valuesOf(spot.pairs)
  return { format, options }
}

function readGameSettings(
  { game, preset }: Challenge,
  spot: YamlSpot | undefined,
  size: YamlSpot | undefined,
): Readonly<Record<string, unknown>> {
  const plain =
    size === undefined ? {} : located(size, () => readSettings(game, preset, [], String(size.value)))
  if (spot === undefined) return plain
  if (spot.pairs === undefined)
    throw wrongAt(spot, `Cannot read settings ${show(spot.value)}: expected keys and values`)
  checkKeys(spot.pairs, Object.keys(game.settings), 'setting')
  return { ...plain, ...valuesOf(spot.pairs) }
}

const valuesOf = (pairs: NonNullable<YamlSpot['pairs']>): Record<string, unknown> =>
  Object.fromEntries([...pairs].map(([name, { value }]) => [name, value.value]))

/** Adds the position to an error about a value. */
function located<T>(spot: YamlSpot, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Error ? wrongAt(spot, error.message) : error
  }
}

function orWrongAt<T>(spot: YamlSpot, result: Result<T>): T {
  if (!result.ok) throw wrongAt(spot, result.problem.message)
  return result.value
}

interface Kind<T> {
  readonly expects: string
  read(value: unknown): T | undefined
}

const text: Kind<string> = {
  expects: 'a text',
  read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
}

const flag: Kind<boolean> = {
  expects: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
}

const list: Kind<readonly string[]> = {
  expects: 'a list of html, csv, json, md',
  read: (value) =>
    Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : undefined,
}

const count = (least: number, most: number): Kind<number> => ({
  expects: `a whole number from ${least} to ${most}`,
  read: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? value
      : undefined,
})

function only<K extends string, T>(
  name: K,
  spot: YamlSpot | undefined,
  kind: Kind<T>,
): Partial<Record<K, T>> {
  if (spot === undefined) return {}
  const value = kind.read(spot.value)
  if (value === undefined)
    throw wrongAt(spot, `Cannot set ${name} to ${show(spot.value)}: expected ${kind.expects}`)
  return { [name]: value } as Record<K, T>
}

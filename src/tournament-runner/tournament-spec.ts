import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES, findChallenge } from '../challenges/index.ts'
import { show } from '../base/fields.ts'
import { isObject, parseObject, type JsonObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { makeSpec, type MatchRules, type MatchSpec } from '../match/match.ts'
import { openCourse, OtherPlayersError, type Course } from '../tournament/course.ts'
import { allFormats } from '../tournament/formats.ts'
import type { AnyFormat } from '../tournament/format.ts'
import type { Ended, Played, Tournament } from '../tournament/tournament.ts'
import { settingsWith, type PairingOpening } from './pairing-opening.ts'
import { rateByMatches } from './rate-entrants.ts'
import { judgeSprt, sprtFormat, type SprtOptions } from './sprt-format.ts'

/**
 * Everything that fixes a tournament: game, rules, entrants with their bots, format. With deterministic bots it fixes every
 * result, too. It is the header of a log. Formats see only the part of it that is `Tournament` in `src/tournament`.
 */
export interface TournamentSpec {
  readonly title?: string
  readonly challenge: Challenge
  readonly settings: Readonly<Record<string, unknown>>
  readonly rules: MatchRules
  /** The order is the seeding; names are unique. */
  readonly entrants: readonly TournamentEntrant[]
  readonly format: AnyFormat
  /** As the format read them. */
  readonly options: unknown
  readonly seed: number
  /** An entrant that has lost so many rounds by its own faults is benched. */
  readonly benchAfter?: number
  /** Whether rounds begin with openings of the game. Old headers lack it, and have none. */
  readonly openings?: true
  readonly how: HowToPlay
}

export interface TournamentEntrant {
  readonly name: string
  /** As it was asked for: `house:random`, a command line. */
  readonly bot: string
}

/** How bots are run. */
export interface HowToPlay {
  /** Positions a brain may look at in a turn, instead of a clock. */
  readonly nodes?: number
  readonly sandbox?: boolean
  readonly pty?: boolean
  readonly wire?: string
  /** Whether records and results keep times and dates. Without them equal matches give equal files. */
  readonly times: boolean
  /** Only there to be watched. */
  readonly isShow?: boolean
}

/** All formats. */
export const FORMATS: readonly AnyFormat[] = [...allFormats(rateByMatches), sprtFormat]

export const findFormat = (id: string): AnyFormat | undefined => FORMATS.find((format) => format.id === id)

export const openTournamentCourse = (
  tournament: TournamentSpec,
  played: Iterable<Played> = [],
  withdrawn: Tournament['withdrawn'] = new Map(),
): Course =>
  openCourse(tournament.format, { ...tournamentOf(tournament), withdrawn }, tournament.options, played)

/** The course, or which of the results other players have played than the others ask for. */
export function tryTournamentCourse(
  ...from: Parameters<typeof openTournamentCourse>
): Course | OtherPlayersError {
  try {
    return openTournamentCourse(...from)
  } catch (error) {
    if (error instanceof OtherPlayersError) return error
    throw error
  }
}

const tournamentOf = ({ entrants, seed, challenge, benchAfter }: TournamentSpec): Tournament => ({
  entrants: entrants.map(({ name }) => ({ id: name, name })),
  seed,
  points: challenge.points,
  ...(benchAfter !== undefined && { benchAfter }),
})

/** The matches that count: all of them, or, in an SPRT, those up to the verdict. */
export function countedMatches(
  { format, options, entrants }: TournamentSpec,
  course: Course,
): readonly Ended[] {
  if (format.id !== sprtFormat.id) return course.ended()
  const ids = entrants.map(({ name }) => ({ id: name, name }))
  return judgeSprt(options as SprtOptions, ids, course.ended()).counted
}

/** The spec of a match with this seed and opening. */
export const specFor = (
  tournament: Pick<TournamentSpec, 'challenge' | 'settings' | 'rules'>,
  seed: number,
  opening?: PairingOpening,
): Result<MatchSpec> =>
  makeSpec(tournament.challenge.game, settingsWith(tournament, opening), tournament.rules, seed)

const VERSION = 1

/** The first line of the log. It says which tournament the log belongs to. */
export function headerOf(tournament: TournamentSpec): JsonObject {
  const { title, challenge, settings, rules, entrants, format, options, seed, benchAfter } = tournament
  const { openings, how } = tournament
  return {
    tournament: VERSION,
    ...(title !== undefined && { title }),
    challenge: challenge.id,
    game: challenge.game.id,
    version: challenge.game.version,
    settings,
    rules,
    entrants: entrants.map(({ name, bot }) => ({ name, bot })),
    format: format.id,
    options,
    seed,
    ...(benchAfter !== undefined && { benchAfter }),
    ...(openings && { openings }),
    how,
  }
}

/** Reads a header. It is refused unless the tournament that comes of it has the same header again. */
export function readHeader(line: string): Result<TournamentSpec> {
  const body = parseObject(line)
  if (body === undefined || !('tournament' in body)) return bad('its first line is not that of a tournament')
  if (body['tournament'] !== VERSION)
    return bad(`it is in format ${show(body['tournament'])}, and this gamegrid reads format ${VERSION}`)
  const { settings, rules, seed, benchAfter, title, how } = body
  const challenge = findChallenge(String(body['challenge']))
  const format = findFormat(String(body['format']))
  if (challenge === undefined)
    return bad(
      `its challenge is ${show(body['challenge'])}, expected one of ${CHALLENGES.map(({ id }) => id).join(', ')}`,
    )
  if (format === undefined) return bad(`its format is ${show(body['format'])}, which is unknown here`)
  if (body['version'] !== challenge.game.version)
    return bad(`it was begun under version ${show(body['version'])} of the rules of ${challenge.game.id}`)
  const options = format.parseOptions(body['options'])
  if (!options.ok) return options
  if (!isObject(settings) || typeof seed !== 'number' || !isObject(how))
    return bad('its header is incomplete')
  const spec = makeSpec(challenge.game, settings, rules as MatchRules, seed)
  if (!spec.ok) return spec
  const tournament: TournamentSpec = {
    ...(typeof title === 'string' && { title }),
    challenge,
    settings,
    rules: spec.value.rules,
    entrants: readEntrants(body['entrants']),
    format,
    options: options.value,
    seed,
    ...(typeof benchAfter === 'number' && { benchAfter }),
    ...(body['openings'] === true && { openings: true }),
    how: how as unknown as HowToPlay,
  }
  return firstDifference(headerOf(tournament), body) === undefined
    ? ok(tournament)
    : bad('its header was changed after it was written')
}

function readEntrants(value: unknown): TournamentEntrant[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entrant: unknown) =>
    isObject(entrant) && typeof entrant['name'] === 'string' && typeof entrant['bot'] === 'string'
      ? [{ name: entrant['name'], bot: entrant['bot'] }]
      : [],
  )
}

/** The first thing in which two headers differ, and how it stands in each. */
export function firstDifference(
  a: JsonObject,
  b: JsonObject,
): { readonly what: string; readonly a: unknown; readonly b: unknown } | undefined {
  for (const what of new Set([...Object.keys(a), ...Object.keys(b)]))
    if (!isSame(a[what], b[what])) return { what, a: a[what], b: b[what] }
  return undefined
}

/** Deep equality; the order of keys does not matter, and undefined equals a missing key. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => isSame(item, b[at]))
  if (!isObject(a) || !isObject(b)) return a === b
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]))
}

const bad = (why: string) => fail('bad-tournament', `Cannot read the tournament: ${why}`)

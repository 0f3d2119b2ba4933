import { randomInt } from 'node:crypto'
import { integer, show, typedSettings } from '../base/fields.ts'
import { fail, ok, within, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { findChallenge } from '../challenges/index.ts'
import { makeSpec, type MatchRules } from '../match/match.ts'
import type { AnyFormat } from '../tournament/format.ts'
import { sprtFormat } from './sprt-format.ts'
import {
  findFormat,
  FORMATS,
  type HowToPlay,
  type TournamentEntrant,
  type TournamentSpec,
} from './tournament-spec.ts'

/** A tournament as a file, a command or an organiser asks for it. The values may be anything. */
export interface WantedTournament {
  readonly title?: string
  readonly challenge: string
  readonly format: string
  /** Of the format; those not given have their defaults. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Of the game; those not given are as in the preset of the challenge. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Reads the entrants, in the order of the seeding, once the challenge is known that they must be able to play. */
  readonly entrants: (challenge: Challenge) => Result<readonly TournamentEntrant[]>
  /** Drawn, if it is not given. */
  readonly seed?: unknown
  readonly benchAfter?: unknown
  readonly nodes?: unknown
  /** Left out: on, if the game has openings and its contest does not fix the start. */
  readonly openings?: unknown
  readonly how: Omit<HowToPlay, 'nodes'>
  /** Changes the rules of the challenge. */
  readonly rules?: (rules: MatchRules) => MatchRules
}

/** The one place where a tournament is checked. A problem says where: `options.games`, `settings.width`, `entrants.3`. */
export function makeTournament(wanted: WantedTournament): Result<TournamentSpec> {
  const { title, how, rules = (own) => own, seed: wantedSeed = randomInt(2 ** 47) } = wanted
  const challenge = findChallenge(wanted.challenge)
  if (!challenge)
    return fail('unknown-challenge', `There is no challenge ${show(wanted.challenge)}`, 'challenge')
  const format = findFormat(wanted.format)
  if (!format)
    return fail(
      'unknown-format',
      `Cannot hold a tournament as ${show(wanted.format)}: expected one of ${FORMATS.map(({ id }) => id).join(', ')}`,
      'format',
    )
  const options = within('options', format.parseOptions(wanted.options ?? {}))
  if (!options.ok) return options
  const entrants = within('entrants', wanted.entrants(challenge))
  if (!entrants.ok) return entrants
  const checked = checkEntrants(entrants.value, format)
  if (!checked.ok) return checked
  const seed = readCount('seed', wantedSeed, 0, Number.MAX_SAFE_INTEGER)
  if (!seed.ok) return seed
  const benchAfter = given(wanted.benchAfter, (value) => readCount('benchAfter', value, 1, 1e6))
  if (!benchAfter.ok) return benchAfter
  const nodes = given(wanted.nodes, (value) => readCount('nodes', value, 1, 1e12))
  if (!nodes.ok) return nodes
  const openings = readOpenings(wanted.openings, challenge)
  if (!openings.ok) return openings
  const { game, preset } = challenge
  const settings = typedSettings(game.settings, { ...game.presets[preset], ...wanted.settings })
  const spec = makeSpec(challenge.game, settings, rules(challenge.rules), seed.value)
  if (!spec.ok) return spec
  return ok({
    ...(title !== undefined && { title }),
    challenge,
    settings,
    rules: spec.value.rules,
    entrants: entrants.value,
    format,
    options: options.value,
    seed: seed.value,
    ...(benchAfter.value !== undefined && { benchAfter: benchAfter.value }),
    ...(openings.value && { openings: true }),
    how: { ...(nodes.value !== undefined && { nodes: nodes.value }), ...how },
  })
}

/** Names tell entrants apart. */
function checkEntrants(entrants: readonly TournamentEntrant[], format: AnyFormat): Result<void> {
  const names = new Set<string>()
  for (const [at, { name }] of entrants.entries()) {
    if (names.has(name))
      return fail(
        'bad-entrants',
        `Cannot enter ${show(name)} twice: expected another name`,
        `entrants.${at}.name`,
      )
    names.add(name)
  }
  return format.id === sprtFormat.id && entrants.length !== 2
    ? fail('bad-entrants', `Cannot test ${entrants.length} bots: an SPRT compares two`, 'entrants')
    : ok(undefined)
}

function readOpenings(value: unknown, { id, game, openings }: Challenge): Result<boolean> {
  const hasOpenings = game.openings !== undefined
  if (value === undefined) return ok(hasOpenings && openings !== 'asked')
  if (typeof value !== 'boolean')
    return fail('bad-setting', `Cannot set openings to ${show(value)}: expected true or false`, 'openings')
  return value && !hasOpenings
    ? fail('bad-setting', `Cannot use openings in ${id}: its game has none`, 'openings')
    : ok(value)
}

function readCount(name: string, value: unknown, least: number, most: number): Result<number> {
  const field = integer(name, least, most)
  const count = field.read(value)
  return count === undefined
    ? fail('bad-setting', `Cannot set ${name} to ${show(value)}: expected ${field.expects}`, name)
    : ok(count)
}

const given = <T>(value: unknown, read: (value: unknown) => Result<T>): Result<T | undefined> =>
  value === undefined ? ok(undefined) : read(value)

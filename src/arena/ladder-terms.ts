import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { BotRow, LogEntry, PersonRow, SeasonRow, Store } from '../store/store.ts'
import { readTime } from './read-time.ts'

/** What the ladders go by: which bots are enrolled, freezes and seasons, and how much of the machine all of them may use. */
export interface LadderTerms {
  /** From now on the ladder calls the bot to matches, as soon as a version of it has passed. */
  enrol(bot: BotRow): Enrolment
  /** The ladder calls the bot to no more matches. Those that have begun are played to their end, and its rating stays. */
  leave(bot: BotRow): Enrolment
  enrolmentOf(bot: BotRow): Enrolment
  /** A version counts if its upload was complete by then. The freeze may lie in the past; null takes it back. */
  freeze(challenge: string, at: string | null): Result<number | undefined>
  beginSeason(challenge: string, name: string): Result<SeasonRow>
  /** In percent of the places for matches of programs. */
  readonly share: number
  setShare(percent: number): void
  /** Calls the listener when something has changed, once that is on disk. */
  onChange(listener: () => void): () => void
}

export interface Enrolment {
  /** Since when; undefined for a bot that is not enrolled. */
  readonly since: number | undefined
  /** The version that the ladder plays: undefined until one has passed that was uploaded by the freeze. */
  readonly version: number | undefined
  readonly freeze: number | undefined
}

/** In percent, unless the organiser or the command line says otherwise. */
export const DEFAULT_SHARE = 50

export function openLadderTerms(store: Store, defaultShare = DEFAULT_SHARE): LadderTerms {
  const listeners = new Set<() => void>()

  function append(entry: LogEntry): void {
    store.append(entry)
    store.afterCommit(() => {
      for (const listener of listeners) listener()
    })
  }

  const enrolmentOf = ({ id, challenge }: BotRow): Enrolment => ({
    since: store.ladderEnrolment(id),
    version: store.ladderVersion(id, challenge),
    freeze: store.ladderFreeze(challenge),
  })

  return {
    enrol(bot) {
      if (store.ladderEnrolment(bot.id) === undefined) append({ kind: 'ladder-enrolled', bot: bot.id })
      return enrolmentOf(bot)
    },
    leave(bot) {
      if (store.ladderEnrolment(bot.id) !== undefined) append({ kind: 'ladder-left', bot: bot.id })
      return enrolmentOf(bot)
    },
    enrolmentOf,
    freeze(challenge, at) {
      const read = at === null ? ok(undefined) : readTime(at, 'freeze at', 'freeze')
      if (!read.ok) return read
      const freeze = read.value
      if (freeze !== store.ladderFreeze(challenge))
        append({ kind: 'ladder-freeze-set', challenge, ...(freeze !== undefined && { freeze }) })
      return read
    },
    beginSeason(challenge, given) {
      const seasons = store.ladderSeasons(challenge)
      const name = readSeasonName(given, seasons)
      if (!name.ok) return name
      const season = seasons.length + 1
      append({ kind: 'ladder-season-begun', challenge, season, name: name.value })
      const begun = store.ladderSeasons(challenge).at(-1)
      if (begun?.number !== season) throw new Error(`season ${season} of ${challenge} is not in the store`)
      return ok(begun)
    },
    get share() {
      return store.ladderShare() ?? defaultShare
    },
    setShare(percent) {
      if (percent !== store.ladderShare()) append({ kind: 'ladder-share-set', percent })
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The bot, if this person may enrol it in the ladder of this challenge. */
export function mayEnrol(bot: BotRow, challenge: string, person: PersonRow): Result<BotRow> {
  if (bot.challenge !== challenge)
    return fail(
      'other-challenge',
      `Cannot enrol bot ${bot.id} in ${challenge}, or take it out: it plays ${bot.challenge}`,
    )
  return bot.person === person.id || person.role === 'organiser'
    ? ok(bot)
    : fail('not-your-bot', `Cannot enrol bot ${bot.id}, or take it out: it belongs to another team`)
}

/** How an enrolment stands, in one sentence. */
export function describeEnrolment({ name, plays }: BotRow, { since, version, freeze }: Enrolment): string {
  if (since === undefined) return `${name} is not enrolled: the ladder calls it to no matches`
  if (version !== undefined) return `${name} is enrolled: the ladder calls version ${version} to matches`
  return plays === undefined || freeze === undefined
    ? `${name} is enrolled and waits: the ladder calls it once a version has passed`
    : `${name} is enrolled and waits: no version that passed was uploaded by the freeze`
}

/** How many matches of ladders may run at once: any share above 0 is at least one place. */
export const ladderPlaces = (percent: number, programPlaces: number): number =>
  Math.ceil((percent * programPlaces) / 100)

const MAX_NAME = 100

function readSeasonName(given: string, seasons: readonly SeasonRow[]): Result<string> {
  const name = given.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (!/^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(name) || name.length > MAX_NAME)
    return fail(
      'bad-name',
      `Cannot call a season ${show(given)}: expected 1 to ${MAX_NAME} letters, digits or signs`,
      'name',
    )
  const other = seasons.find((season) => season.name === name)
  return other
    ? fail('name-taken', `Cannot call a season ${show(name)}: season ${other.number} has that name`, 'name')
    : ok(name)
}

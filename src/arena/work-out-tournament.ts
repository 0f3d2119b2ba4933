import type { TournamentResult } from '../api/tournament-result.ts'
import { ok, type Result } from '../base/result.ts'
import type { JsonObject } from '../base/json.ts'
import { parseLedgerEntry, type LedgerEntry, type Ruling } from '../tournament-runner/ledger-entry.ts'
import { sprtFormat } from '../tournament-runner/sprt-format.ts'
import { tournamentResult } from '../tournament-runner/tournament-result.ts'
import { readHeader, tryTournamentCourse, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { OtherPlayersError, type Course } from '../tournament/course.ts'
import { judgedPoints } from '../tournament/points.ts'
import { describeWithoutMatch } from '../tournament/reason.ts'
import { tournamentStandings, type Mark, type TournamentStanding } from '../tournament/standings.ts'
import type { Pairing } from '../tournament/tournament.ts'

/** All that the log says of one tournament, as plain data: what is shown of it follows from this alone. */
export interface TournamentLog {
  readonly id: number
  /** It has not been started. */
  readonly isWaiting: boolean
  /** With the teams that joined. */
  readonly header: JsonObject
  /** The results that count, one line of the ledger each. */
  readonly lines: readonly string[]
  /** The entrants that were taken out, each with the round. */
  readonly withdrawn: readonly (readonly [entrant: string, round: number])[]
  readonly marks: readonly Mark[]
  /** How many points a judge gives at most, where the organiser has said so. */
  readonly judges: number | undefined
}

/** A tournament as a line of a list. */
export interface TournamentSummary {
  readonly entrants: number
  /** Matches that have ended. */
  readonly played: number
  /** Matches there will be, as far as is known; undefined for an SPRT, which ends at its verdict. */
  readonly known: number | undefined
  /** The only entrant in first place; undefined if there are several. */
  readonly leader: string | undefined
  /** The rounds of the matches that can be played next, ascending. */
  readonly rounds: readonly number[]
  /** What put the leader first, where that was no match. */
  readonly leaderBy: string | undefined
}

/** At most so many matches that have not begun are shown. */
const SHOWN_AHEAD = 200

/** The part of a view that follows from the log of the tournament alone. */
export interface WorkedTournament {
  readonly summary: TournamentSummary
  readonly result: TournamentResult
  readonly ended: readonly Pairing[]
  readonly upcoming: readonly Pairing[]
  readonly rulings: ReadonlyMap<string, Ruling>
}

/** A problem if the tournament was begun under another version of the rules, or its results contradict each other. */
export function workOutTournament(log: TournamentLog): Result<WorkedTournament> {
  const opened = open(log)
  if (!opened.ok) return opened
  const { spec, entries, course } = opened.value
  const upcoming = course.take(SHOWN_AHEAD)
  const result = tournamentResult(spec, course, entries, log.marks)
  return ok({
    summary: summarise(opened.value, upcoming, log.marks),
    // With fewer than two entrants there is no match to wait for. Before the start it is not over: teams may still join.
    result: log.isWaiting ? { ...result, isDone: false } : result,
    rulings: new Map(
      [...entries.values()].flatMap(({ key, ruled }) => (ruled === undefined ? [] : [[key, ruled]])),
    ),
    ended: course.ended().map(({ pairing }) => pairing),
    upcoming: upcoming.toSorted((a, b) => a.round - b.round || a.index - b.index),
  })
}

/** Much cheaper than all of it. */
export function summariseTournament(log: TournamentLog): Result<TournamentSummary> {
  const opened = open(log)
  if (!opened.ok) return opened
  return ok(summarise(opened.value, opened.value.course.take(SHOWN_AHEAD), log.marks))
}

/** The final table, without the rest of the result. */
export function standingsOf(log: TournamentLog): Result<readonly TournamentStanding[]> {
  const opened = open(log)
  if (!opened.ok) return opened
  const { spec, course } = opened.value
  return ok(tournamentStandings(course.rank(), spec.challenge.points, log.marks))
}

interface Opened {
  readonly spec: TournamentSpec
  readonly entries: ReadonlyMap<string, LedgerEntry>
  readonly course: Course
}

/** With marks, the contest has the points of a contest with judges. */
function open({ id, header, lines, withdrawn, marks, judges }: TournamentLog): Result<Opened> {
  const spec = readHeader(JSON.stringify(header))
  if (!spec.ok) return spec
  const entries = entriesIn(lines)
  const course = openLoggedCourse(id, spec.value, entries, new Map(withdrawn))
  if (!course.ok) return course
  const { challenge } = spec.value
  const points = marks.length === 0 ? challenge.points : judgedPoints(challenge.points, judges)
  return ok({
    spec: { ...spec.value, challenge: { ...challenge, points } },
    entries,
    course: course.value,
  })
}

/** The results in these lines, by the key of the match. */
export const entriesIn = (lines: readonly string[]): ReadonlyMap<string, LedgerEntry> =>
  new Map(
    lines.flatMap((line) => {
      const entry = parseLedgerEntry(line)
      return entry ? [[entry.key, entry]] : []
    }),
  )

/** The course of a tournament after these results and withdrawals. A problem if they contradict each other. */
export function openLoggedCourse(
  id: number,
  spec: TournamentSpec,
  entries: ReadonlyMap<string, LedgerEntry>,
  withdrawn: ReadonlyMap<string, number>,
): Result<Course> {
  const course = tryTournamentCourse(spec, entries.values(), withdrawn)
  if (!(course instanceof OtherPlayersError)) return ok(course)
  return isDamaged(id, course)
}

export function isDamaged(id: number, { key, message }: OtherPlayersError): Result<never> {
  return {
    ok: false,
    problem: {
      code: 'tournament-damaged',
      message: `Cannot play or show tournament ${id}: its results contradict each other. ${message}. The organiser can annul that result: POST /api/v1/tournaments/${id}/replays with {"key":${JSON.stringify(key)},"reason":"…"}`,
      match: key,
    },
  }
}

function summarise(
  { spec, course }: Opened,
  upcoming: readonly Pairing[],
  marks: readonly Mark[],
): TournamentSummary {
  const { entrants, format, options, challenge } = spec
  const played = course.ended().length
  const [first, second] = tournamentStandings(course.rank(), challenge.points, marks)
  return {
    entrants: entrants.length,
    played,
    known: course.isDone()
      ? played
      : format.id === sprtFormat.id
        ? undefined
        : Math.max(format.count(entrants.length, options).least, played + upcoming.length),
    leader: played > 0 && first && second?.place !== 1 ? first.standing.entrant.name : undefined,
    rounds: [...new Set(upcoming.map(({ round }) => round))].toSorted((a, b) => a - b),
    // Judges decided only if the matches alone put another entrant first.
    leaderBy:
      first?.why?.kind === 'above' && first.why.rule === 'total' && first.standing.place === 1
        ? undefined
        : describeWithoutMatch(first?.why),
  }
}

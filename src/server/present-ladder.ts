import type {
  EnrolmentBody,
  LadderBody,
  LadderBotBody,
  LadderHistoryBody,
  LadderRowBody,
  SeasonBody,
} from '../api/ladder.ts'
import type { Gain, Ladder, LadderBot, LadderLine, LadderNumbers, LadderRow } from '../arena/ladder.ts'
import { describeEnrolment, type Enrolment } from '../arena/ladder-terms.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { BotRow, SeasonRow, Store } from '../store/store.ts'
import { date, dateOrNull } from './present.ts'

/** Ladders as the API shows them: ratings are whole points, and an interval is never narrower than it is. */

export const presentLadder = (
  { id, title }: Challenge,
  { season, rows, games, different }: Ladder,
  store: Store,
): LadderBody => ({
  challenge: id,
  title,
  season: presentSeason(season),
  seasons: store.ladderSeasons(id).map(presentSeason).toReversed(),
  freeze: dateOrNull(store.ladderFreeze(id)),
  rows: rows.map((row, index) => ({ rank: index + 1, ...presentRow(row, store) })),
  games,
  different,
})

function presentRow(row: LadderRow, store: Store): Omit<LadderRowBody, 'rank'> {
  const { who, enrolled, gained } = row
  const rest = { ...presentNumbers(row), enrolled, gained: presentGain(gained) }
  return 'house' in who
    ? { house: who.house, team: null, bot: null, ...rest }
    : {
        house: null,
        team: teamOf(who.bot.person, store),
        bot: { id: who.bot.id, name: who.bot.name, version: who.version },
        ...rest,
      }
}

export const presentLadderBot = (
  { id, name, person, challenge }: BotRow,
  { enrolled, versions }: LadderBot,
  store: Store,
): LadderBotBody => ({
  challenge,
  bot: { id, name },
  team: teamOf(person, store),
  enrolled,
  versions: versions.map((one) => ({
    version: one.version,
    uploaded: date(one.uploaded),
    counts: one.counts,
    ...presentNumbers(one),
    gained: presentGain(one.gained),
  })),
})

export const presentHistory = (lines: readonly LadderLine[], store: Store): LadderHistoryBody => ({
  lines: lines.map(({ bot: { id, name, person }, points }) => ({
    bot: { id, name },
    team: teamOf(person, store),
    points: points.map(({ at, version, rating, plusMinus }) => ({
      at: date(at),
      version,
      rating: Math.round(rating),
      plusMinus: Math.ceil(plusMinus),
    })),
  })),
})

export const presentSeason = ({ number, name, began, ended }: SeasonRow): SeasonBody => ({
  number,
  name,
  began: dateOrNull(began),
  ended: dateOrNull(ended),
})

export const presentEnrolment = (bot: BotRow, enrolment: Enrolment): EnrolmentBody => ({
  challenge: bot.challenge,
  bot: { id: bot.id, name: bot.name },
  enrolled: enrolment.since !== undefined,
  since: dateOrNull(enrolment.since),
  version: enrolment.version ?? null,
  message: describeEnrolment(bot, enrolment),
})

const presentNumbers = ({ rating, plusMinus, games, different }: LadderNumbers) => ({
  rating: Math.round(rating),
  plusMinus: plusMinus === undefined ? null : Math.ceil(plusMinus),
  games,
  different,
})

const presentGain = (gain: Gain | undefined) =>
  gain
    ? { version: gain.version, points: Math.round(gain.points), plusMinus: Math.ceil(gain.plusMinus) }
    : null

const teamOf = (person: number, store: Store) => ({
  id: person,
  name: store.person(person)?.name ?? `team ${person}`,
})

import type { BotBody, VersionBody } from '../api/bots.ts'
import type { MatchBody } from '../api/matches.ts'
import type { ActionBody, KeyBody, PersonBody, TeamBody } from '../api/people.ts'
import type { TournamentBody } from '../api/tournaments.ts'
import type { EntryNow } from '../arena/entry.ts'
import type { TournamentSummary } from '../arena/tournament-views.ts'
import type { Outlook } from '../arena/tournament-plans.ts'
import { findChallenge } from '../challenges/index.ts'
import { findFormat } from '../tournament-runner/tournament-spec.ts'
import type {
  ActionRow,
  BotRow,
  KeyRow,
  MatchPlayer,
  MatchRow,
  PersonRow,
  Store,
  TeamRow,
  TournamentRow,
  VersionRow,
} from '../store/store.ts'

/** Rows of the store as the API shows them: of a key only its id, of a bot only what is public. */

export const presentPerson = ({ id, name, role, created }: PersonRow): PersonBody => ({
  id,
  name,
  role,
  created: date(created),
})

export const presentTeam = ({ created, won, drawn, lost, lastPlayed, ...row }: TeamRow): TeamBody => ({
  id: row.id,
  name: row.name,
  created: date(created),
  bots: row.bots,
  played: won + drawn + lost,
  won,
  drawn,
  lost,
  lastPlayed: dateOrNull(lastPlayed),
})

export const presentKey = ({ id, use, created, expires, from }: KeyRow): KeyBody => ({
  id,
  use,
  created: date(created),
  expires: dateOrNull(expires),
  from: from ?? null,
})

export const presentAction = (row: ActionRow): ActionBody => ({
  id: row.id,
  time: date(row.time),
  player: row.person,
  key: row.key,
  address: row.address,
  method: row.method,
  path: row.path,
  input: row.input ?? null,
})

export function presentMatch(row: MatchRow, store: Store): MatchBody {
  const challenge = findChallenge(row.challenge)
  const invited = row.invited === undefined ? undefined : store.person(row.invited)
  return {
    id: row.id,
    challenge: row.challenge,
    title: challenge?.title ?? row.challenge,
    game: challenge?.game.id ?? row.challenge,
    status: row.status,
    origin: row.origin,
    players: row.players.flatMap((player) => (player ? [presentPlayer(player, store)] : [])),
    score: row.score,
    ...(invited && { invited: { id: invited.id, name: invited.name } }),
    ...(row.rematchOf !== undefined && { rematchOf: row.rematchOf }),
    winner: row.winner ?? null,
    void: row.void,
    end: row.end ?? null,
    created: date(row.created),
    started: dateOrNull(row.started),
    ended: dateOrNull(row.ended),
  }
}

function presentPlayer(player: MatchPlayer, store: Store): MatchBody['players'][number] {
  const id = 'person' in player ? player.person : undefined
  return {
    name: player.name,
    id: id ?? null,
    team: (id === undefined ? undefined : store.person(id)?.name) ?? null,
    bot: botOf(player),
    program:
      player.kind === 'bot'
        ? { id: player.bot, name: store.bot(player.bot)?.name ?? player.name, version: player.version }
        : null,
  }
}

function botOf(player: MatchPlayer): string | null {
  switch (player.kind) {
    case 'house':
      return `house:${player.brain}`
    case 'model':
      return player.model
    case 'bot':
      return `bot:${player.bot} version ${player.version}`
    case 'http':
    case 'sse':
    case 'guest':
      return null
  }
}

export const presentBot = ({ id, person, challenge, name, created, plays }: BotRow): BotBody => ({
  id,
  player: person,
  challenge,
  name,
  created: date(created),
  plays: plays ?? null,
})

export const presentVersion = ({
  bot,
  version,
  source,
  status,
  report,
  log,
  created,
}: VersionRow): VersionBody => ({
  bot,
  version,
  kind: source.kind,
  status,
  report: report ?? null,
  log: log ?? null,
  created: date(created),
})

export function presentTournament(
  row: TournamentRow,
  summary: TournamentSummary,
  entry: EntryNow,
  { plan, nextRound, absent }: Outlook,
): TournamentBody {
  const { id, name, challenge, header, status, published, created } = row
  const { entrants, played, known, leader, leaderBy } = summary
  const format = String(header['format'])
  return {
    id,
    name,
    challenge,
    title: findChallenge(challenge)?.title ?? challenge,
    format,
    formatTitle: findFormat(format)?.title ?? format,
    status,
    published: dateOrNull(published),
    created: date(created),
    entrants,
    played,
    known: known ?? null,
    leader: leader ?? null,
    ...(leader !== undefined && leaderBy !== undefined && { leaderBy }),
    entry: entry.state,
    entryCloses: dateOrNull(entry.closes),
    join: entry.code === undefined ? null : `/join/${entry.code}`,
    starts: status === 'waiting' ? dateOrNull(plan.starts) : null,
    nextRound: nextRound ? { round: nextRound.round, at: dateOrNull(nextRound.at) } : null,
    absent: absent.map(({ entrant, player, opponent, until }) => ({
      entrant,
      player: player ?? null,
      opponent,
      until: date(until),
    })),
  }
}

export const date = (ms: number): string => new Date(ms).toISOString()

export const dateOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : date(ms))

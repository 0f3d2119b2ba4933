import type { LineBody, LogBody } from '../api/matches.ts'
import type { Battles } from '../wires/sse/battles.ts'
import type { BotLine, BotLog, MatchPlayer } from '../store/store.ts'
import type { MatchRow, PersonRow, Store } from '../store/store.ts'
import type { ArenaRequestLogs } from '../arena/request-logs.ts'
import { presentTranscript } from './present-runs.ts'

/** The logs of a match that a person may see: a team those of its own seats, the organiser those of all programs and SSE teams. */
export const presentLogs = (row: MatchRow, person: PersonRow, sources: LogSources): readonly LogBody[] =>
  row.players.flatMap((player, seat) => {
    if (player === undefined || !mayRead(player, person)) return []
    const index = seat === 0 ? 0 : 1
    const log = logOf(row, player, index, sources)
    return log ? [{ player: index, name: player.name, ...log }] : []
  })

export interface LogSources {
  readonly store: Store
  readonly battles: Battles
  readonly requestLogs: ArenaRequestLogs
}

/** A match of house brains and guests alone has no owner. */
export const hasOwner = ({ players }: MatchRow): boolean =>
  players.some((player) => player?.kind === 'sse' || (player !== undefined && 'person' in player))

/**
 * The organiser answers for what runs on its machine and for the teams that it calls, so it reads the logs of programs and SSE teams. A
 * client over HTTP or TCP is the team's own: what it asks, how often and what it tried first is for the team alone.
 */
export function mayRead(player: MatchPlayer, { id, role }: PersonRow): boolean {
  const isOwn = 'person' in player && player.person === id
  return isOwn || (role === 'organiser' && (player.kind === 'bot' || player.kind === 'sse'))
}

function logOf(
  row: MatchRow,
  player: MatchPlayer,
  index: 0 | 1,
  { store, battles, requestLogs }: LogSources,
): Omit<LogBody, 'player' | 'name'> | undefined {
  const written = (): readonly BotLog[] =>
    store.botLogs(row.id).flatMap((each) => (each.player === index ? [each.log] : []))
  switch (player.kind) {
    case 'bot': {
      const logs = written()
      return {
        wire: 'program',
        stderr: joinErrors(logs),
        lines: linesOf(logs),
        note:
          logs.length === 0
            ? 'There is no log yet: the server stores the output of a program about once a second'
            : null,
      }
    }
    case 'sse': {
      const battle = battles.find(player.battle)
      const lines = battle ? presentTranscript(battles.transcript(battle)) : []
      return { wire: 'sse', stderr: null, lines, note: null }
    }
    case 'http': {
      const recent = requestLogs.unwritten(row.id, index).map((line) => presentLine(line.round, line))
      const lines = [...linesOf(written()), ...recent]
      return { wire: 'http', stderr: null, lines, note: lines.length === 0 ? NO_REQUESTS : null }
    }
    case 'guest': {
      if (player.person === undefined) return undefined
      const lines = linesOf(written())
      return { wire: 'tcp', stderr: null, lines, note: lines.length === 0 ? NO_LINES : null }
    }
    case 'house':
    case 'model':
      return undefined
  }
}

const NO_REQUESTS = 'This player has sent no request yet; the log has only requests with its key'
const NO_LINES = 'There is no log yet: the server stores the lines of a TCP player about once a second'

const linesOf = (logs: readonly BotLog[]): readonly LineBody[] =>
  logs.flatMap(({ round, lines }) => lines.map((line) => presentLine(round, line)))

/** Joins the rounds, each under its number if there are several. */
const joinErrors = (logs: readonly BotLog[]): string =>
  logs.length === 1
    ? (logs[0]?.stderr ?? '')
    : logs.map(({ round, stderr }) => `--- round ${round + 1} ---\n${endLine(stderr)}`).join('')

const endLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const SPEAKERS = { '>': 'arena', '<': 'team', '!': 'note' } as const

const presentLine = (round: number, { at, turn, text }: BotLine): LineBody => ({
  at: new Date(at).toISOString(),
  from: SPEAKERS[text.charAt(0) === '>' ? '>' : text.charAt(0) === '<' ? '<' : '!'],
  text: text.slice(2),
  round,
  turn,
})

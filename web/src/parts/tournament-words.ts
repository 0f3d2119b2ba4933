import type { TournamentBody } from '../../../src/api/tournaments.ts'
import type { ResultGame } from '../../../src/api/tournament-result.ts'

export const statusWords = ({ status, published }: Pick<TournamentBody, 'status' | 'published'>): string =>
  status === 'over' && published !== null ? 'Judged' : STATUS[status]

const STATUS: Readonly<Record<TournamentBody['status'], string>> = {
  waiting: 'Not started yet',
  running: 'Running',
  paused: 'Paused',
  over: 'Over',
}

/** `7 of 12 matches played`, or `7 matches played` if the total is not known. */
export const progressWords = ({ played, known }: Pick<TournamentBody, 'played' | 'known'>): string =>
  known === null
    ? `${played} ${played === 1 ? 'match' : 'matches'} played`
    : `${played} of ${known} ${known === 1 ? 'match' : 'matches'} played`

/** The leader or winner, if there is exactly one. */
export const leaderWords = ({
  status,
  leader,
  leaderBy,
}: Pick<TournamentBody, 'status' | 'leader' | 'leaderBy'>): string | undefined => {
  if (leader === null) return undefined
  if (status !== 'over') return `${leader} leads`
  return leaderBy === undefined ? `${leader} won` : `${leader} is first by ${leaderBy}`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `1`, `½` or `0`: a player's points from a match; empty if the match is void. */
export function worthOf({ how, winner }: ResultGame, name: string): '1' | '½' | '0' | '–' {
  if (how === 'void') return '–'
  if (winner === null) return how === 'forfeited' ? '0' : '½'
  return winner === name ? '1' : '0'
}

/** How a match ended, in words. */
export function endWords(game: ResultGame): string {
  return game.tie === undefined ? gameWords(game) : `${gameWords(game)}; ${game.tie}`
}

function gameWords({ how, winner, rounds, hostFaults, ruled }: ResultGame): string {
  if (ruled) return `Ruled by ${ruled.by}: ${ruled.reason}`
  if (how === 'void') return `Does not count: ${hostFaults?.at(-1) ?? 'the host failed'}`
  if (how === 'forfeited')
    return winner === null ? 'Not played: both are out' : `${winner} won without playing`
  const [only] = rounds
  return rounds.length === 1 && only
    ? only.reason
    : rounds.map(({ reason }, at) => `${at + 1}. ${reason}`).join('; ')
}

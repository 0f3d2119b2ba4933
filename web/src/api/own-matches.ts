import type { NewLadderMatchBody } from '../../../src/api/ladder.ts'
import type { FindingsBody, MatchBody } from '../../../src/api/matches.ts'
import type { Result } from '../../../src/base/result.ts'
import { fetchMatches } from './matches.ts'
import { API, request } from './request.ts'

/** Matches that a team starts with its bots, and what is only for their owner. */

/** A rated match; the ladder chooses the opponent. */
export const startLadderMatch = (challenge: string, bot: number): Promise<Result<MatchBody>> =>
  request(`${API}/challenges/${encodeURIComponent(challenge)}/ladder/matches`, {
    method: 'POST',
    json: { bot } satisfies NewLadderMatchBody,
  })

/** The last matches of a team in a challenge, newest first: enough to see which rungs its bots have beaten. */
export async function fetchChallengeMatches(
  player: number,
  challenge: string,
  signal: AbortSignal,
): Promise<Result<readonly MatchBody[]>> {
  const page = await fetchMatches({ player, challenge, limit: 100 }, signal)
  return page.ok ? { ok: true, value: page.value.matches } : page
}

export const fetchFindings = (match: number, signal: AbortSignal): Promise<Result<FindingsBody>> =>
  request(`${API}/matches/${match}/findings`, { signal })

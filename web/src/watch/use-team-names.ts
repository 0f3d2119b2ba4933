import { useMemo } from 'react'
import type { MatchBody } from '../../../src/api/matches.ts'
import { playerName } from '../parts/words.ts'
import type { Following } from '../story/follow-match.ts'

/** A match whose players are named by their teams first. A record names only the bot of a team. */
export function useTeamNames(following: Following, info: MatchBody | undefined): Following {
  const [first, second] = info?.players.map(playerName) ?? []
  return useMemo(() => {
    const { story } = following
    if (!story || first === undefined || second === undefined) return following
    return { ...following, story: { ...story, names: [first, second] } }
  }, [following, first, second])
}

import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { MatchBody } from '../../../src/api/matches.ts'
import type { Result } from '../../../src/base/result.ts'
import { startMatch } from '../api/matches.ts'
import { startLadderMatch } from '../api/own-matches.ts'

/** Starts matches of a bot of one's own, and opens each at once. */
export interface MatchStarter {
  /** Unrated, against `house:NAME`, `bot:ID` or `bot:ID@VERSION`. */
  readonly play: (opponent: string) => Promise<void>
  /** Rated; the ladder chooses the opponent. */
  readonly playRated: () => Promise<void>
  /** Why the last match was refused. */
  readonly problem: string | undefined
}

export function useStartMatch(challenge: string, bot: number): MatchStarter {
  const [, navigate] = useLocation()
  const [problem, setProblem] = useState<string>()
  const isBusy = useRef(false)
  const start = async (begin: () => Promise<Result<MatchBody>>): Promise<void> => {
    // A double click starts one match.
    if (isBusy.current) return
    isBusy.current = true
    const match = await begin()
    isBusy.current = false
    if (match.ok) navigate(`/matches/${match.value.id}`)
    else setProblem(match.problem.message)
  }
  return {
    play: (opponent) => start(() => startMatch({ challenge, players: [`bot:${bot}`, opponent] })),
    playRated: () => start(() => startLadderMatch(challenge, bot)),
    problem,
  }
}

import type { ChallengeHomeBody, WholeChallengeBody } from '../../../src/api/challenges.ts'
import type { Problem } from '../../../src/base/result.ts'
import { fetchChallenge, fetchHome } from './challenges.ts'
import { useResource } from './use-resource.ts'

export interface Home {
  readonly challenge: WholeChallengeBody | undefined
  readonly home: ChallengeHomeBody | undefined
  /** Why the challenge cannot be shown. */
  readonly problem: Problem | undefined
}

/** A challenge, and what a contestant needs to begin with it. */
export function useHome(id: string): Home {
  const challenge = useResource(id, (signal) => fetchChallenge(id, signal))
  const home = useResource(id, (signal) => fetchHome(id, signal))
  return {
    challenge: challenge.value,
    home: home.value,
    problem: challenge.value ? undefined : challenge.problem,
  }
}

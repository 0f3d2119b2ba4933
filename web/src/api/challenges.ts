import type { Result } from '../../../src/base/result.ts'
import type { ChallengeList, WholeChallengeBody } from '../../../src/api/challenges.ts'
import { API, request } from './request.ts'

export const fetchChallenges = (signal: AbortSignal): Promise<Result<ChallengeList>> =>
  request(`${API}/challenges`, { signal })

export const fetchChallenge = (id: string, signal: AbortSignal): Promise<Result<WholeChallengeBody>> =>
  request(`${API}/challenges/${encodeURIComponent(id)}`, { signal })

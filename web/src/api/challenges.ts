import type { Result } from '../../../src/base/result.ts'
import type { ChallengeHomeBody, ChallengeList, WholeChallengeBody } from '../../../src/api/challenges.ts'
import { API, request } from './request.ts'

const challenge = (id: string): string => `${API}/challenges/${encodeURIComponent(id)}`

export const fetchChallenges = (signal: AbortSignal): Promise<Result<ChallengeList>> =>
  request(`${API}/challenges`, { signal })

export const fetchChallenge = (id: string, signal: AbortSignal): Promise<Result<WholeChallengeBody>> =>
  request(challenge(id), { signal })

/** What a contestant needs to begin: rungs, kits, pages of the guide and a good match. */
export const fetchHome = (id: string, signal: AbortSignal): Promise<Result<ChallengeHomeBody>> =>
  request(`${challenge(id)}/home`, { signal })

/** The address of a kit as a zip archive. */
export const kitUrl = (id: string, language: string): string =>
  `${challenge(id)}/kits/${encodeURIComponent(language)}`

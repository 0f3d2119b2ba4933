import { fetchChallenges, type ChallengeInfo } from './api.ts'
import { useResource } from './use-resource.ts'

/** What can be played here; nothing until the server has said so. */
export const useChallenges = (): readonly ChallengeInfo[] =>
  useResource('challenges', fetchChallenges).value?.challenges ?? []

import type { ChallengeBody } from '../../../src/api/challenges.ts'
import { fetchChallenges } from './challenges.ts'
import { useResource } from './use-resource.ts'

/** What can be played here; nothing until the server has said so. */
export const useChallenges = (): readonly ChallengeBody[] =>
  useResource('challenges', fetchChallenges).value?.challenges ?? []

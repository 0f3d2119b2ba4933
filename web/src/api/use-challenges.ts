import type { ChallengeBody } from '../../../src/api/challenges.ts'
import { fetchChallenges } from './challenges.ts'
import { useResource } from './use-resource.ts'

/** The challenges of this server; empty until they are loaded. */
export const useChallenges = (): readonly ChallengeBody[] =>
  useResource('challenges', fetchChallenges).value?.challenges ?? []

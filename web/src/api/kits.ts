import type { KitSourceBody } from '../../../src/api/challenges.ts'
import type { Result } from '../../../src/base/result.ts'
import { API, request } from './request.ts'

/** The source file of a kit. */
export const fetchKitSource = (
  challenge: string,
  language: string,
  signal: AbortSignal,
): Promise<Result<KitSourceBody>> =>
  request(`${API}/challenges/${encodeURIComponent(challenge)}/kits/${encodeURIComponent(language)}/source`, {
    signal,
  })

import type { ModelsBody } from '../../../src/api/models.ts'
import type { Result } from '../../../src/base/result.ts'
import { API, request } from './request.ts'

export const fetchModels = (signal: AbortSignal): Promise<Result<ModelsBody>> =>
  request(`${API}/models`, { signal })

/** Prompts and answers of a match, for the organiser. */
export const callsAddress = (match: number): string => `${API}/matches/${match}/calls`

import type { GuidePageBody } from '../../../src/api/guide.ts'
import type { Result } from '../../../src/base/result.ts'
import { API, request } from './request.ts'

/** A page of the documentation, such as `rules/quoridor`. */
export const fetchGuidePage = (path: string, signal: AbortSignal): Promise<Result<GuidePageBody>> =>
  request(`${API}/guide/${path.split('/').map(encodeURIComponent).join('/')}`, { signal })

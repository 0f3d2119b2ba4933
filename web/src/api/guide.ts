import type { GuideContentsBody, GuidePageBody, GuideSectionsBody } from '../../../src/api/guide.ts'
import type { Result } from '../../../src/base/result.ts'
import { API, request } from './request.ts'

/** A page of the documentation, such as `rules/quoridor`. */
export const fetchGuidePage = (path: string, signal: AbortSignal): Promise<Result<GuidePageBody>> =>
  request(`${API}/guide/${path.split('/').map(encodeURIComponent).join('/')}`, { signal })

/** All pages of the documentation. */
export const fetchGuideContents = (signal: AbortSignal): Promise<Result<GuideContentsBody>> =>
  request(`${API}/guide`, { signal })

/** The whole text of the documentation. */
export const fetchGuideSections = (signal: AbortSignal): Promise<Result<GuideSectionsBody>> =>
  request(`${API}/guide-sections`, { signal })

import type { SlideList } from '../../../src/api/slides.ts'
import type { Result } from '../../../src/base/result.ts'
import { API, request } from './request.ts'

/** The organiser's pictures for the projector. */
export const fetchSlides = (signal: AbortSignal): Promise<Result<SlideList>> =>
  request(`${API}/slides`, { signal })

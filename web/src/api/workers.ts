import type { NewKeyBody } from '../../../src/api/people.ts'
import type { WorkersBody } from '../../../src/api/workers.ts'
import type { Result } from '../../../src/base/result.ts'
import { API, request } from './request.ts'

export const fetchWorkers = (signal: AbortSignal): Promise<Result<WorkersBody>> =>
  request(`${API}/workers`, { signal })

export const addWorkerKey = (): Promise<Result<NewKeyBody>> =>
  request(`${API}/worker-keys`, { method: 'POST' })

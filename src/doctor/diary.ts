import type { ProcessEnd } from '../runner/process/bot-process.ts'
import type { Awaited } from '../protocols/wire-doctor.ts'
import type { Closing, Moment, TurnTime } from './observation.ts'

/** The log of one round, written while the round is played. */
export interface Diary {
  readonly moments: Moment[]
  readonly times: TurnTime[]
  awaited: Awaited
  seatSeed?: number
  startMs?: number
  exit?: ProcessEnd
  errors: string
  closing?: Closing
}

export const emptyDiary = (): Diary => ({ moments: [], times: [], awaited: 'nothing', errors: '' })

/** A program that floods would fill the memory: output beyond this is dropped. */
const BYTES_KEPT = 1 << 20

export function noteCame(diary: Diary, bytes: Uint8Array): void {
  const kept = diary.moments.reduce((sum, one) => sum + (one.kind === 'came' ? one.bytes.length : 0), 0)
  if (kept + bytes.length <= BYTES_KEPT) diary.moments.push({ kind: 'came', bytes: Uint8Array.from(bytes) })
}

import { findGame } from '../../../src/games/index.ts'
import { readRecord } from '../../../src/match/read-record.ts'

export interface Verdict {
  /** What is wrong with the record, if anything is. */
  readonly problem?: string
}

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const read = readRecord(data, findGame)
  self.postMessage((read.ok ? {} : { problem: read.problem.message }) satisfies Verdict)
})

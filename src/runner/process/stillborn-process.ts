import type { BotProcess, ProcessEnd } from './bot-process.ts'

/** A program that never ran: silent, closed and ended from the beginning. */
export const stillbornProcess = (end: ProcessEnd): BotProcess => ({
  write: () => false,
  closeInput() {},
  read: () => Promise.resolve(undefined),
  ahead: 0,
  drain: () => Promise.resolve(Buffer.alloc(0)),
  errors: () => '',
  suspend: () => Promise.resolve(true),
  overrunMs: 0,
  resume() {},
  spent: () => 0,
  peakMemory: () => undefined,
  awaitsInput: () => undefined,
  begun: Promise.resolve(),
  end,
  ended: Promise.resolve(end),
  stop: () => Promise.resolve(end),
  async [Symbol.asyncDispose]() {},
})

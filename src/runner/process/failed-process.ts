import type { BotProcess, ProcessEnd } from './bot-process.ts'

/** A process that failed to start: it has ended already and has no output. */
export const failedProcess = (end: ProcessEnd): BotProcess => ({
  write: () => false,
  closeInput() {},
  read: () => Promise.resolve(undefined),
  ahead: 0,
  drain: () => Promise.resolve(Buffer.alloc(0)),
  errors: () => '',
  takeRemark: () => undefined,
  arrival: () => undefined,
  suspend: () => true,
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

/**
 * The tests that hold real clocks against real processes: a deadline of some seconds passes on the machine's own clock, and a bot, a
 * browser or a server must answer before it. On a busy machine such a file may fail without a fault, so it runs once more, alone.
 */
export const REAL_CLOCKS: readonly string[] = [
  'src/runner/process/start-process.test.ts',
  'src/runner/program-contestant.test.ts',
  'src/runner/sandbox/core-leases.test.ts',
  'src/runner/sandbox/sandbox.test.ts',
  'test/cli/climb.test.ts',
  'test/cli/gamehost.test.ts',
  'test/cli/killed.test.ts',
  'test/cli/programs.test.ts',
  'test/disk/slow-disk.test.ts',
  'test/doctor/check.test.ts',
  'test/hostile/hostile.test.ts',
  'test/kits.test.ts',
  'test/process/shortage.test.ts',
  'test/process/slow-sandbox.test.ts',
  'test/server/findings.test.ts',
  'test/server/load.test.ts',
  'test/server/single-file.test.ts',
  'test/server/stall.test.ts',
  'test/server/uploaded-kits.test.ts',
  'test/sse/kits.test.ts',
  'test/web/class-day.test.ts',
  'test/web/play.test.ts',
]

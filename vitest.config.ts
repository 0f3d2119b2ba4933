import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { REAL_CLOCKS } from './scripts/real-clocks.ts'
import { builtThreads } from './test/setup/built-threads.ts'

// Threads and processes that the tests start load our sources from Node's cache of stripped types.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')

const PURE = [
  'src/{base,game,games,brains,match,tournament,rating,challenges,evaluation,openings,analysis}/**/*.test.ts',
]

/** Files with modules of their own: what they test is a process, a sandbox or a browser, and loading our modules is the smallest part. */
const ALONE = [
  'src/{runner,workshop}/**/*.test.ts',
  'scripts/**/*.test.ts',
  'test/*.test.ts',
  'test/{bots,cli,disk,doctor,guile,hostile,mcp,process,queue,tournament,web}/**/*.test.ts',
  'test/server/{abuse,crash,fuzz,ladder,matchmaker,tournaments,uploaded-commands}.test.ts',
  'test/sse/{callback-kill,same-grade,sequential}.test.ts',
  ...REAL_CLOCKS,
]

const SYSTEM = {
  setupFiles: 'test/setup/no-dialling.ts',
  pool: 'threads',
  testTimeout: 120_000,
  // Servers, browsers and compilers are started before the first test.
  hookTimeout: 120_000,
  // A state that a test waits for may come late on a busy machine; Vitest itself waits one second.
  expect: { poll: { timeout: 60_000 } },
} as const

export default defineConfig({
  test: {
    // Many tests wait for processes, browsers and clocks most of their time.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'pure',
          include: PURE,
          pool: 'threads',
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [builtThreads()],
        test: {
          ...SYSTEM,
          // Vitest starts projects by name: these long files come first.
          name: 'alone',
          include: ALONE,
        },
      },
      {
        plugins: [builtThreads()],
        test: {
          ...SYSTEM,
          name: 'system',
          include: ['src/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...PURE, ...ALONE],
          // The files of a worker share their modules: to load the server again for each file costs more than most of its tests.
          isolate: false,
        },
      },
    ],
  },
})

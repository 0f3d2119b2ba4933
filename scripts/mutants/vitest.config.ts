import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** One thread that keeps the tests of a mutation run loaded. */
export default defineConfig({
  // Each process has its own cache: two would remove each other's.
  cacheDir: join(tmpdir(), `gamegrid-mutants-${process.pid}`),
  test: {
    include: ['scripts/mutants/nothing.ts'],
    runner: './scripts/mutants/kept-tests.ts',
    setupFiles: ['test/setup/no-dialling.ts', 'test/setup/compare-bytes.ts'],
    pool: 'threads',
    isolate: false,
    includeTaskLocation: true,
    maxWorkers: 1,
    // Instrumented code is slow. Each run says how long its tests may take.
    expect: { poll: { timeout: 5_000 } },
    hookTimeout: 900_000,
  },
})

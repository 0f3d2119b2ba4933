import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests of one mutation run: scripts/mutants/run.ts names them. */
export default defineConfig({
  // Each runner process has its own cache: two would remove each other's.
  cacheDir: join(tmpdir(), `gamegrid-mutants-${process.pid}`),
  test: {
    include: (process.env['GAMEGRID_MUTANT_TESTS'] ?? '').split(','),
    setupFiles: ['test/setup/no-dialling.ts'],
    pool: 'threads',
    // Instrumented code is slow: Stryker has timeouts of its own.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Threads and processes that the tests start load our sources from Node's cache of stripped types.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')

export default defineConfig({
  test: {
    // Many tests wait for processes, browsers and clocks most of their time.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'pure',
          include: [
            'src/{base,game,games,brains,match,tournament,rating,challenges,evaluation,openings}/**/*.test.ts',
          ],
          pool: 'threads',
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'system',
          setupFiles: ['test/setup/no-dialling.ts'],
          include: [
            'src/{protocols,wires,runner,tournament-runner,workshop,doctor,store,arena,server,cli,sdk,drawing,mcp}/**/*.test.ts',
            'web/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          pool: 'threads',
          testTimeout: 120_000,
          // Servers, browsers and compilers are started before the first test.
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

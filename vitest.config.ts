import { createRequire } from 'node:module'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { REAL_CLOCKS } from './scripts/real-clocks.ts'

// Threads and processes that the tests start load our sources from Node's cache of stripped types.
const ownCache: () => string | undefined = createRequire(import.meta.url)('./bin/own-cache.js')
const cache = process.env['NODE_COMPILE_CACHE'] || ownCache()
if (cache !== undefined) process.env['NODE_COMPILE_CACHE'] = cache

// Tests call no other host. With this variable, a Node process reads every certificate of a file when it loads TLS, and an older Node
// when it starts: 35 ms and 130 ms of processor time for the certificates of Debian, and the tests start Node some thousand times.
delete process.env['NODE_EXTRA_CA_CERTS']

const PURE = [
  'src/{base,game,games,brains,match,tournament,rating,challenges,evaluation,openings,analysis}/**/*.test.ts',
]

/** Long files that load the server. Vitest starts projects by name, so these come before those of `system`. */
const LONG = [
  'scripts/pictures.test.ts',
  'test/{curl,deploy,docs,kits-arena,reference,start-pages,tutorial}.test.ts',
  'test/{doctor,mcp,queue}/**/*.test.ts',
  'test/web/!(team).test.ts',
  'test/cli/{ci,client,connect,ladder,replica}.test.ts',
  'test/server/{findings,fuzz,ladder,single-file,uploaded-commands,uploaded-kits}.test.ts',
  'test/sse/{callback-kill,kits,sequential}.test.ts',
]

/** Files with modules of their own: what they test is a process, a sandbox or a disk, and loading our modules is the smallest part. */
const ALONE = [
  'src/{runner,workshop}/**/*.test.ts',
  'scripts/**/*.test.ts',
  'test/*.test.ts',
  'test/{bots,cli,disk,guile,hostile,process,tournament}/**/*.test.ts',
  'test/server/{abuse,crash,matchmaker,tournaments}.test.ts',
  'test/sse/same-grade.test.ts',
  'test/web/team.test.ts',
  ...REAL_CLOCKS,
]

/**
 * Node itself loads the modules: it strips their types, and keeps what it has compiled. Vite's runner transforms every module, and reaches
 * each imported name through an object of the module; it takes an eighth more processor time. The web application needs it, for JSX.
 */
const IN_NODE = {
  setupFiles: 'test/setup/start.mjs',
  experimental: { viteModuleRunner: false, nodeLoader: false },
} satisfies TestProjectInlineConfiguration['test']

const SYSTEM = {
  ...IN_NODE,
  // To start a program, the kernel copies the page tables of the process that starts it: up to 30 ms where all workers share a process.
  pool: 'forks',
  // A hang must end; a test of twenty seconds must pass on a machine ten times slower.
  testTimeout: 300_000,
  // Servers, browsers and compilers are started before the first test.
  hookTimeout: 300_000,
  // A state that a test waits for may come late on a busy machine; Vitest itself waits one second.
  expect: { poll: { timeout: 60_000 } },
} satisfies TestProjectInlineConfiguration['test']

export default defineConfig({
  test: {
    // Many tests wait for processes, browsers, disks and clocks most of their time: four workers keep two cores busy for five sixths of it, five
    // for nine tenths.
    maxWorkers: 5,
    projects: [
      {
        test: {
          ...IN_NODE,
          name: 'pure',
          include: PURE,
          pool: 'threads',
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...SYSTEM,
          name: 'alone',
          include: ALONE,
          exclude: LONG,
        },
      },
      {
        test: { ...SYSTEM, name: 'long', include: LONG, isolate: false },
      },
      {
        test: {
          ...SYSTEM,
          name: 'system',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...PURE, ...ALONE, ...LONG],
          // The files of a worker share their modules: to load the server again for each file costs more than most of its tests.
          isolate: false,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.ts'],
          testTimeout: 60_000,
          setupFiles: ['test/setup/no-dialling.ts', 'test/setup/compare-bytes.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
    ],
  },
})

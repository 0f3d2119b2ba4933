/** Folder of `src` → other tests that hold it, besides its own. Without an argument `npm run mutants` takes these folders in turn. */
export const TESTS_OF: Readonly<Record<string, readonly string[]>> = {
  match: ['src/runner/play-match.test.ts'],
  'games/tic-tac-toe': [],
  'games/longest-group': [],
  'games/quoridor': [],
  'games/tron': [],
  tournament: ['src/tournament-runner/run-tournament.test.ts'],
  rating: [],
  evaluation: [],
  store: [],
  arena: ['test/server/{matches,games,tournaments,people}.test.ts'],
  'tournament-runner': [],
  server: ['test/server/{people,session,foreign}.test.ts'],
  protocols: ['src/wires/**/*.test.ts'],
  wires: [],
}

/** The test files that are run for the mutants of a folder, or of one file in it. */
export function testsOf(folder: string): readonly string[] {
  const [top = ''] = folder.split('/')
  const own = folder.endsWith('.ts') ? folder.slice(0, folder.lastIndexOf('/')) : folder
  return [`src/${own}/**/*.test.ts`, ...(TESTS_OF[top] ?? [])]
}

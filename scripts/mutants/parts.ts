/** What one run of `npm run mutants` mutates, and which tests it runs. All are patterns of paths from the root. */
export interface Part {
  readonly name: string
  readonly sources: readonly string[]
  readonly tests: readonly string[]
}

interface Terms {
  /** Paths in `src`; without them the folder with the name of the part. */
  readonly files?: readonly string[]
  /** Tests that hold the part, besides those beside its files. */
  readonly tests?: readonly string[]
}

/** The setting `opening` of the games that are played by turns. */
const OPENINGS = ['src/games/opening-moves.test.ts']

/** Without an argument `npm run mutants` takes these parts in turn. */
export const PARTS: Readonly<Record<string, Terms>> = {
  match: { tests: ['src/runner/play-match.test.ts'] },
  'games/tic-tac-toe': { tests: OPENINGS },
  'games/longest-group': { tests: OPENINGS },
  'games/quoridor': { tests: OPENINGS },
  'games/tron': {},
  tournament: { tests: ['src/tournament-runner/run-tournament.test.ts'] },
  rating: {},
  evaluation: {},
  store: {},
  arena: { tests: ['test/server/{matches,games,tournaments,people}.test.ts'] },
  'tournament-runner': {},
  server: { tests: ['test/server/{people,session,foreign,sign-in-links,judging}.test.ts'] },
  // Who sends a request, and what this person may do: keys, sessions, sign-in links, the rules of routes, foreign sites.
  identity: {
    files: [
      'arena/people.ts',
      'arena/secret.ts',
      'arena/sign-in-links.ts',
      'server/identity.ts',
      'server/access.ts',
      'server/refuse-foreign.ts',
      'server/known-hosts.ts',
    ],
    tests: [
      'src/arena/{people,sign-in-links}.test.ts',
      'src/server/{access,known-hosts,refuse-foreign}.test.ts',
    ],
  },
  protocols: { tests: ['src/wires/**/*.test.ts'] },
  wires: {},
}

/** The parts that the arguments name. Files of one part are mutated in one run; a name is a part, or a folder or a file of `src`. */
export function partsOf(names: readonly string[]): readonly Part[] {
  const parts = new Map<string, Part>()
  for (const name of names) {
    const terms = PARTS[name]
    const holder = terms ? name : holderOf(name)
    const files = terms?.files ?? [name]
    const tests = holder ? testsOf(holder) : [`src/${folderOf(name)}/**/*.test.ts`]
    const known = parts.get(holder ?? name)
    const sources = [...(known?.sources ?? []), ...files.map(patternOf)]
    parts.set(holder ?? name, { name: holder ?? name, sources, tests })
  }
  return [...parts.values()]
}

/** The part that a folder or a file belongs to. */
const holderOf = (name: string): string | undefined =>
  Object.keys(PARTS).find((part) => PARTS[part]?.files?.includes(name)) ??
  Object.keys(PARTS).find((part) => name.startsWith(`${part}/`))

function testsOf(part: string): readonly string[] {
  const { files, tests = [] } = PARTS[part] ?? {}
  return files ? tests : [`src/${part}/**/*.test.ts`, ...tests]
}

const patternOf = (name: string): string => (isFile(name) ? `src/${name}` : `src/${name}/**/*.ts`)
const folderOf = (name: string): string => (isFile(name) ? name.slice(0, name.lastIndexOf('/')) : name)
const isFile = (name: string): boolean => name.endsWith('.ts')

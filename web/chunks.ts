import { globSync } from 'node:fs'
import { join } from 'node:path'

/** What the bundler knows of the modules that it has loaded. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const src = join(import.meta.dirname, 'src')
const MAIN = join(src, 'main.tsx')
/** The board of a running match in the lobby. It is loaded only where a match runs. */
const MINI_BOARD = join(src, 'pages/lobby/mini-board.tsx')
/** Every page that shows positions of all games needs this module. */
const STORY = join(src, 'story/story.ts')

/** A chunk takes along what its modules import, if no chunk before it in this list has taken that. */
const CHUNKS = ['base', 'stories', 'common', 'boards'] as const
type Chunk = (typeof CHUNKS)[number]

interface ChunkGroup {
  readonly priority: number
  readonly name: (id: string, modules: Modules) => Chunk | undefined
}

/**
 * Names the file of each module that pages share. Left to itself, the bundler makes a file for each set of pages that share something.
 * Most of those have less than a kilobyte, and a request costs the browser and the server more than that.
 */
export function chunksByPages(): ChunkGroup[] {
  let needed: Needed | undefined
  return CHUNKS.map((chunk, index) => ({
    priority: CHUNKS.length - index,
    name: (id, modules) => (chunkOf(id, (needed ??= neededBy(modules))) === chunk ? chunk : undefined),
  }))
}

/** The modules that are needed by the application at once, by a board in the lobby, and by each page. */
interface Needed {
  readonly main: ReadonlySet<string>
  readonly miniBoard: ReadonlySet<string>
  readonly pages: readonly ReadonlySet<string>[]
}

const neededBy = (modules: Modules): Needed => ({
  main: needs(MAIN, modules),
  miniBoard: needs(MINI_BOARD, modules),
  pages: globSync(join(src, 'pages/**/*-page.tsx')).map((page) => needs(page, modules)),
})

function chunkOf(id: string, { main, miniBoard, pages }: Needed): Chunk | undefined {
  const sharing = pages.filter((page) => page.has(id))
  const isOnlyForBoards = sharing.every((page) => page.has(STORY))
  if (main.has(id)) return 'base'
  if (miniBoard.has(id)) return isOnlyForBoards ? 'stories' : 'base'
  if (isOnlyForBoards) return sharing.length > 1 ? 'boards' : undefined
  // What only two pages share would make every other page heavier.
  return sharing.length > 2 ? 'common' : undefined
}

/** The module and all that it imports, without what it imports only when asked. */
function needs(id: string, modules: Modules, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) needs(next, modules, found)
  return found
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GAMES } from '../games/index.ts'

/** In a checkout this file is in `src/briefing`, in the published package in `dist/briefing`. */
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))

/** Games and the pages of the guide that have their rules. */
export const RULES_PAGES = GAMES.map(({ id, title }) => ({ game: id, title, uri: rulesUri(id) }))

export function rulesUri(game: string): string {
  return `gamegrid://rules/${game}`
}

const pages = new Map<string, string>()

/** The page of the guide with the rules of a game, in Markdown; undefined for a game that is not here. */
export function readRules(game: string): string | undefined {
  // Only names of the list become a path.
  if (!RULES_PAGES.some((page) => page.game === game)) return undefined
  const known = pages.get(game) ?? readFileSync(join(DOCS, 'rules', `${game}.md`), 'utf8')
  pages.set(game, known)
  return known
}

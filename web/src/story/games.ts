import { useEffect, useState } from 'react'
import type { AnyGame } from '../../../src/game/game.ts'

/** The rules of each game are a chunk of their own, loaded on demand. */
const FOLDERS = import.meta.glob<Readonly<Record<string, unknown>>>('../../../src/games/*/index.ts')
const games = new Map<string, AnyGame>()

/** A game whose rules have been loaded. */
export const loadedGame = (id: string): AnyGame | undefined => games.get(id)

async function loadGame(id: string): Promise<void> {
  const load = FOLDERS[`../../../src/games/${id}/index.ts`]
  if (games.has(id) || !load) return
  const game = Object.values(await load()).find((part) => isGame(part, id))
  if (isGame(game, id)) games.set(id, game)
}

export const loadAllGames = async (): Promise<void> => {
  await Promise.all(Object.keys(FOLDERS).map((path) => loadGame(path.split('/').at(-2) ?? '')))
}

/** Whether the rules are loaded; without them a match cannot be shown. */
export function useGame(id: string | undefined): boolean {
  const [loaded, setLoaded] = useState<string>()
  useEffect(() => {
    if (id === undefined) return
    let isWanted = true
    const load = async (): Promise<void> => {
      await loadGame(id)
      if (isWanted) setLoaded(id)
    }
    void load()
    return () => {
      isWanted = false
    }
  }, [id])
  return id !== undefined && (loaded === id || games.has(id))
}

const isGame = (part: unknown, id: string): part is AnyGame =>
  typeof part === 'object' && part !== null && 'id' in part && part.id === id

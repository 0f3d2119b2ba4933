import { ok } from '../../../src/base/result.ts'
import { fetchRecord } from '../api/matches.ts'
import { useResource } from '../api/use-resource.ts'
import { readStory } from './read-story.ts'
import type { Story } from './story.ts'

/**
 * Reads the record of a match now and then, and once more when the match is over: the last position is the one that counts. For
 * pages with many boards: each stream is a connection of its own.
 */
export function useGlances(match: number, isWanted: boolean, isOver: boolean): Story | undefined {
  const { value } = useResource(
    isWanted ? `${match} ${isOver}` : undefined,
    async (signal) => {
      const text = await fetchRecord(match, signal)
      return text.ok ? ok(readStory(text.value)) : text
    },
    { everyMs: 4_000 },
  )
  return value
}

import type { JsonObject } from '../../src/base/json.ts'
import { until, type TestArena } from '../server/arena.fixture.ts'
import { eventsOf } from './team.fixture.ts'

/** Reads the events of a battle until it is over, or the signal leaves the stream. */
export function listen(arena: TestArena, game: string, id: string, signal?: AbortSignal) {
  const events: JsonObject[] = []
  const over = (async () => {
    for await (const event of eventsOf(arena.url, game, id, signal)) events.push(event)
  })()
  // Some tests end before the battle.
  over.catch(() => {})
  return { events, over, has: (count: number) => until(() => (events.length >= count ? true : undefined)) }
}

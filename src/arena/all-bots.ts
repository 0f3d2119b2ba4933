import type { BotRow, Reads } from '../store/subjects/index.ts'

/** Rows in memory at once. */
const PAGE = 500

/** All bots, of all people, in the order of their ids. */
export function* allBots(reads: Pick<Reads, 'bots'>): Iterable<BotRow> {
  for (let after = 0; ;) {
    const page = reads.bots({}, { after, limit: PAGE })
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

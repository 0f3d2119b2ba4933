import { addRatedMatch } from '../src/arena/ladder.fixture.ts'
import { registerPerson } from '../src/arena/people.ts'
import { must } from '../src/base/result.ts'
import { longestGroup } from '../src/challenges/longest-group.ts'
import type { MatchPlayer, Store } from '../src/store/store.ts'

/** Entries that are appended before the store is given time to write them. */
const BATCH = 1000

/** A ladder with a past, as entries of the log. Matches are between neighbours, and the one with the higher number wins two of three. */
export async function fillLadder(
  store: Store,
  bots: number,
  versions: number,
  matches: number,
): Promise<void> {
  const first = store.nextBot()
  const log = 'a line of the build\n'.repeat(100)
  for (let index = 0; index < bots; index++) {
    const { id: person } = must(registerPerson(store, `Ladder team ${index}`, 'player'))
    const bot = first + index
    store.append({ kind: 'bot-registered', bot, person, challenge: longestGroup.id, name: `bot ${index}` })
    for (let version = 1; version <= versions; version++) {
      const source = { kind: 'program', command: 'sleep 1' } as const
      store.append({ kind: 'version-added', bot, version, source })
      store.append({ kind: 'version-judged', bot, version, passed: true, report: 'good', log })
    }
    if (index % 20 === 0) await store.settled()
  }
  const playerOf = (index: number, version: number): MatchPlayer => {
    const bot = first + (index % bots)
    return { kind: 'bot', name: `bot ${index}`, person: store.bot(bot)?.person ?? 0, bot, version }
  }
  for (let index = 0; index < matches; index++) {
    const version = 1 + (Math.floor(index / bots) % versions)
    const players = [playerOf(index, version), playerOf(index + 1 + (index % 7), version)] as const
    addRatedMatch(store, players, index % 3 === 0 ? 0 : 1)
    if (index % BATCH === 0) await store.settled()
  }
  for (let index = 0; index < bots; index++) store.append({ kind: 'ladder-enrolled', bot: first + index })
  await store.settled()
}

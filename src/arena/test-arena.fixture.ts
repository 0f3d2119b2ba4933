import { must } from '../base/result.ts'
import { openDesks } from '../protocols/desk.ts'
import { openStore } from '../store/open-store.ts'
import type { MatchPlayer } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { openArena, type ArenaOptions } from './arena.ts'
import { registerPerson } from './people.ts'

type Team = Extract<MatchPlayer, { kind: 'http' }>

interface TestArenaOptions extends Partial<ArenaOptions> {
  /** The time of the store. */
  readonly now?: () => number
}

/** Gives arenas, each with a store in a folder of its own. Teams play at desks, and no bot can be started. */
export function testArenas() {
  const newFolder = tempFolders()
  return ({ now, ...more }: TestArenaOptions = {}, folder = newFolder()) => {
    const store = must(openStore(folder, now && { now }))
    const desks = openDesks()
    const arena = openArena({
      store,
      seating: {
        locateBot() {
          throw new Error('no bot is started here')
        },
        seatRemote: (player, seat) => desks.seat(player, seat),
      },
      ...more,
    })
    return {
      folder,
      store,
      desks,
      arena,
      /** Registers a team, and gives it as a player. */
      team: (name: string): Team => ({
        kind: 'http',
        name,
        person: must(registerPerson(store, name, 'player')).id,
      }),
      async [Symbol.asyncDispose]() {
        await arena[Symbol.asyncDispose]()
        store[Symbol.dispose]()
      },
    }
  }
}

/** A house brain as a player of a match. */
export const housePlayer = (brain: string): MatchPlayer => ({ kind: 'house', name: `house:${brain}`, brain })

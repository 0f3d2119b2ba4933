import { messageOf } from '../base/message-of.ts'
import { must } from '../base/result.ts'
import { openDesks } from '../protocols/desk.ts'
import type { Clock } from '../runner/clock.ts'
import { openStore } from '../store/open-store.ts'
import { openArena } from './arena.ts'
import type { NewTournament } from './new-tournament.ts'
import { registerPerson } from './people.ts'
import type { Presence } from './presence.ts'
import { openTournaments } from './tournaments.ts'

export interface HallOptions {
  readonly clock?: Clock
  readonly presence?: Presence
  readonly maxHouseMatches?: number
}

/** The tournaments of a folder, with all that they need. Teams are called; they come if a test uses their desks. */
export function openHall(folder: string, { presence, ...limits }: HallOptions = {}) {
  const store = must(openStore(folder))
  const desks = openDesks()
  const failures: string[] = []
  const arena = openArena({
    store,
    ...limits,
    seating: {
      locateBot() {
        throw new Error('there are no bots')
      },
      seatRemote: (player, seat) => desks.seat(player, seat),
    },
  })
  const tournaments = openTournaments(
    arena,
    (id, error) => void failures.push(`${id}: ${messageOf(error)}`),
    presence,
  )
  const view = (id: number) => {
    const row = store.tournament(id)
    if (!row) throw new Error(`there is no tournament ${id}`)
    return { ...row, ...must(tournaments.view(row, 'all')) }
  }

  /** Resolves with the first view of a tournament for which `isSo` is true. */
  function when(id: number, isSo: (seen: ReturnType<typeof view>) => boolean) {
    return new Promise<ReturnType<typeof view>>((resolve) => {
      const look = (): void => {
        const seen = view(id)
        if (!isSo(seen)) return
        leave()
        resolve(seen)
      }
      const leave = tournaments.onChange((changed) => changed === id && look())
      look()
    })
  }

  return {
    folder,
    store,
    arena,
    desks,
    /** What the tournaments could not do, by their ids. */
    failures,
    tournaments,
    view,
    when,
    over: (id: number) => when(id, ({ status }) => status === 'over'),
    register: (name: string): string => `player:${must(registerPerson(store, name, 'player')).id}`,
    hold(more: Partial<NewTournament>): number {
      const { id } = must(tournaments.create({ ...CUP, ...more }))
      must(tournaments.start(id))
      return id
    },
    async [Symbol.asyncDispose]() {
      await tournaments[Symbol.asyncDispose]()
      await arena[Symbol.asyncDispose]()
      store[Symbol.dispose]()
    },
  }
}

export type Hall = ReturnType<typeof openHall>

export const HOUSE = ['house:perfect', 'house:first', 'house:random']

export const CUP: NewTournament = {
  name: 'Cup',
  challenge: 'tic-tac-toe',
  format: 'round-robin',
  options: { games: 1 },
  entrants: HOUSE,
  // To draw an opening takes a thread some tenths of a second.
  openings: false,
  seed: 5,
  nodes: 50,
}

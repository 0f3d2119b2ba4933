import type { Arena } from '../arena/arena.ts'
import { findTeam } from '../arena/find-team.ts'
import { isReserved } from '../arena/people.ts'
import type { Presence } from '../arena/presence.ts'
import { messageOf } from '../base/message-of.ts'
import type { Result } from '../base/result.ts'
import type { Contestant } from '../protocols/protocol.ts'
import type { ListenerOptions, Listening, WireListener } from '../protocols/wire-server.ts'
import type { MatchPlayer } from '../store/store.ts'

/** Opens the port of a wire. Its games are matches of the arena: logged, recorded and shown like all others. */
export const openLobby = (
  { arena, presence }: { readonly arena: Arena; readonly presence: Presence },
  listener: WireListener,
  options: ListenerOptions,
  print: (line: string) => void,
): Promise<Result<Listening>> =>
  listener.open({
    ...options,
    findTeam: (key) => findTeam(arena.store, key, Date.now()),
    isReserved: (name) => isReserved(arena.store, name),
    onTeam: (person) => presence.connect(person, listener.name, Date.now),
    async play({ index, names, people, spec }, contestants) {
      const { settings, rules, seed } = spec
      // A house brain that fills an empty seat is a guest, too: the match cannot resume.
      const guestOf = ({ name }: Contestant, person: number | undefined): MatchPlayer => ({
        kind: 'guest',
        name,
        wire: listener.name,
        ...(person !== undefined && { person }),
      })
      const row = await arena.host(
        {
          challenge: listener.challenge,
          players: [guestOf(contestants[0], people[0]), guestOf(contestants[1], people[1])],
          origin: 'lobby',
          settings,
          rules,
          seed,
        },
        contestants,
      )
      const end = row.ok ? (row.value.end ?? 'interrupted') : row.problem.message
      print(`Game ${index + 1}, ${names[0]} against ${names[1]}: ${end}`)
    },
    onFailure: ({ index }, error) => print(`Game ${index + 1} could not be played: ${messageOf(error)}`),
  })

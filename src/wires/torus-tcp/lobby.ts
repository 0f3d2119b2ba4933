import { deriveSeed } from '../../base/rng.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { torusTron } from '../../challenges/torus-tron.ts'
import type { Pair } from '../../game/game.ts'
import { makeSpec, type Match, type MatchEvent, type MatchSpec } from '../../match/match.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import type { ListenerGame, ListenerOptions, Listening } from '../../protocols/wire-server.ts'
import { realClock, type Clock } from '../../runner/clock.ts'
import { playMatch } from '../../runner/play-match.ts'
import { checkTcpSpec, openReception, type Guest, type Reception, type TcpLimits } from './reception.ts'
import { houseContestant } from '../../runner/house-contestant.ts'

export interface TcpLobbyOptions extends ListenerOptions {
  /** Each house brain thinks in a thread of its own; at most so many play at once. */
  readonly maxHouseGames?: number
  readonly limits?: Partial<TcpLimits>
  readonly clock?: Clock
  onEvent?(game: ListenerGame, event: MatchEvent, match: Match): void
  /** A game is over, or was given up without a result because the host failed or stopped. */
  onOver?(game: ListenerGame, match: Match): void
}

export interface TcpLobby extends Listening {
  readonly connections: number
  /** Games being played. */
  readonly playing: number
  /** Players with a name that wait for another. */
  readonly waiting: number
}

/** The torus-tron server: pairs players in order of arrival and plays all their games at once. */
export async function openTcpLobby(options: TcpLobbyOptions): Promise<Result<TcpLobby>> {
  const { clock = realClock, fillAfter, fillWith = 'random', maxHouseGames = 16 } = options
  const read = readMaps(options)
  if (!read.ok) return read
  const specs = read.value
  if (fillAfter !== undefined && !(fillAfter >= 0))
    return fail('bad-fill', `Cannot fill after ${fillAfter} s: expected seconds from 0`)

  const stop = new AbortController()
  const games = new Set<Promise<void>>()
  let begun = 0
  let houseGames = 0
  let waiting: Guest | undefined
  let stopFilling = (): void => {}

  function seat(guest: Guest): void {
    const first = waiting
    if (first === undefined || first.isGone) return wait(guest)
    waiting = undefined
    stopFilling()
    begin([first, guest], [first.contestant, guest.contestant])
  }

  function wait(guest: Guest): void {
    waiting = guest
    guest.onLeave(() => {
      if (waiting !== guest) return
      waiting = undefined
      stopFilling()
    })
    fillLater()
  }

  function fillLater(): void {
    stopFilling()
    if (fillAfter !== undefined && waiting) stopFilling = clock.at(clock.now() + fillAfter * 1000, fill)
  }

  function fill(): void {
    const guest = waiting
    if (guest === undefined || houseGames >= maxHouseGames) return
    waiting = undefined
    houseGames++
    const bot = `house:${fillWith}`
    const house = houseContestant({ name: bot, brain: fillWith, game: torusTron.game.id })
    begin([guest], [guest.contestant, house], () => {
      houseGames--
      fillLater()
    })
  }

  function begin(guests: readonly Guest[], contestants: Pair<Contestant>, after = (): void => {}): void {
    const game = play(guests, contestants).finally(() => {
      games.delete(game)
      after()
    })
    games.add(game)
  }

  async function play(guests: readonly Guest[], contestants: Pair<Contestant>): Promise<void> {
    const index = begun++
    const spec = {
      ...(specs[index % specs.length] as MatchSpec),
      seed: deriveSeed(options.seed, 'game', index),
    }
    const game: ListenerGame = {
      index,
      names: [contestants[0].name, contestants[1].name],
      people: [guests[0]?.person, guests[1]?.person],
      spec,
    }
    const giveUp = new AbortController()
    try {
      if (options.play) return void (await options.play(game, contestants))
      const match = await playMatch({
        challenge: torusTron.id,
        spec,
        contestants,
        clock,
        signal: AbortSignal.any([stop.signal, giveUp.signal]),
        onEvent(event, now) {
          options.onEvent?.(game, event, now)
          // A voided round is normally played again, but these connections are good for one round only.
          if (event.kind === 'voided') giveUp.abort()
        },
      })
      options.onOver?.(game, match)
    } catch (error) {
      options.onFailure?.(game, error)
    } finally {
      for (const guest of guests) guest.dismiss()
    }
  }

  const reception: Result<Reception> = await openReception({ ...options, onGuest: seat })
  if (!reception.ok) return reception
  const open = reception.value
  return ok({
    host: open.host,
    port: open.port,
    get connections() {
      return open.connections
    },
    get playing() {
      return games.size
    },
    get waiting() {
      return waiting && !waiting.isGone ? 1 : 0
    },
    async [Symbol.asyncDispose]() {
      stopFilling()
      stop.abort()
      await open[Symbol.asyncDispose]()
      await Promise.allSettled(games)
    },
  })
}

function readMaps({ maps = [{}], rules, seed }: TcpLobbyOptions): Result<readonly MatchSpec[]> {
  if (maps.length === 0) return fail('bad-maps', 'Cannot open the lobby without a map: expected at least one')
  const specs: MatchSpec[] = []
  for (const changes of maps) {
    const settings = { ...torusTron.game.presets[torusTron.preset], ...changes }
    const spec = makeSpec(torusTron.game, settings, { ...torusTron.rules, ...rules }, seed)
    if (!spec.ok) return spec
    const playable = checkTcpSpec(spec.value)
    if (!playable.ok) return playable
    specs.push(playable.value)
  }
  return ok(specs)
}

import { deriveSeed } from '../../base/rng.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { torusTron } from '../../challenges/torus-tron.ts'
import type { Pair } from '../../game/game.ts'
import { makeSpec, type Match, type MatchEvent, type MatchRules, type MatchSpec } from '../../match/match.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import { realClock, type Clock } from '../../runner/clock.ts'
import { playMatch } from '../../runner/play-match.ts'
import { checkTcpSpec, openReception, type Guest, type Reception, type TcpLimits } from './tcp-reception.ts'
import { threadContestant } from '../../runner/thread-contestant.ts'

type Settings = Readonly<Record<string, unknown>>

export interface TcpLobbyOptions {
  /** 127.0.0.1 unless told otherwise. */
  readonly host?: string
  /** 4011 unless told otherwise; 0 takes any that is free. */
  readonly port?: number
  /** Fixes all chance, together with the order of arrival. */
  readonly seed: number
  /** Settings of the game that differ from the challenge's, one set for each map; games take them in turn. */
  readonly maps?: readonly Settings[]
  readonly rules?: Partial<MatchRules>
  /** Seconds after which a house brain plays with whoever waits alone; without it, one waits for a person. */
  readonly fillAfter?: number
  /** The name of that house brain. */
  readonly fillWith?: string
  /** House brains think in threads of their own, at most so many at once. */
  readonly maxHouseGames?: number
  readonly limits?: Partial<TcpLimits>
  readonly clock?: Clock
  /** Plays a game in its own way, for a host that keeps a log; the lobby's own way is to play it and forget it. */
  play?(game: LobbyGame, contestants: Pair<Contestant>): Promise<unknown>
  onEvent?(game: LobbyGame, event: MatchEvent, match: Match): void
  /** A game is over, or was given up without a result because the host failed or stopped. */
  onOver?(game: LobbyGame, match: Match): void
  /** A game could not be played through because of us; all others go on. */
  onFailure?(game: LobbyGame, error: unknown): void
}

export interface LobbyGame {
  /** Counted from 0 in the order in which games began. */
  readonly index: number
  readonly names: Pair<string>
  readonly spec: MatchSpec
}

export interface TcpLobby extends AsyncDisposable {
  readonly host: string
  readonly port: number
  readonly connections: number
  /** Games being played. */
  readonly playing: number
  /** Players with a name that wait for another. */
  readonly waiting: number
}

/** The torus-tron server: pairs whoever comes, in order of arrival, and plays their games, as many at once as there are. */
export async function openTcpLobby(options: TcpLobbyOptions): Promise<Result<TcpLobby>> {
  const { clock = realClock, fillAfter, fillWith = 'random', maxHouseGames = 16 } = options
  const read = readMaps(options)
  if (!read.ok) return read
  const specs = read.value
  if (fillAfter !== undefined && !(fillAfter >= 0))
    return fail('tcp.fill', `Cannot fill after ${fillAfter} s: expected seconds from 0`)

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
    const house = threadContestant({ name: bot, bot, source: { kind: 'house', name: fillWith } })
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
    const game: LobbyGame = { index, names: [contestants[0].name, contestants[1].name], spec }
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
          // These players cannot be asked to play the round again.
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
  if (maps.length === 0) return fail('tcp.maps', 'Cannot open the lobby without a map: expected at least one')
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

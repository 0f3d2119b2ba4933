import type { JsonObject } from '../../base/json.ts'
import { messageOf } from '../../base/message-of.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import type { Pair } from '../../game/game.ts'
import { findGame } from '../../games/index.ts'
import { followMatch, followTurn } from '../../match/follow.ts'
import { realTime } from '../../protocols/http-caller.ts'
import type { Answer, Connection, Contestant, Gone, Opening } from '../../protocols/protocol.ts'
import type { OpeningData, TurnData } from './read-documents.ts'

/** One round as it is played at this end. */
export interface PlayedRound extends AsyncDisposable {
  /** Tells the player what was played since it was last seen; false if this is a turn of another round. */
  follow(turn: TurnData): boolean
  /** What to send; the same again for a question that was answered already, as when the answer was lost. */
  answer(turn: TurnData): Promise<JsonObject>
  /** The answer was heard and refused: the player is asked for another. */
  askAgain(): void
}

export interface RoundOptions {
  readonly seed: number
  readonly signal: AbortSignal
  /** How long an answer takes to travel, in milliseconds. */
  travelMs(): number
  /** Hears why the player failed; the round is then given up in its name. */
  onFailure(why: string): void
}

/** An answer after this is too late. */
const GRACE_MS = 250
/** The longest word that the arena reads; no move of any game is as long. */
const LONGEST_MOVE = 256

export async function beginRound(
  player: Contestant,
  opening: OpeningData,
  options: RoundOptions,
): Promise<PlayedRound> {
  const closing = new AbortController()
  const signal = AbortSignal.any([options.signal, closing.signal])
  let connection = await connectInTime(player, openingFor(opening, options.seed), signal)
  let told = opening.turn
  let given: Given | undefined
  const game = findGame(opening.game)
  const followed = game && followMatch(game, opening.settings)
  let match = followed?.ok ? followed.value : undefined

  function follow({ round, turn, seat, lastTurn }: TurnData): boolean {
    // A round that was voided is played again under its number.
    if (round !== opening.round || seat !== opening.seat || turn < told) return false
    for (; told < turn; told++) {
      const played = told === turn - 1 ? lastTurn : given?.turn === told ? given.played : undefined
      if (!played || !match) continue
      const change = followTurn(match, played)
      connection.tell(...change)
      match = change[2]
    }
    return true
  }

  async function answer(turn: TurnData): Promise<JsonObject> {
    if (given?.turn === turn.turn && given.refused === turn.refused) return given.body
    const { cheated, refused, legal, view } = turn
    const timeLeft = Math.max(0, turn.timeLeft - options.travelMs())
    const question = {
      turn: turn.turn,
      view,
      legal,
      timeLeft,
      ...(cheated !== undefined && { cheated }),
      ...(refused !== undefined && { refused }),
    }
    const asked = orGone(connection.ask(question, signal))
    const said = (await within(turn.timeLeft + GRACE_MS, asked, signal))?.value ?? TOO_SLOW
    if (said.kind === 'gone') {
      await connection[Symbol.asyncDispose]()
      connection = absent(said)
      if (!signal.aborted) options.onFailure(`${player.name} failed: ${said.detail ?? said.cause}`)
    }
    const body = { ...bodyOf(said), round: opening.round, turn: turn.turn }
    const move = said.kind === 'move' ? said.text : undefined
    given = {
      turn: turn.turn,
      refused,
      body,
      played: opening.seat === 0 ? [move, undefined] : [undefined, move],
    }
    return body
  }

  return {
    follow,
    answer,
    askAgain() {
      given = undefined
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await connection[Symbol.asyncDispose]()
    },
  }
}

/** What was answered last. */
interface Given {
  readonly turn: number
  readonly refused: string | undefined
  readonly body: JsonObject
  /** The turn as it was played, where the player moved alone. */
  readonly played: Pair<string | undefined>
}

function bodyOf(answer: Answer): JsonObject {
  switch (answer.kind) {
    case 'move':
      return {
        move: answer.text.slice(0, LONGEST_MOVE),
        ...(answer.remark && { remark: answer.remark }),
      }
    case 'flip':
      return { flip: true }
    case 'resign':
    case 'gone':
      return { resign: true }
  }
}

/** A player that cannot get ready fails when it is asked. */
async function connectInTime(player: Contestant, opening: Opening, signal: AbortSignal): Promise<Connection> {
  const connecting = orGone(player.connect(opening, signal))
  const connected = await within(opening.startUpMs, connecting, signal)
  if (connected === undefined)
    void connecting.then((late) => ('ask' in late ? late[Symbol.asyncDispose]() : undefined))
  const made = connected?.value ?? SLOW_START
  return 'ask' in made ? made : absent(made)
}

/** What this machine could not do for the player is a failure like any other: the arena cannot know better. */
const orGone = <T>(awaited: Promise<T>): Promise<T | Gone> =>
  awaited.catch((error: unknown) => ({
    kind: 'gone',
    cause: 'crashed',
    detail: messageOf(error),
  }))

const absent = (gone: Gone): Connection => ({
  ask: () => Promise.resolve(gone),
  tell() {},
  async [Symbol.asyncDispose]() {},
})

const TOO_SLOW: Gone = { kind: 'gone', cause: 'timeout', detail: 'its time was up' }
const SLOW_START: Gone = { kind: 'gone', cause: 'slow-start', detail: 'it was not ready in time' }

/** The value of the promise, or undefined if the time or the signal ends first. */
const within = <T>(ms: number, promise: Promise<T>, signal: AbortSignal) =>
  withTimeout(promise, (enough) => realTime.pause(ms, AbortSignal.any([signal, enough])))

const openingFor = (
  { challenge, game, settings, rules, seat, names, round, view }: OpeningData,
  seed: number,
): Opening => ({
  challenge,
  game,
  settings,
  seat,
  names,
  round: round - 1,
  seed,
  clock: rules.clock,
  startUpMs: rules.startUpMs,
  view,
})

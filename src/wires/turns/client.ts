import type { JsonObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { deriveSeed } from '../../base/rng.ts'
import type { Seat } from '../../game/game.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import type { RemoteGame, RemoteResult } from '../../protocols/remote-game.ts'
import { openCaller, refused, type Caller } from './caller.ts'
import { beginRound, type PlayedRound } from './played-round.ts'
import { readMatch, readOpening, readTurn, type OpeningData, type TurnData } from './read-documents.ts'

export interface TurnsClientOptions extends RemoteGame {
  /** Hears why the player failed; the round is then given up in its name. */
  onFailure?(why: string): void
}

/** The longest that the arena holds an answer back, in seconds. */
const LONGEST_WAIT_S = 25
/** How long a move travels, until one has been measured. */
const FIRST_TRAVEL_MS = 50

/**
 * Lets a player play a whole game of any kind in the arena at `url`. An arena that goes away is asked again until it
 * is back, and no move is made twice: each says which turn it is for.
 */
export async function playOverTurns(
  player: Contestant,
  options: TurnsClientOptions,
): Promise<Result<RemoteResult>> {
  const { game, signal = new AbortController().signal } = options
  const caller = openCaller(options)
  let travelMs = FIRST_TRAVEL_MS
  let round: PlayedRound | undefined
  /** What the answer to the last move showed. */
  let shown: TurnData | undefined
  try {
    for (;;) {
      if (round === undefined) {
        // The arena waits until the player asks for its turn: so the player gets ready before that.
        const opening = await fetchOpening(caller, game)
        if (!opening.ok) return opening
        if (opening.value.isOver) return await fetchResult(caller, options)
        const seed = deriveSeed(options.seed, 'round', opening.value.round)
        round = await beginRound(player, opening.value, {
          seed,
          signal,
          travelMs: () => travelMs,
          onFailure: (why) => options.onFailure?.(why),
        })
      }
      const turn: Result<TurnData> = shown ? ok(shown) : await fetchTurn(caller, game)
      shown = undefined
      if (!turn.ok) return turn
      if (turn.value.isOver) return await fetchResult(caller, options)
      if (!round.follow(turn.value)) {
        await round[Symbol.asyncDispose]()
        round = undefined
      } else if (turn.value.asked) {
        const answer = await round.answer(turn.value)
        const sent = caller.now()
        const posted = await postAnswer(caller, game, answer)
        if (!posted.ok) return posted
        if (posted.value.kind === 'refused') round.askAgain()
        if (posted.value.kind === 'taken') {
          travelMs = caller.now() - sent
          shown = posted.value.turn
        }
      }
    }
  } finally {
    await round?.[Symbol.asyncDispose]()
  }
}

/** Waits for the game to begin, however long that takes. */
async function fetchOpening(caller: Caller, game: number): Promise<Result<OpeningData>> {
  for (;;) {
    const asked = caller.now()
    const said = await caller.get(`/api/v1/games/${game}/opening`, LONGEST_WAIT_S)
    if (!said.ok) return said
    if (said.value.status === 200) return readOpening(said.value.document)
    if (said.value.document['error'] !== 'not-started') return refused(said.value)
    const match = await fetchMatch(caller, game)
    if (!match.ok) return match
    if (match.value.isOver) return fail('withdrawn', `Cannot play game ${game}: it was withdrawn`)
    await caller.pauseUnlessHeld(asked)
  }
}

async function fetchTurn(caller: Caller, game: number): Promise<Result<TurnData>> {
  const asked = caller.now()
  const said = await caller.get(`/api/v1/games/${game}/turn`, LONGEST_WAIT_S)
  if (!said.ok) return said
  if (said.value.status !== 200) return refused(said.value)
  const turn = readTurn(said.value.document)
  if (turn.ok && !turn.value.asked && !turn.value.isOver) await caller.pauseUnlessHeld(asked)
  return turn
}

type Posted =
  /** With what there is to see after it. */
  | { readonly kind: 'taken'; readonly turn: TurnData }
  | { readonly kind: 'refused' }
  /** It may not have got through, or was too late: a look at the game tells. */
  | { readonly kind: 'unknown' }

async function postAnswer(caller: Caller, game: number, answer: JsonObject): Promise<Result<Posted>> {
  const posted = await caller.post(`/api/v1/games/${game}/moves`, answer)
  if (!posted.ok) return posted
  const call = posted.value
  if (call.kind === 'troubled') {
    const waited = await caller.trouble(call.why, call.retryMs)
    return waited.ok ? ok({ kind: 'unknown' }) : waited
  }
  if (call.status === 200) {
    const turn = readTurn(call.document)
    return turn.ok ? ok({ kind: 'taken', turn: turn.value }) : turn
  }
  const isRefused = call.status === 400 && call.document['error'] === 'illegal'
  if (!isRefused && call.status !== 409 && call.status !== 410) return refused(call)
  const waited = await caller.trouble('it does not take the move')
  return waited.ok ? ok({ kind: isRefused ? 'refused' : 'unknown' }) : waited
}

async function fetchResult(caller: Caller, { game, playerId }: RemoteGame): Promise<Result<RemoteResult>> {
  const match = await fetchMatch(caller, game)
  if (!match.ok) return match
  const { isVoid, players, winner, score, end } = match.value
  if (isVoid) return fail('match-void', `Cannot say who won game ${game}: it counts for no player (${end})`)
  const self: Seat = players[0] === playerId ? 0 : 1
  return ok({
    verdict: winner === undefined ? 'draw' : winner === self ? 'win' : 'loss',
    score: self === 0 ? score : [score[1], score[0]],
  })
}

async function fetchMatch(caller: Caller, game: number) {
  const said = await caller.get(`/api/v1/matches/${game}`)
  if (!said.ok) return said
  return said.value.status === 200 ? readMatch(said.value.document) : refused(said.value)
}

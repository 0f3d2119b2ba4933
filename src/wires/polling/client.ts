import { show } from '../../base/fields.ts'
import { sameCell, type Cell, type Size } from '../../base/grid.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { deriveSeed } from '../../base/rng.ts'
import type { Remark } from '../../game/remark.ts'
import type { Seat } from '../../game/game.ts'
import { tron, type TronState } from '../../games/tron/index.ts'
import type { Answer, Connection, Contestant, Opening } from '../../protocols/protocol.ts'
import type { RemoteGame, RemoteResult } from '../../protocols/remote-game.ts'
import { openCaller, refused, type Caller } from './caller.ts'
import type { Format } from './format.ts'
import { readGridData, readPlayerData, sizeOf, type GridData, type PlayerData } from './read-documents.ts'
import { viewOf, type Sight } from './tron-view.ts'
import { formatMove, LONGEST_WAIT } from './words.ts'

export interface PollingClientOptions extends RemoteGame {
  readonly format?: Format
  /** Sees each position before the player is asked. */
  onTurn?(view: TronState, seat: Seat): void
}

export interface PollingResult extends RemoteResult {
  /** A player id, or null for a draw. */
  readonly winner: number | null
}

/** The time shown is rounded up, and the move has to travel. */
const ROUNDED_MS = 1000

/**
 * Lets a player play a whole game of boost tron on the server at `url`. A server that goes away is asked again until
 * it is back, and no move is made twice.
 */
export async function playOverPolling(
  player: Contestant,
  options: PollingClientOptions,
): Promise<Result<PollingResult>> {
  const caller = openCaller(options)
  let round: PlayedRound | undefined
  let wait = 0
  try {
    for (;;) {
      const asked = caller.now()
      const own = await fetchPlayer(caller, options, options.playerId, wait)
      if (!own.ok) return own
      if (own.value.status === 'over') return ok(resultFor(own.value))
      if (round?.number !== own.value.round) {
        await round?.connection[Symbol.asyncDispose]()
        const begun = await beginRound(player, caller, options, own.value)
        if (!begun.ok) return begun
        round = begun.value
      }
      if (own.value.secondsLeft === undefined) {
        if (wait > 0) await caller.pauseUnlessHeld(asked)
        wait = LONGEST_WAIT
        continue
      }
      const move = round && (await decide(round, caller, options, own.value))
      if (move && !move.ok) return move
      if (move?.value === undefined) continue
      const posted = await postMove(caller, options, move.value)
      if (!posted.ok) return posted
      // After the last move of a round, ask at once: the player can get ready for the next round.
      wait = posted.value === 'playing' ? LONGEST_WAIT : 0
    }
  } finally {
    await round?.connection[Symbol.asyncDispose]()
  }
}

/** One round as it is played here. */
interface PlayedRound {
  readonly number: number
  readonly name: string
  readonly size: Size
  readonly connection: Connection
  view?: TronState
  /** The decision for the position that was seen last. */
  decided?: { readonly cell: Cell; readonly decision: Decision }
}

interface Decision {
  readonly move: string
  readonly remark?: Remark
}

/** Undefined when the server has gone on meanwhile. */
async function beginRound(
  player: Contestant,
  caller: Caller,
  options: PollingClientOptions,
  own: PlayerData,
): Promise<Result<PlayedRound | undefined>> {
  const seen = await look(caller, options, own)
  if (!seen.ok) return seen
  if (seen.value === undefined) return ok(undefined)
  const view = viewOf(seen.value)
  const opening = openingFor(player.name, view, own, options.seed)
  const connection = await player.connect(opening, options.signal ?? new AbortController().signal)
  if ('kind' in connection) return unplayable(player.name, connection)
  return ok({ number: own.round, name: player.name, size: seen.value.size, connection })
}

/** The move to make; undefined when there is none to make any more. */
async function decide(
  round: PlayedRound,
  caller: Caller,
  options: PollingClientOptions,
  own: PlayerData,
): Promise<Result<Decision | undefined>> {
  // A cycle never comes to the same cell again, so this is the same turn: the move has not got through.
  if (round.decided && sameCell(round.decided.cell, own.position)) return ok(round.decided.decision)
  const seen = await look(caller, options, own, round.size)
  if (!seen.ok) return seen
  if (seen.value === undefined) return ok(undefined)
  const seat = seatOf(own)
  const view = (round.view = viewOf(seen.value, round.view))
  options.onTurn?.(view, seat)
  const legal = tron.legalMoves(view, seat)
  const timeLeft = Math.max(0, (own.secondsLeft ?? 0) * 1000 - ROUNDED_MS)
  const question = { turn: view.ply, view, legal, timeLeft }
  const answer = await round.connection.ask(question, options.signal ?? new AbortController().signal)
  const move = legal.find((word) => answer.kind === 'move' && word === answer.text.trim().toLowerCase())
  if (move === undefined) return unplayable(round.name, answer, legal)
  const remark = answer.kind === 'move' ? answer.remark : undefined
  const decision = { move, ...(remark && { remark }) }
  round.decided = { cell: own.position, decision }
  return ok(decision)
}

/** All there is to see of the position in which `own` was asked, or undefined when that has passed. */
async function look(
  caller: Caller,
  options: PollingClientOptions,
  own: PlayerData,
  size?: Size,
): Promise<Result<Sight | undefined>> {
  const [grid, opponent] = await Promise.all([
    fetchGrid(caller, options, size === undefined),
    fetchPlayer(caller, options, own.number === 1 ? 2 : 1),
  ])
  if (!grid.ok) return grid
  if (!opponent.ok) return opponent
  const isSame = [grid.value, opponent.value].every(
    ({ round, status }) => round === own.round && status === own.status,
  )
  const isOwnTurn = grid.value.turn === own.id
  if (!isSame || isOwnTurn !== (own.secondsLeft !== undefined)) return ok(undefined)
  return ok({ size: size ?? sizeOf(grid.value), own, opponent: opponent.value, grid: grid.value })
}

/** Gives what the server said of the game; undefined when the move may not have got through. */
async function postMove(
  caller: Caller,
  options: PollingClientOptions,
  { move, remark }: Decision,
): Promise<Result<unknown>> {
  const { turn, boost } = formatMove(move) ?? { turn: 'None', boost: 'False' }
  const path = `/move/${options.game}/${options.playerId}/${turn}/${boost}/forward`
  const posted = await caller.post(path, {
    key: options.key,
    ...(remark && { remark: JSON.stringify(remark) }),
  })
  if (!posted.ok) return posted
  if (posted.value.kind === 'troubled') return caller.trouble(posted.value.why, posted.value.retryMs)
  const { status, document } = posted.value
  if (status === 200) return ok(document['status'])
  // Too late, out of turn, or over: a look at the game tells which.
  if (status === 409 || status === 410) return caller.trouble('it does not take the move')
  return refused(document)
}

async function fetchPlayer(
  caller: Caller,
  { game, key }: PollingClientOptions,
  who: number,
  wait = 0,
): Promise<Result<PlayerData>> {
  const query = { ...(wait > 0 && { wait: String(wait) }), key }
  const document = await caller.get(`/player/${who}/${game}/data`, query)
  return document.ok ? readPlayerData(document.value) : document
}

async function fetchGrid(
  caller: Caller,
  { game, playerId, key }: PollingClientOptions,
  full: boolean,
): Promise<Result<GridData>> {
  // Only a full grid shows how big the board is.
  const document = await caller.get(`/grid/${game}/${playerId}`, { ...(full && { full: 'true' }), key })
  return document.ok ? readGridData(document.value) : document
}

const seatOf = ({ number }: PlayerData): Seat => (number === 1 ? 0 : 1)

function resultFor({ number, id, score, winner }: PlayerData): PollingResult {
  const [first, second] = score
  return {
    verdict: winner === null ? 'draw' : winner === id ? 'win' : 'loss',
    winner,
    score: number === 1 ? [first, second] : [second, first],
  }
}

function unplayable(name: string, answer: Answer, legal: readonly string[] = []): Result<never> {
  switch (answer.kind) {
    case 'move':
      return fail(
        'player-failed',
        `Cannot play ${show(answer.text)} for ${name}: expected one of ${legal.join(' ')}`,
      )
    case 'flip':
    case 'resign':
      return fail('player-failed', `Cannot go on playing: ${name} gave up`)
    case 'gone':
      return fail('player-failed', `Cannot go on playing: ${name} failed (${answer.detail ?? answer.cause})`)
  }
}

function openingFor(name: string, view: TronState, own: PlayerData, seed: number): Opening {
  const seat = seatOf(own)
  return {
    challenge: 'boost-tron',
    game: 'tron',
    settings: {
      ...view.rules,
      walls: view.rows.flatMap((row, y) => [...row].flatMap((tile, x) => (tile === '#' ? [[x, y]] : []))),
      starts: view.cycles.map(({ x, y, facing }) => [x, y, facing]),
      seats: 'fixed',
    },
    seat,
    names: seat === 0 ? [name, 'opponent'] : ['opponent', name],
    round: own.round - 1,
    seed: deriveSeed(seed, 'round', own.round),
    clock: { kind: 'per-move', ms: TURN_MS },
    startUpMs: TURN_MS,
    view,
  }
}

/** The contest's; what is really left is told on every turn. */
const TURN_MS = 10_000

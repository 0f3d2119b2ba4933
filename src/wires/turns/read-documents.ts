import type { OpeningBody, TurnBody } from '../../api/games.ts'
import type { MatchBody } from '../../api/matches.ts'
import type { Unread } from '../../api/unread.ts'
import { show } from '../../base/fields.ts'
import { isObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { Pair } from '../../game/game.ts'
import { readRules } from '../../match/rules.ts'

/** Where a player stands in a match. */
type Place = Pick<TurnBody, 'round' | 'turn' | 'seat' | 'view'> & { readonly isOver: boolean }

/** What is told before a round. */
export type OpeningData = Place & Pick<OpeningBody, 'challenge' | 'game' | 'settings' | 'rules' | 'names'>

/** What is told in a round. */
export interface TurnData extends Place, Pick<TurnBody, 'asked' | 'legal'> {
  /** Milliseconds; Infinity without a clock. */
  readonly timeLeft: number
  readonly cheated: string | undefined
  readonly refused: string | undefined
  readonly lastTurn: Pair<string | undefined> | undefined
}

/** What is told of a match. */
export interface MatchData extends Pick<MatchBody, 'score'> {
  readonly isOver: boolean
  readonly isVoid: boolean
  /** Which of the players. */
  readonly winner: number | undefined
  readonly end: string
  /** The ids of its players, where they have one. */
  readonly players: readonly unknown[]
}

export function readOpening(document: Unread<OpeningBody>): Result<OpeningData> {
  const place = readPlace(document)
  const { challenge, game, settings } = document
  const names = pairOf(document.names, isText)
  const rules = readRules(document.rules)
  if (!place || !rules.ok || !isText(challenge) || !isText(game) || !isObject(settings) || !names)
    return strange('opening', document, 'challenge, game, settings, rules, names, round, turn and seat')
  return ok({ ...place, challenge, game, settings, rules: rules.value, names })
}

export function readTurn(document: Unread<TurnBody>): Result<TurnData> {
  const place = readPlace(document)
  const { asked, legal, timeLeft, cheated, refused } = document
  const lastTurn = pairOf(document.lastTurn, (move) => isText(move) || move === null)
  if (!place || typeof asked !== 'boolean' || !Array.isArray(legal) || !legal.every(isText))
    return strange('turn', document, 'status, asked, round, turn, seat and legal')
  return ok({
    ...place,
    asked,
    legal,
    timeLeft: typeof timeLeft === 'number' ? timeLeft : Infinity,
    cheated: isText(cheated) ? cheated : undefined,
    refused: isText(refused) ? refused : undefined,
    lastTurn: lastTurn && [lastTurn[0] ?? undefined, lastTurn[1] ?? undefined],
  })
}

export function readMatch(document: Unread<MatchBody>): Result<MatchData> {
  const { status, winner, end, players } = document
  const score = pairOf(document.score, isCount)
  if (!isText(status) || !score || !Array.isArray(players))
    return strange('match', document, 'status, score and players')
  return ok({
    isOver: status === 'over',
    isVoid: document.void === true,
    score,
    winner: isCount(winner) ? winner : undefined,
    end: isText(end) ? end : 'the server gives no reason',
    players: players.map((player: unknown) =>
      isObject(player) ? (player as Unread<MatchBody['players'][0]>).id : undefined,
    ),
  })
}

function readPlace({ status, round, turn, seat, view }: Unread<TurnBody>): Place | undefined {
  if (!isText(status) || !isCount(round) || !isCount(turn) || (seat !== 0 && seat !== 1)) return undefined
  return { isOver: status === 'over', round, turn, seat, view }
}

function pairOf<T>(value: unknown, isOne: (one: unknown) => one is T): Pair<T> | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [first, second]: unknown[] = value
  return isOne(first) && isOne(second) ? [first, second] : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const strange = (what: string, document: object, expected: string): Result<never> =>
  fail('server-unreadable', `Cannot understand the server’s ${what} ${show(document)}: expected ${expected}`)

import { isObject, parseObject } from '../base/json.ts'
import type { BotLine, BotLog } from '../match/bot-log.ts'
import type { Pair } from '../game/game.ts'
import type { MatchResult } from '../match/match.ts'

/** What a worker tells of an attempt, in this order: it began, each event and log, then one of the last five. */
export type WorkerMessage =
  | { readonly kind: 'began' }
  /** `n` counts the events of the attempt from 0; `hash` is that of the chain after it. */
  | { readonly kind: 'event'; readonly n: number; readonly line: string; readonly hash: string }
  /** What a player wrote or said, for its owner; only for an arena. `n` counts the logs of the attempt from 0. */
  | { readonly kind: 'log'; readonly n: number; readonly player: 0 | 1; readonly log: BotLog }
  | { readonly kind: 'over'; readonly account: MatchAccount }
  /** The worker leaves, or lost its lock: it ends the attempt without a result. */
  | { readonly kind: 'released'; readonly why: string }
  /** The worker lacks something that the match needs, like a program. */
  | { readonly kind: 'unable'; readonly why: string }
  /** The same, but the worker can play other matches of the arena. */
  | { readonly kind: 'lacks'; readonly why: string }
  /** An exception of the worker ended the match. */
  | { readonly kind: 'failed'; readonly why: string }

/** What a worker says of a match at its end. */
export interface MatchAccount {
  /** How many events it had. */
  readonly events: number
  /** The last hash of the chain. */
  readonly hash: string
  readonly result: Pick<MatchResult, 'score' | 'void'> & { readonly winner: 0 | 1 | null }
  /** What each player logged or wrote to stderr. */
  readonly logs: Pair<string>
  /** Peak memory of each player in bytes; null where it is not known. */
  readonly memory: Pair<number | null>
  readonly ms: number
}

/** A message with its sender and the attempt that it is about. */
export interface SentMessage {
  readonly job: string
  readonly worker: string
  readonly message: WorkerMessage
}

export const formatMessages = (job: string, worker: string, messages: readonly WorkerMessage[]): string =>
  JSON.stringify({ job, worker, messages })

/** What is no message of a worker is left out. */
export function readMessages(text: string): readonly SentMessage[] {
  const { job, worker, messages } = parseObject(text) ?? {}
  if (typeof job !== 'string' || typeof worker !== 'string' || !Array.isArray(messages)) return []
  return messages.flatMap((body) => {
    const message = readBody(body)
    return message === undefined ? [] : { job, worker, message }
  })
}

function readBody(body: unknown): WorkerMessage | undefined {
  if (!isObject(body)) return undefined
  const { kind, n, line, hash, why } = body
  switch (kind) {
    case 'began':
      return { kind }
    case 'event':
      return isCount(n) && typeof line === 'string' && typeof hash === 'string'
        ? { kind, n, line, hash }
        : undefined
    case 'log': {
      const { player, log } = body
      return isCount(n) && (player === 0 || player === 1) && isLog(log) ? { kind, n, player, log } : undefined
    }
    case 'over': {
      const account = readAccount(body['account'])
      return account && { kind, account }
    }
    case 'released':
    case 'unable':
    case 'lacks':
    case 'failed':
      return typeof why === 'string' ? { kind, why: why.slice(0, MOST_WHY) } : undefined
    default:
      return undefined
  }
}

/** Characters of a reason: it is shown in a line. */
const MOST_WHY = 500

function readAccount(value: unknown): MatchAccount | undefined {
  if (!isObject(value) || !isObject(value['result'])) return undefined
  const { events, hash, logs, memory, ms } = value
  const { winner, score, void: isVoid } = value['result']
  if (!isCount(events) || typeof hash !== 'string' || !isNumber(ms) || typeof isVoid !== 'boolean')
    return undefined
  if (winner !== 0 && winner !== 1 && winner !== null) return undefined
  if (!isPair(score, isNumber) || !isPair(logs, isText) || !isPair(memory, isBytes)) return undefined
  return { events, hash, result: { winner, score, void: isVoid }, logs, memory, ms }
}

const isLog = (value: unknown): value is BotLog =>
  isObject(value) &&
  isCount(value['round']) &&
  typeof value['stderr'] === 'string' &&
  Array.isArray(value['lines']) &&
  value['lines'].every(isLine)
const isLine = (value: unknown): value is BotLine =>
  isObject(value) && isCount(value['at']) && isCount(value['turn']) && typeof value['text'] === 'string'
const isPair = <T>(value: unknown, is: (one: unknown) => one is T): value is Pair<T> =>
  Array.isArray(value) && value.length === 2 && value.every(is)
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isBytes = (value: unknown): value is number | null => value === null || isNumber(value)

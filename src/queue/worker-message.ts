import { isObject, parseObject } from '../base/json.ts'
import type { BotLine, BotLog } from '../match/bot-log.ts'
import type { Pair } from '../game/game.ts'
import type { MatchResult } from '../match/match.ts'
import type { BuildStage, Examined, Verdict } from '../workshop/examine-upload.ts'

/** What a worker tells of an attempt, in this order: it began, what happens as it goes on, then how it ended. */
export type WorkerMessage = { readonly kind: 'began' } | MatchMessage | BuildMessage | NoResult

export type MatchMessage =
  /** `n` counts the events of the attempt before these; `hash` is that of the chain after them. */
  | { readonly kind: 'events'; readonly n: number; readonly lines: readonly string[]; readonly hash: string }
  /** What a player wrote or said, for its owner; only for an arena. `n` counts the logs of the attempt from 0. */
  | { readonly kind: 'log'; readonly n: number; readonly player: 0 | 1; readonly log: BotLog }
  | { readonly kind: 'over'; readonly account: MatchAccount }

export type BuildMessage =
  /** `n` counts the steps and outputs of the attempt from 0. */
  | { readonly kind: 'step'; readonly n: number; readonly step: BuildStage }
  | { readonly kind: 'output'; readonly n: number; readonly text: string; readonly from: 'program' | 'arena' }
  /** `files` is the SHA-256 of what the worker built and handed to the arena; only of a version that passed. */
  | { readonly kind: 'examined'; readonly examined: Examined; readonly files?: string }

/** The attempt ended without a result. */
export type NoResult =
  /** The worker leaves, or lost its lock: it ends the attempt without a result. */
  | { readonly kind: 'released'; readonly why: string }
  /** The worker lacks something that the match needs, like a program. */
  | { readonly kind: 'unable'; readonly why: string }
  /** The same, but the worker can do other work for the arena. `programs` are those that the commands of a version need. */
  | { readonly kind: 'lacks'; readonly why: string; readonly programs?: readonly string[] }
  /** An exception of the worker ended the attempt. */
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

/** One line of JSON, with the number of events in place of their lines, and then those lines as they are. */
export function formatMessages(job: string, worker: string, messages: readonly WorkerMessage[]): string {
  const lines: string[] = []
  const bodies = messages.map((message) => {
    if (message.kind !== 'events') return message
    lines.push(...message.lines)
    return { ...message, lines: message.lines.length }
  })
  return [JSON.stringify({ job, worker, messages: bodies }), ...lines].join('\n')
}

/** What is no message of a worker is left out. */
export function readMessages(text: string): readonly SentMessage[] {
  const [head = '', ...lines] = text.split('\n')
  const { job, worker, messages } = parseObject(head) ?? {}
  if (typeof job !== 'string' || typeof worker !== 'string' || !Array.isArray(messages)) return []
  let from = 0
  const takeLines = (count: number): readonly string[] => lines.slice(from, (from += count))
  return messages.flatMap((body) => {
    const message = readBody(body, takeLines)
    return message === undefined ? [] : { job, worker, message }
  })
}

function readBody(body: unknown, takeLines: (count: number) => readonly string[]): WorkerMessage | undefined {
  if (!isObject(body)) return undefined
  const { kind, n, lines, hash, why } = body
  switch (kind) {
    case 'began':
      return { kind }
    case 'events':
      return isCount(n) && isCount(lines) && typeof hash === 'string'
        ? { kind, n, lines: takeLines(lines), hash }
        : undefined
    case 'log': {
      const { player, log } = body
      return isCount(n) && (player === 0 || player === 1) && isLog(log) ? { kind, n, player, log } : undefined
    }
    case 'over': {
      const account = readAccount(body['account'])
      return account && { kind, account }
    }
    case 'step': {
      const { step } = body
      return isCount(n) && isStage(step) ? { kind, n, step } : undefined
    }
    case 'output': {
      const { text, from } = body
      return isCount(n) && isText(text) && (from === 'program' || from === 'arena')
        ? { kind, n, text, from }
        : undefined
    }
    case 'examined': {
      const { files } = body
      const examined = readExamined(body['examined'])
      return examined && { kind, examined, ...(isText(files) && { files }) }
    }
    case 'lacks': {
      const { programs } = body
      const named = isTexts(programs) && { programs }
      return isText(why) ? { kind, why: why.slice(0, MOST_WHY), ...named } : undefined
    }
    case 'released':
    case 'unable':
    case 'failed':
      return typeof why === 'string' ? { kind, why: why.slice(0, MOST_WHY) } : undefined
    default:
      return undefined
  }
}

/** Characters of a reason: it is shown in a line. */
const MOST_WHY = 500

/** Characters of the texts of a verdict. The log is the longest of them. */
const MOST_VERDICT = 64 * 1024

function readExamined(value: unknown): Examined | undefined {
  if (!isObject(value)) return undefined
  const { kind, why, verdict } = value
  if (kind === 'our-fault') return isText(why) ? { kind, why: why.slice(0, MOST_WHY) } : undefined
  if (kind !== 'judged' || !isObject(verdict)) return undefined
  const { passed, report, run, wire, log } = verdict
  const texts = [report, ...[run, wire, log].filter((text) => text !== undefined)]
  if (typeof passed !== 'boolean' || !texts.every(isText)) return undefined
  if (texts.some((text) => text.length > MOST_VERDICT)) return undefined
  return { kind, verdict: verdict as unknown as Verdict }
}

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

const isStage = (value: unknown): value is BuildStage =>
  value === 'unpacking' || value === 'building' || value === 'trying'
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
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText)
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isBytes = (value: unknown): value is number | null => value === null || isNumber(value)

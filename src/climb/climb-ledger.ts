import { appendFileSync, truncateSync } from 'node:fs'
import { isObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { readWholeLines } from '../runner/whole-lines.ts'

/** What a climb is about. It stays the same when the climb is resumed. */
export interface ClimbHead {
  readonly climb: 1
  readonly challenge: string
  /** The names of the house brains to beat, the weakest first. */
  readonly rungs: readonly string[]
  readonly seed: number
}

/** The games of one version against one rung. */
export interface RungGames {
  readonly rung: string
  readonly won: number
  readonly drawn: number
  readonly lost: number
  /** Whether the sequential test found the bot stronger than the rung. */
  readonly passed: boolean
  /** Why the test ended, in words. */
  readonly verdict: string
}

/** What the command of the agent did in a round. */
export interface AgentRun {
  readonly seconds: number
  /** How it ended, in words: `ended with code 0`. */
  readonly end: string
  /** As the agent counted them; undefined if it did not tell. */
  readonly tokens?: number
}

/** One round: the agent edits, then the version is judged. Round 0 judges the bot as it was found. */
export interface ClimbRound {
  readonly round: number
  readonly agent?: AgentRun
  /** SHA-256 of all source files of the bot. */
  readonly version: string
  /** How far it came: `unchanged` was not judged again. */
  readonly reached: 'unchanged' | 'build' | 'doctor' | 'games'
  /** In order; all but the last were passed. */
  readonly games: readonly RungGames[]
  /** The first rung that is not passed; the number of rungs at the top. */
  readonly rung: number
}

/** A round whose version was judged. */
export interface JudgedRound extends ClimbRound {
  readonly reached: Exclude<ClimbRound['reached'], 'unchanged'>
}

export interface ClimbLedger {
  readonly head: ClimbHead
  readonly rounds: readonly ClimbRound[]
}

/** The name of its file. */
export const LEDGER = 'climb.jsonl'

export const appendLine = (file: string, line: ClimbHead | ClimbRound): void =>
  appendFileSync(file, `${JSON.stringify(line)}\n`, { flush: true })

/** Reads a ledger; undefined if there is none. A last line that was cut by a crash is removed, and its round is played again. */
export function readLedger(file: string): Result<ClimbLedger | undefined> {
  const read = readWholeLines(file)
  if (!read.ok) return read
  const { whole, rest } = read.value
  const removeRest = (): void => {
    if (rest.length > 0) truncateSync(file, whole.length)
  }
  const lines = whole.toString().split('\n').slice(0, -1)
  if (lines.length === 0) {
    // The first line was cut; what begins like no ledger is a file of somebody else.
    if (!'{"climb":1,'.startsWith(rest.subarray(0, 11).toString())) return damaged(file)
    removeRest()
    return ok(undefined)
  }
  const [head, ...rounds] = lines.map(parse)
  if (!isHead(head) || !rounds.every(isRound(head)) || !rounds.every(follows)) return damaged(file)
  removeRest()
  return ok({ head, rounds })
}

const damaged = (file: string) => fail('bad-file', `Cannot resume the climb: ${file} is damaged`)

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const isHead = (value: unknown): value is ClimbHead =>
  isObject(value) &&
  value['climb'] === 1 &&
  typeof value['challenge'] === 'string' &&
  isListOf(isText)(value['rungs'])

const REACHED: readonly unknown[] = [
  'unchanged',
  'build',
  'doctor',
  'games',
] satisfies ClimbRound['reached'][]

const isRound =
  ({ rungs }: ClimbHead) =>
  (value: unknown): value is ClimbRound =>
    isObject(value) &&
    isCount(value['round']) &&
    isText(value['version']) &&
    REACHED.includes(value['reached']) &&
    isListOf(isRungGames)(value['games']) &&
    isCount(value['rung']) &&
    value['rung'] <= rungs.length &&
    (value['agent'] === undefined || isAgentRun(value['agent']))

/** Rounds are counted from 0. The first is judged as the bot was found: it has no version to be equal to. */
const follows = ({ round, reached }: ClimbRound, at: number): boolean =>
  round === at && (at > 0 || reached !== 'unchanged')

const isRungGames = (value: unknown): value is RungGames =>
  isObject(value) &&
  isText(value['rung']) &&
  isCount(value['won']) &&
  isCount(value['drawn']) &&
  isCount(value['lost']) &&
  typeof value['passed'] === 'boolean' &&
  isText(value['verdict'])

const isAgentRun = (value: unknown): value is AgentRun =>
  isObject(value) &&
  typeof value['seconds'] === 'number' &&
  isText(value['end']) &&
  (value['tokens'] === undefined || typeof value['tokens'] === 'number')

const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isListOf =
  <T>(isItem: (item: unknown) => item is T) =>
  (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.every(isItem)

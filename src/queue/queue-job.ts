import { isObject } from '../base/json.ts'
import type { BuildOrder } from './build-order.ts'
import type { MatchOrder } from './match-order.ts'

/** An order as it lies in the queue: one attempt at it, for one run. */
export interface JobTerms {
  /** The process that ordered it. Its key in Redis says whether it still waits for an answer. */
  readonly run: string
  /** Counts how often the run had to begin anew because Redis had lost its data. */
  readonly epoch: number
  /** Counted from 1 by the run. */
  readonly attempt: number
  /** Identifies this attempt everywhere. */
  readonly id: string
  /** The least speed of a worker that may play it. */
  readonly leastSpeed?: number
  /** The ids of workers that may not play it. */
  readonly notBy?: readonly string[]
}

export interface MatchJob extends MatchOrder, JobTerms {}

export interface BuildJob extends BuildOrder, JobTerms {}

export type QueueOrder = MatchOrder | BuildOrder
export type QueueJob = MatchJob | BuildJob

export const isBuild = <Order extends object>(order: Order): order is Extract<Order, BuildOrder> =>
  'kind' in order && order.kind === 'build'

/** What an order needs of its worker. */
export interface Needs {
  /** A sandbox, and the key of the arena. */
  readonly isForArena: boolean
  /** Programs of the worker. */
  readonly programs: readonly string[]
}

export function needsOf(order: Pick<MatchOrder, 'players'> | BuildOrder): Needs {
  if ('needs' in order) return { isForArena: true, programs: order.needs }
  const versions = order.players.flatMap(({ source }) => (source.kind === 'version' ? [source] : []))
  const programs = versions.flatMap(({ argv: [program] }) => (program.includes('/') ? [] : [program]))
  return { isForArena: versions.length > 0, programs: [...new Set(programs)] }
}

/** Redis is a trusted component, so the shape of a job is checked only roughly. */
export function readJob(value: unknown): QueueJob | undefined {
  if (!isObject(value)) return undefined
  const { key, challenge, run, epoch, attempt, id } = value
  const isWhole =
    [key, challenge, run, id].every((one) => typeof one === 'string') &&
    [epoch, attempt].every((one) => typeof one === 'number') &&
    (value['kind'] === 'build' ? isBuildBody(value) : isMatchBody(value))
  return isWhole ? (value as unknown as QueueJob) : undefined
}

const isMatchBody = ({ settings, rules, seed, players }: Readonly<Record<string, unknown>>): boolean =>
  typeof seed === 'number' &&
  isObject(settings) &&
  isObject(rules) &&
  Array.isArray(players) &&
  players.length === 2 &&
  players.every((player) => isObject(player) && isObject(player['source']))

const isBuildBody = ({ name, team, source, ticket, needs }: Readonly<Record<string, unknown>>): boolean =>
  [name, ticket].every((one) => typeof one === 'string') &&
  typeof team === 'number' &&
  isObject(source) &&
  Array.isArray(needs)

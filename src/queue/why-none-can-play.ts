import { LANGUAGES, TOOLS } from '../runner/sandbox/runtimes.ts'
import type { BuildOrder } from './build-order.ts'
import type { MatchOrder } from './match-order.ts'
import { needsOf } from './queue-job.ts'
import type { WorkerCard } from './worker-card.ts'

/**
 * What is missing if none of the workers can play or build an order, in words; undefined if one can. Without any worker nothing
 * is missing but a worker, and the order waits.
 */
export function whyNoneCanPlay(
  order: Pick<MatchOrder, 'players'> | BuildOrder,
  workers: readonly WorkerCard[],
): string | undefined {
  const { isForArena, programs } = needsOf(order)
  if (workers.length === 0 || !isForArena) return undefined
  const withKey = workers.flatMap(({ versions }) => versions ?? [])
  if (withKey.length === 0) return 'no worker has a key of this arena (gamegrid worker --arena URL --key KEY)'
  const withSandbox = withKey.filter(({ sandboxProblem }) => sandboxProblem === undefined)
  const [{ sandboxProblem = '' } = {}] = withKey
  if (withSandbox.length === 0) return `no worker has a sandbox: ${sandboxProblem}`
  const needed = programs.filter((name) => LANGUAGES.includes(name) || TOOLS.includes(name))
  if (withSandbox.some((card) => needed.every((name) => has(card, name)))) return undefined
  const missing = needed.filter((name) => !withSandbox.some((card) => has(card, name)))
  return missing.length > 0
    ? `no worker has ${missing.join(' and ')}`
    : `no worker has all of ${needed.join(', ')}`
}

const has = ({ runtimes, tools }: NonNullable<WorkerCard['versions']>, name: string): boolean =>
  runtimes.includes(name) || tools.includes(name)

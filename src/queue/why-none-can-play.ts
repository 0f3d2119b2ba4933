import { LANGUAGES } from '../runner/sandbox/runtimes.ts'
import { hasVersions, runtimesOf, type MatchOrder } from './match-order.ts'
import type { WorkerCard } from './worker-card.ts'

/**
 * What is missing if none of the workers can play an order, in words; undefined if one can. Without any worker nothing is
 * missing but a worker, and the order waits.
 */
export function whyNoneCanPlay(
  order: Pick<MatchOrder, 'players'>,
  workers: readonly WorkerCard[],
): string | undefined {
  if (workers.length === 0 || !hasVersions(order)) return undefined
  const withKey = workers.flatMap(({ versions }) => versions ?? [])
  if (withKey.length === 0) return 'no worker has a key of this arena (gamegrid worker --arena URL --key KEY)'
  const withSandbox = withKey.filter(({ sandboxProblem }) => sandboxProblem === undefined)
  const [{ sandboxProblem = '' } = {}] = withKey
  if (withSandbox.length === 0) return `no worker has a sandbox: ${sandboxProblem}`
  const needed = runtimesOf(order).filter((name) => LANGUAGES.includes(name))
  if (withSandbox.some(({ runtimes }) => needed.every((name) => runtimes.includes(name)))) return undefined
  const missing = needed.filter((name) => !withSandbox.some(({ runtimes }) => runtimes.includes(name)))
  return missing.length > 0
    ? `no worker has ${missing.join(' and ')}`
    : `no worker has all of ${needed.join(', ')}`
}

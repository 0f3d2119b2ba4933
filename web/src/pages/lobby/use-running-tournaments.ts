import { useRef } from 'react'
import type { TournamentBody } from '../../../../src/api/tournaments.ts'
import { fetchTournaments } from '../../api/tournaments.ts'
import { ok } from '../../../../src/base/result.ts'
import { useResource } from '../../api/use-resource.ts'

/**
 * Tournaments that teams can join, and those that run; one that ends while the page is open stays, so that nothing moves.
 * Undefined until the server has answered.
 */
export function useRunningTournaments(): readonly TournamentBody[] | undefined {
  const shown = useRef<readonly TournamentBody[]>([])
  const { value, problem } = useResource(
    'running tournaments',
    async (signal) => {
      const [running, waiting] = await Promise.all([
        fetchTournaments({ status: 'running', limit: 5 }, signal),
        fetchTournaments({ status: 'waiting', limit: 5 }, signal),
      ])
      if (!running.ok) return running
      if (!waiting.ok) return waiting
      shown.current = withNews(shown.current, running.value.tournaments)
      return ok([...waiting.value.tournaments.filter(({ join }) => join !== null), ...shown.current])
    },
    { everyMs: 4_000 },
  )
  return value ?? (problem && [])
}

function withNews(
  before: readonly TournamentBody[],
  running: readonly TournamentBody[],
): readonly TournamentBody[] {
  const all = new Map<number, TournamentBody>(before.map((one) => [one.id, { ...one, status: 'over' }]))
  for (const one of running) all.set(one.id, one)
  return [...all.values()].toSorted((a, b) => b.id - a.id)
}

import { useRef } from 'react'
import type { TournamentBody } from '../../../../src/api/tournaments.ts'
import { fetchTournaments } from '../../api/tournaments.ts'
import { ok } from '../../../../src/base/result.ts'
import { useResource } from '../../api/use-resource.ts'

/** Tournaments that run; one that ends while the page is open stays, so that nothing moves. Undefined until the server has answered. */
export function useRunningTournaments(): readonly TournamentBody[] | undefined {
  const shown = useRef<readonly TournamentBody[]>([])
  const { value, problem } = useResource(
    'running tournaments',
    async (signal) => {
      const found = await fetchTournaments({ status: 'running', limit: 5 }, signal)
      if (!found.ok) return found
      shown.current = withNews(shown.current, found.value.tournaments)
      return ok(shown.current)
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

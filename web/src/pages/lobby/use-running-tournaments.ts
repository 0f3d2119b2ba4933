import { useRef } from 'react'
import { ok } from '../../../../src/base/result.ts'
import { fetchTournaments, type TournamentInfo } from '../../api/tournament-api.ts'
import { useResource } from '../../api/use-resource.ts'

/** Tournaments that run; one that ends while the page is open stays, so that nothing moves. Undefined until the server has answered. */
export function useRunningTournaments(): readonly TournamentInfo[] | undefined {
  const shown = useRef<readonly TournamentInfo[]>([])
  const { value, problem } = useResource(
    'running tournaments',
    async (signal) => {
      const found = await fetchTournaments('?status=running&limit=5', signal)
      if (!found.ok) return found
      shown.current = withNews(shown.current, found.value.tournaments)
      return ok(shown.current)
    },
    { everyMs: 4_000 },
  )
  return value ?? (problem && [])
}

function withNews(
  before: readonly TournamentInfo[],
  running: readonly TournamentInfo[],
): readonly TournamentInfo[] {
  const all = new Map<number, TournamentInfo>(before.map((one) => [one.id, { ...one, status: 'over' }]))
  for (const one of running) all.set(one.id, one)
  return [...all.values()].toSorted((a, b) => b.id - a.id)
}

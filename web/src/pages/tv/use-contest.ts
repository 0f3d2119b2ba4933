import { useEffect, useMemo, useRef } from 'react'
import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import { fetchTournament, fetchTournaments } from '../../api/tournaments.ts'
import { useResource } from '../../api/use-resource.ts'
import { chooseContest } from './choose-contest.ts'

const LOOK_MS = 5_000
/** The whole contest is large: it is read again when one of its matches begins or ends, and now and then. */
const PAUSE_MS = 2_000
const REST_MS = 15_000

export interface FollowedContest {
  readonly contest: WholeTournamentBody | undefined
  /** Whether the server has said which contest it is, if any. */
  readonly isKnown: boolean
  readonly isMissing: boolean
}

/** The contest that the address names, or the most important one. `news` changes whenever a match begins or ends. */
export function useContest(named: number | undefined, news: string): FollowedContest {
  const chosen = useRef<number>(undefined)
  const list = useResource(
    named === undefined ? 'contests' : undefined,
    (signal) => fetchTournaments({ limit: 50 }, signal),
    { everyMs: LOOK_MS },
  ).value
  if (list) chosen.current = chooseContest(list.tournaments, chosen.current)
  const id = named ?? chosen.current
  const { value, problem, ask } = useResource(
    id === undefined ? undefined : `${id}`,
    (signal) => fetchTournament(id ?? 0, signal),
    { onlyAskedMs: PAUSE_MS },
  )
  // What the list says of the contest is newer than the contest itself, where it differs.
  const listed = useMemo(() => JSON.stringify(list?.tournaments.find((one) => one.id === id)), [list, id])
  useEffect(() => {
    ask()
    const timer = setInterval(ask, REST_MS)
    return () => clearInterval(timer)
  }, [id, news, listed])
  return {
    contest: value?.id === id ? value : undefined,
    isKnown: (named ?? list) !== undefined && (id === undefined || value?.id === id || problem !== undefined),
    isMissing: problem?.code === 'not-found' || problem?.code === 'unknown-tournament',
  }
}

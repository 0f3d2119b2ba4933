import type { TournamentBody, TournamentStatus } from '../../../../src/api/tournaments.ts'

type Contest = Pick<TournamentBody, 'id' | 'status' | 'entrants' | 'join' | 'starts'>

/**
 * The contest to follow where the address names none: one that runs, then one that is paused, then one that can be joined or has
 * a start time, then the one that was followed before, then the newest that is over. Among equals the larger one wins.
 */
export function chooseContest(contests: readonly Contest[], before: number | undefined): number | undefined {
  const [best] = contests
    .map((contest) => ({ contest, worth: worthOf(contest, before) }))
    .filter(({ worth }) => worth > 0)
    .toSorted(
      (a, b) =>
        b.worth - a.worth ||
        // To change between two contests of the same worth would confuse the hall.
        Number(b.contest.id === before) - Number(a.contest.id === before) ||
        (a.worth > OVER ? b.contest.entrants - a.contest.entrants : 0) ||
        b.contest.id - a.contest.id,
    )
  return best?.contest.id
}

const OVER = 1

const WORTH: Readonly<Record<TournamentStatus, number>> = { running: 5, paused: 4, waiting: 3, over: OVER }

function worthOf({ id, status, join, starts }: Contest, before: number | undefined): number {
  if (status === 'waiting' && join === null && starts === null) return 0
  return status === 'over' && id === before ? OVER + 1 : WORTH[status]
}

import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import { Countdown } from '../../parts/countdown.tsx'

/** Nothing is played: when it goes on. */
export function WaitScene({ contest }: { readonly contest: WholeTournamentBody | undefined }) {
  return (
    <section className="tv-wait">
      {contest?.status === 'waiting' && contest.starts !== null ? (
        <>
          <p>The contest starts in</p>
          <p className="tv-count">
            <Countdown to={contest.starts} />
          </p>
        </>
      ) : contest?.status === 'running' && contest.nextRound ? (
        <>
          <p>
            Round {contest.nextRound.round} begins{' '}
            {contest.nextRound.at === null ? 'when the organiser calls it' : 'in'}
          </p>
          {contest.nextRound.at !== null && (
            <p className="tv-count">
              <Countdown to={contest.nextRound.at} />
            </p>
          )}
        </>
      ) : (
        <p>{contest?.status === 'paused' ? 'The contest is paused' : 'The next match begins soon'}</p>
      )}
    </section>
  )
}

import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import { Countdown } from '../../parts/countdown.tsx'
import { progressWords } from '../../parts/tournament-words.ts'
import { SoundButton } from '../../watch/sound/sound-button.tsx'
import { stageWords } from './stakes.ts'

type Contest = WholeTournamentBody | undefined

/** Above every scene: the contest, its round, and when it goes on. The heights of head and foot never change. */
export function TvHead({ contest }: { readonly contest: Contest }) {
  return (
    <header className="tv-head">
      <h1>{contest?.name ?? 'Live matches'}</h1>
      <p className="tv-round">{contest && roundWords(contest)}</p>
      <p className="tv-when">
        {contest?.status === 'waiting' && contest.starts !== null && (
          <>
            Starts in <Countdown to={contest.starts} />
          </>
        )}
        {contest?.status === 'running' && contest.nextRound?.at != null && (
          <>
            Round {contest.nextRound.round} in <Countdown to={contest.nextRound.at} />
          </>
        )}
        {contest?.status === 'paused' && 'Paused'}
      </p>
    </header>
  )
}

/** The stages that are being played; otherwise how far the contest is. */
function roundWords({ status, title, schedule, ...contest }: WholeTournamentBody): string {
  const stages = new Set(schedule.filter((match) => match.status === 'playing').map(stageWords))
  if (stages.size > 0 && stages.size <= 2) return [...stages].join(' · ')
  if (status === 'waiting') return title
  return status === 'over' ? 'Final result' : progressWords(contest)
}

interface TvFootProps {
  readonly contest: Contest
  /** How many matches are being played. */
  readonly live: number
  readonly isHeld: boolean
  readonly isLost: boolean
}

export function TvFoot({ contest, live, isHeld, isLost }: TvFootProps) {
  const absent = contest?.absent ?? []
  return (
    <footer className="tv-foot">
      <p className="tv-live muted">{live > 0 && `${live} ${live === 1 ? 'match' : 'matches'} live`}</p>
      <p className="tv-absent">
        {absent.length > 0 && 'Waiting for '}
        {absent.slice(0, 3).map(({ entrant, until }) => (
          <span key={entrant}>
            <b>{entrant}</b> <Countdown to={until} after="0 s" />{' '}
          </span>
        ))}
        {absent.length > 3 && `and ${absent.length - 3} more`}
      </p>
      <p className="tv-state" role="status">
        {isLost ? 'Connection lost, trying again …' : isHeld ? 'Held: Space goes on' : ''}
      </p>
      <SoundButton />
    </footer>
  )
}

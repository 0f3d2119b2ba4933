import { useState } from 'react'
import type { StartQuery } from '../../../../../src/api/entry.ts'
import type { WholeTournamentBody } from '../../../../../src/api/tournaments.ts'
import { moveTournament } from '../../../api/tournaments.ts'
import { useChallenges } from '../../../api/use-challenges.ts'
import { connectCommand } from '../../../parts/connect-command.ts'
import { firstClick } from '../../../parts/first-click.ts'
import { keepFocus } from '../../../parts/keep-focus.ts'
import { ActionLog } from './action-log.tsx'
import { DecideMatch } from './decide-match.tsx'
import { PlanControls } from './plan-controls.tsx'
import { EntryControls } from './entry-controls.tsx'
import { JudgesConsole } from './judges-console.tsx'
import { NextContest } from './next-contest.tsx'
import { Copied } from '../../../parts/new-key.tsx'
import { UnreadyTeams } from './unready-teams.tsx'
import { WithdrawEntrant } from './withdraw-entrant.tsx'
import './tournament-controls.css'

interface TournamentControlsProps {
  readonly tournament: WholeTournamentBody
  /** Called after each change, so that the page reads the tournament again. */
  readonly onChange: () => void
}

/** The organiser's controls of a tournament. */
export function TournamentControls({ tournament, onChange }: TournamentControlsProps) {
  const challenges = useChallenges()
  const judges = challenges.find(({ id }) => id === tournament.challenge)?.judges
  return (
    <>
      <section className="panel controls" aria-labelledby="controls">
        <h2 id="controls">For the organiser</h2>
        <Course tournament={tournament} onChange={onChange} />
        <EntryControls tournament={tournament} onChange={onChange} />
        <PlanControls tournament={tournament} onChange={onChange} />
        {tournament.status !== 'waiting' && <DecideMatch tournament={tournament} onChange={onChange} />}
        {tournament.status !== 'over' && <WithdrawEntrant tournament={tournament} onChange={onChange} />}
        {judges !== undefined && (
          <JudgesConsole tournament={tournament} isExpected={judges > 0} onChange={onChange} />
        )}
        {tournament.status === 'over' && <NextContest tournament={tournament} />}
        <ActionLog id={tournament.id} version={logVersion(tournament)} />
      </section>
    </>
  )
}

/** Changes whenever the organiser may have done something: then the log is read again. */
const logVersion = ({ status, plan, published, nextRound, schedule }: WholeTournamentBody): string =>
  JSON.stringify([status, plan, published, nextRound, schedule.filter(isDecided).length])

const isDecided = ({ ruled, annulled }: WholeTournamentBody['schedule'][number]): boolean =>
  ruled !== null || annulled.length > 0

/** Starts, pauses and resumes the tournament. */
function Course({ tournament, onChange }: TournamentControlsProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const step = STEPS[tournament.status]
  const [unready, setUnready] = useState<string>()
  const move = async (to: 'start' | 'pause', query?: StartQuery): Promise<void> => {
    setIsBusy(true)
    const moved = await moveTournament(tournament.id, to, query)
    const isAsked = !moved.ok && moved.problem.code === 'teams-not-ready'
    setUnready(isAsked ? moved.problem.message : undefined)
    setProblem(moved.ok || isAsked ? undefined : moved.problem.message)
    setIsBusy(false)
    onChange()
  }
  const teams = tournament.result.entrants.filter(({ bot }) => bot.startsWith('player:')).length
  return (
    <div className="course line">
      {step && (
        <button
          type="button"
          className={step.to === 'start' ? 'button main' : 'button'}
          disabled={isBusy}
          onClick={firstClick(() => void keepFocus(move(step.to)))}
        >
          {step.button}
        </button>
      )}
      <p role="status">
        {step ? step.what : 'All matches have been played.'}
        {tournament.status === 'waiting' && teams > 0 && ` ${teamWords(teams)}`}
      </p>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {unready !== undefined && (
        <UnreadyTeams words={unready} onStart={(how) => void keepFocus(move('start', { unready: how }))} />
      )}
      {step && teams > 0 && (
        <div className="team-command">
          <p>A team plays its matches of this contest with its own key and</p>
          <Copied text={connectCommand('…', tournament.challenge)} what="the command for teams" />
        </div>
      )}
    </div>
  )
}

interface Step {
  readonly to: 'start' | 'pause'
  readonly button: string
  readonly what: string
}

const STEPS: Readonly<Record<WholeTournamentBody['status'], Step | undefined>> = {
  waiting: {
    to: 'start',
    button: 'Start',
    what: 'The first matches are called at once.',
  },
  running: {
    to: 'pause',
    button: 'Pause',
    what: 'The contest is running. After a pause, running matches go on to their end, and no new ones begin.',
  },
  paused: {
    to: 'start',
    button: 'Go on',
    what: 'The contest is paused. It goes on where it stopped.',
  },
  over: undefined,
}

const teamWords = (teams: number): string =>
  teams === 1
    ? 'One entrant is a team that plays over the network: it should be connected by now.'
    : `${teams} entrants are teams that play over the network: they should be connected by now.`

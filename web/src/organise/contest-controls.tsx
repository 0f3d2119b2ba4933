import { useState } from 'react'
import type { Contest } from '../tournament/contest-api.ts'
import { useChallenges } from '../api/use-challenges.ts'
import { connectCommand } from './connect-command.ts'
import { JudgesConsole } from './judges-console.tsx'
import { Copied } from './new-key.tsx'
import { moveContest } from './organise-api.ts'
import { WithdrawEntrant } from './withdraw-entrant.tsx'
import './contest-controls.css'

interface ContestControlsProps {
  readonly contest: Contest
  /** Something was changed: look again. */
  readonly onChange: () => void
}

/** What the organiser does with a contest. */
export function ContestControls({ contest, onChange }: ContestControlsProps) {
  const challenges = useChallenges()
  const judges = challenges.find(({ id }) => id === contest.challenge)?.judges ?? 0
  return (
    <>
      <section className="panel controls" aria-labelledby="controls">
        <h2 id="controls">For the organiser</h2>
        <Course contest={contest} onChange={onChange} />
        {contest.status !== 'over' && <WithdrawEntrant contest={contest} onChange={onChange} />}
        {judges > 0 && <JudgesConsole contest={contest} max={judges} onChange={onChange} />}
      </section>
    </>
  )
}

/** Starting, pausing, going on. */
function Course({ contest, onChange }: ContestControlsProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const step = STEPS[contest.status]
  const move = async (to: 'start' | 'pause'): Promise<void> => {
    setIsBusy(true)
    const moved = await moveContest(contest.id, to)
    setProblem(moved.ok ? undefined : moved.problem.message)
    setIsBusy(false)
    onChange()
  }
  const teams = contest.result.entrants.filter(({ bot }) => bot.startsWith('player:')).length
  return (
    <div className="course">
      {step && (
        <button
          type="button"
          className={step.to === 'start' ? 'button main' : 'button'}
          disabled={isBusy}
          onClick={() => void move(step.to)}
        >
          {step.button}
        </button>
      )}
      <p role="status">
        {step ? step.what : 'All matches have been played.'}
        {contest.status === 'waiting' && teams > 0 && ` ${teamWords(teams)}`}
      </p>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {step && teams > 0 && (
        <div className="team-command">
          <p>A team plays its matches of this contest with its own key and</p>
          <Copied text={connectCommand('…', contest.challenge)} what="the command for teams" />
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

const STEPS: Readonly<Record<Contest['status'], Step | undefined>> = {
  waiting: {
    to: 'start',
    button: 'Start',
    what: 'The first matches are called at once.',
  },
  running: {
    to: 'pause',
    button: 'Pause',
    what: 'It is running. After a pause no more matches are called; those that run are played to their end.',
  },
  paused: {
    to: 'start',
    button: 'Go on',
    what: 'It is paused. Nothing is lost: it goes on where it stopped.',
  },
  over: undefined,
}

const teamWords = (teams: number): string =>
  teams === 1
    ? 'One entrant is a team that comes over the network: it should be connected by now.'
    : `${teams} entrants are teams that come over the network: they should be connected by now.`

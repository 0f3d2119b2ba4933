import { useState } from 'react'
import { Link } from '../../parts/link.tsx'
import type { PersonBody } from '../../../../src/api/people.ts'
import type { TournamentBody } from '../../../../src/api/tournaments.ts'
import type { Result } from '../../../../src/base/result.ts'
import { fetchBots } from '../../api/bots.ts'
import { choosePlays, leaveContest } from '../../api/entry.ts'
import { useReadiness } from '../../api/use-readiness.ts'
import { useResource } from '../../api/use-resource.ts'
import { Countdown } from '../../parts/countdown.tsx'
import { readyWords } from '../../parts/ready-words.ts'
import '../../parts/ready.css'
import { OtherDevice } from './other-device.tsx'

interface YouAreInProps {
  readonly tournament: TournamentBody
  readonly me: PersonBody
  readonly onChange: () => void
}

/** What a team that has joined does next, until the contest starts. */
export function YouAreIn({ tournament, me, onChange }: YouAreInProps) {
  const { id, challenge, title, status, starts, entry } = tournament
  const { value, reload } = useReadiness(id)
  const team = value?.teams.find(({ player }) => player === me.id)
  const [problem, setProblem] = useState<string>()
  const does = async (request: Promise<Result<unknown>>): Promise<void> => {
    const done = await request
    setProblem(done.ok ? undefined : done.problem.message)
    void reload()
    onChange()
  }
  const words = team && readyWords(team)
  return (
    <>
      <section className="panel you-are-in" role="status">
        <h2>You are in</h2>
        <p>
          <b>{me.name}</b>{' '}
          {status === 'waiting' ? 'is in the contest.' : 'plays in the contest, which has begun.'}
        </p>
        {status === 'waiting' && (
          <p>
            {starts === null ? (
              'The organiser starts it.'
            ) : (
              <>
                It starts in <Countdown to={starts} isDated />
              </>
            )}
          </p>
        )}
        {words && status === 'waiting' && (
          <p className="ready" data-tone={words.tone}>
            {words.text}
            {team?.bot?.reason != null && <small>{team.bot.reason}</small>}
          </p>
        )}
        <Link href={`/contests/${id}`}>The contest</Link>
      </section>
      {status === 'waiting' && (
        <>
          <section className="panel next-steps">
            <h2>What to do next</h2>
            <ol>
              <li>
                <Link href={`/games/${challenge}`}>Read the rules of {title}</Link>, and play a game.
              </li>
              <li>
                <Link href={`/games/${challenge}/write`}>Write a bot</Link>: in this browser, or from a kit
                that you download.
              </li>
              <li>
                <Link href={`/teams/${me.id}`}>Upload it</Link> as often as you like. The newest version that
                has passed plays when the contest starts.
              </li>
              <li>
                Or play over a wire: <Link href={`/teams/${me.id}`}>make a key</Link>, and run your program on
                your own computer.
              </li>
            </ol>
            <OtherDevice me={me} />
          </section>
          {team?.joined != null && (
            <section className="panel your-choice">
              <Choice
                me={me}
                challenge={challenge}
                chosen={team.choice}
                onChoose={(plays) => void does(choosePlays(id, me.id, plays))}
              />
              {entry !== 'closed' && (
                <button
                  type="button"
                  className="button danger"
                  onClick={() => void does(leaveContest(id, me.id))}
                >
                  Leave the contest
                </button>
              )}
              <p className="problem" role="alert">
                {problem}
              </p>
            </section>
          )}
        </>
      )}
    </>
  )
}

interface ChoiceProps {
  readonly me: PersonBody
  readonly challenge: string
  readonly chosen: string | null
  readonly onChoose: (plays: string | null) => void
}

/** Which bot plays for the team, or the team itself. */
function Choice({ me, challenge, chosen, onChoose }: ChoiceProps) {
  const { value } = useResource(`${me.id}`, (signal) => fetchBots(me.id, signal), { everyMs: 10_000 })
  const bots = (value?.bots ?? []).filter((bot) => bot.challenge === challenge)
  return (
    <label className="field">
      Which bot plays for you
      <select
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
      >
        <option value="">Our newest bot</option>
        {bots.map(({ id, name }) => (
          <option key={id} value={`bot:${id}`}>
            {name}
          </option>
        ))}
        <option value="wire">We play over a wire</option>
      </select>
    </label>
  )
}

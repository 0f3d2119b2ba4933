import { Link } from '../../parts/link.tsx'
import type { ReadinessBody, ReadyTeam } from '../../../../src/api/entry.ts'
import { decideOnTeam } from '../../api/entry.ts'
import { useMe } from '../../api/me.ts'
import { useReadiness } from '../../api/use-readiness.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import { Countdown } from '../../parts/countdown.tsx'
import { firstClick } from '../../parts/first-click.ts'
import { JoinAddress } from '../../parts/join-address.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { readyWords } from '../../parts/ready-words.ts'
import { keepFocus } from '../../parts/keep-focus.ts'
import { useAction } from '../../parts/use-action.ts'
import { useNow } from '../../parts/use-now.ts'
import { useTitle } from '../../parts/use-title.ts'
import { timeAgo } from '../../parts/words.ts'
import '../../parts/ready.css'
import './readiness.css'

/** The readiness board of a contest, for the hall and for the organiser: which teams have joined, and what can play for them. */
export function ReadinessPage({ id }: { readonly id: number }) {
  const { value, problem, reload } = useReadiness(id)
  useTitle(value ? `Who is ready for ${value.tournament.name}` : 'Who is ready')
  if (problem?.code === 'not-found') return <NotFound what="contest" />
  if (!value && problem) return <CannotShow what={`contest ${id}`} why={problem.message} />
  return value ? <Board readiness={value} isLost={problem !== undefined} onChange={reload} /> : null
}

interface BoardProps {
  readonly readiness: ReadinessBody
  readonly isLost: boolean
  readonly onChange: () => Promise<void>
}

function Board({ readiness: { tournament, teams }, isLost, onChange }: BoardProps) {
  const isOrganiser = useMe()?.role === 'organiser'
  const { isBusy, said, send } = useAction()
  const { id, name, title, status, starts, entry, entryCloses, join } = tournament
  const ready = teams.filter((team) => readyWords(team).tone === 'good').length
  const decide = async (player: number, state: 'in' | 'refused'): Promise<void> => {
    await send(decideOnTeam(id, player, state), () => undefined)
    await onChange()
  }
  return (
    <main className="readiness" data-joinable={join !== null ? '' : undefined}>
      <header>
        <h1>
          <Link href={`/contests/${id}`}>{name}</Link>
        </h1>
        <p>
          {title}. <b>{teams.length}</b> {teams.length === 1 ? 'entrant' : 'entrants'}, <b>{ready}</b> ready.{' '}
          {status !== 'waiting' ? (
            'It has begun.'
          ) : starts === null ? null : (
            <>
              It starts in <Countdown to={starts} isDated />.
            </>
          )}
        </p>
        {isLost && <ConnectionLost />}
        {said?.message !== undefined && (
          <p className="notice" data-tone="bad" role="alert">
            {said.message}
          </p>
        )}
      </header>
      {join !== null && (
        <aside className="readiness-join" aria-label="How to join">
          <JoinAddress path={join} name={name} />
          {entry === 'approval' && <p>The organiser approves each team.</p>}
          {entryCloses !== null && (
            <p>
              Entry closes in <Countdown to={entryCloses} isDated />
            </p>
          )}
        </aside>
      )}
      {teams.length === 0 ? (
        <p className="readiness-empty">No team has joined yet.</p>
      ) : (
        <ul className="readiness-teams" aria-label="Teams">
          {teams.map((team) => (
            <Team
              key={`${team.player} ${team.name}`}
              team={team}
              isBusy={isBusy}
              onDecide={
                isOrganiser && status === 'waiting' && team.player !== null && team.joined !== null
                  ? (state) => void keepFocus(decide(team.player ?? 0, state))
                  : undefined
              }
            />
          ))}
        </ul>
      )}
    </main>
  )
}

interface TeamProps {
  readonly team: ReadyTeam
  readonly isBusy: boolean
  readonly onDecide: ((state: 'in' | 'refused') => void) | undefined
}

function Team({ team, isBusy, onDecide }: TeamProps) {
  const { name, state, bot, lastSeen, members } = team
  const { tone, text } = readyWords(team)
  const now = useNow(30_000)
  return (
    <li className="readiness-team" data-tone={tone}>
      <b className="wraps">{name}</b>
      {members !== null && <small>{members}</small>}
      <p className="ready" data-tone={tone}>
        {text}
      </p>
      {bot?.reason != null && <small className="wraps">{bot.reason}</small>}
      {lastSeen !== null && <small className="muted">Seen {timeAgo(lastSeen, now)}</small>}
      {onDecide && (
        <div className="readiness-decide">
          {state !== 'in' && (
            <button
              type="button"
              className="button main"
              aria-label={`Approve ${name}`}
              disabled={isBusy}
              onClick={firstClick(() => onDecide('in'))}
            >
              Approve
            </button>
          )}
          {state !== 'refused' && (
            <button
              type="button"
              className="button"
              aria-label={`Refuse ${name}`}
              disabled={isBusy}
              onClick={firstClick(() => onDecide('refused'))}
            >
              Refuse
            </button>
          )}
        </div>
      )}
    </li>
  )
}

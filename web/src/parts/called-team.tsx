import { useState } from 'react'
import { Link } from './link.tsx'
import type { PersonBody } from '../../../src/api/people.ts'
import type { AbsentBody, TournamentBody } from '../../../src/api/tournaments.ts'
import { comeToTournament, fetchTournament, fetchTournaments } from '../api/tournaments.ts'
import { useResource } from '../api/use-resource.ts'
import { connectCommand } from './connect-command.ts'
import { Countdown } from './countdown.tsx'
import { Copied } from './new-key.tsx'
import { useAction } from './use-action.ts'
import './form.css'
import './called-team.css'

const LOOK_MS = 5_000
/** More than run at once anywhere. */
const MOST_RUNNING = 20

/** Tells a team that a match of a contest waits for it, and lets a person say that the team is there. */
export function CalledTeam({ me }: { readonly me: PersonBody }) {
  const [came, setCame] = useState<TournamentBody>()
  const { value, reload } = useResource(
    `waiting for ${me.id}`,
    (signal) => fetchTournaments({ status: 'running', limit: MOST_RUNNING }, signal),
    { everyMs: LOOK_MS },
  )
  const calls = (value?.tournaments ?? []).flatMap((tournament) =>
    tournament.absent.filter(({ player }) => player === me.id).map((absent) => ({ tournament, absent })),
  )
  return (
    <div role="status">
      {calls.map(({ tournament, absent }) => (
        <Call
          key={tournament.id}
          tournament={tournament}
          absent={absent}
          onCome={() => {
            setCame(tournament)
            void reload()
          }}
        />
      ))}
      {came && !calls.some(({ tournament }) => tournament.id === came.id) && (
        <Came tournament={came} me={me} onClose={() => setCame(undefined)} />
      )}
    </div>
  )
}

interface CallProps {
  readonly tournament: TournamentBody
  readonly absent: AbsentBody
  readonly onCome: () => void
}

function Call({ tournament: { id, name }, absent, onCome }: CallProps) {
  const { said, isBusy, send } = useAction()
  const come = async (): Promise<void> => {
    if (await send(comeToTournament(id), () => undefined)) onCome()
  }
  return (
    <div className="notice site-notice called-team" data-tone="warn">
      <p>
        <b>{absent.entrant}</b> is called to its match against {absent.opponent} in{' '}
        <Link href={`/contests/${id}`}>{name}</Link>. It loses the match in{' '}
        <b>
          <Countdown to={absent.until} after="a moment" />
        </b>
      </p>
      <button type="button" className="button main" disabled={isBusy} onClick={() => void come()}>
        I am here
      </button>
      {said?.kind === 'refused' && <p className="problem">{said.message}</p>}
    </div>
  )
}

interface CameProps {
  readonly tournament: TournamentBody
  readonly me: PersonBody
  readonly onClose: () => void
}

/** What a team does after it has said that it is there: it takes its seat, by hand or with a program. */
function Came({ tournament: { id, challenge }, me, onClose }: CameProps) {
  const { value } = useResource(`match of ${me.id} in ${id}`, (signal) => fetchTournament(id, signal), {
    everyMs: LOOK_MS,
  })
  const names = new Set(value?.teams.flatMap(({ player, name }) => (player === me.id ? [name] : [])))
  const called = value?.schedule.find(
    ({ status, match, players }) =>
      status !== 'over' && match !== null && players.some((name) => names.has(name)),
  )
  const opponent = called?.players.find((name) => !names.has(name))
  return (
    <div className="notice site-notice called-team" data-tone="good">
      <p>
        {called === undefined
          ? 'The arena knows that you are here. Your match begins as soon as your opponent is free.'
          : `Your match against ${opponent} is called: take your seat.`}
      </p>
      {called?.match != null && (
        <Link href={`/play/${called.match}`} className="button main" onClick={onClose}>
          Play by hand
        </Link>
      )}
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
      <div className="called-command">
        <p>If your program plays, it must be connected, too. Start it with your key:</p>
        <Copied text={connectCommand('…', challenge)} what="the command for your program" />
      </div>
    </div>
  )
}

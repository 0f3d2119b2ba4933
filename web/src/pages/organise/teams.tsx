import { useId, useState } from 'react'
import { Link } from '../../parts/link.tsx'
import type { PersonBody } from '../../../../src/api/people.ts'
import { fetchTeams } from '../../api/people.ts'
import { useResource } from '../../api/use-resource.ts'
import { RegisterTeams } from './register-teams.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { TeamKeyring } from './team-keyring.tsx'

/** Registers and lists teams. */
export function Teams() {
  const { value: teams, reload } = useResource('teams', fetchTeams)
  return (
    <section className="panel" aria-labelledby="teams">
      <header className="panel-title line apart">
        <h2 id="teams">Teams</h2>
        {teams !== undefined && <span className="muted">{teams.length} registered</span>}
      </header>
      <RegisterTeams registered={() => void reload()} />
      {teams !== undefined && teams.length > 0 && <TeamList teams={teams} />}
    </section>
  )
}

/** At most so many teams are listed; the search finds the others. */
const SHOWN = 50

function TeamList({ teams }: { readonly teams: readonly PersonBody[] }) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<number>()
  const [linked, setLinked] = useState<number>()
  const wanted = search.trim().toLowerCase()
  const found = teams.filter((team) => team.name.toLowerCase().includes(wanted) || String(team.id) === wanted)
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Find a team</label>
        <input id={id} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      </div>
      <ul className="team-rows lined">
        {found.slice(0, SHOWN).map((team) => (
          <li key={team.id}>
            <span>
              <Link href={`/teams/${team.id}`}>{team.name}</Link>{' '}
              <small className="muted">player {team.id}</small>
            </span>
            <span className="flow team-row-buttons">
              <button
                type="button"
                className="button"
                aria-expanded={linked === team.id}
                aria-label={`Sign-in link for ${team.name}`}
                onClick={() => setLinked(linked === team.id ? undefined : team.id)}
              >
                Sign-in link
              </button>
              <button
                type="button"
                className="button"
                aria-expanded={opened === team.id}
                aria-label={`Keys of ${team.name}`}
                onClick={() => setOpened(opened === team.id ? undefined : team.id)}
              >
                Keys
              </button>
            </span>
            {linked === team.id && <SignInLink team={team} />}
            {opened === team.id && <TeamKeyring team={team} />}
          </li>
        ))}
      </ul>
      <p className="muted" role="status">
        {found.length === 0 && 'No team has such a name.'}
        {found.length > SHOWN && `And ${found.length - SHOWN} more: type a part of the name.`}
      </p>
    </>
  )
}

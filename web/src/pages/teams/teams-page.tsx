import { useId, useState } from 'react'
import { Link } from '../../parts/link.tsx'
import { fetchPublicTeams } from '../../api/people.ts'
import { usePages } from '../../api/use-pages.ts'
import { Name } from '../../parts/name.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { timeAgo } from '../../parts/words.ts'
import '../../parts/form.css'
import './teams.css'

/** All teams, with a search by name. */
export function TeamsPage() {
  const id = useId()
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  const { rows, more, problem } = usePages(`teams ${wanted}`, (after, signal) =>
    fetchPublicTeams(wanted, after, signal),
  )
  const now = Date.now()
  useTitle('Teams')
  return (
    <div className="page teams">
      <h1>Teams</h1>
      <section className="panel" aria-label="Teams">
        <div className="field">
          <label htmlFor={id}>Find a team</label>
          <input id={id} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </div>
        {rows && rows.length > 0 && (
          <table className="numbers">
            <caption className="hidden-words">Teams</caption>
            <thead>
              <tr>
                <th scope="col">Team</th>
                <th scope="col">Bots</th>
                <th scope="col">Won</th>
                <th scope="col">Drawn</th>
                <th scope="col">Lost</th>
                <th scope="col" className="teams-when">
                  Last match
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((team) => (
                <tr key={team.id}>
                  <th scope="row" className="wraps">
                    <Link href={`/teams/${team.id}`}>
                      <Name name={team.name} />
                    </Link>
                  </th>
                  <td>{team.bots}</td>
                  <td>{team.won}</td>
                  <td>{team.drawn}</td>
                  <td>{team.lost}</td>
                  <td className="teams-when muted small">
                    {team.lastPlayed === null ? '–' : timeAgo(team.lastPlayed, now)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="muted" role="status">
          {rows?.length === 0 && (wanted === '' ? 'No team is registered yet.' : 'No team has such a name.')}
        </p>
        {problem !== undefined && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {more && (
          <button type="button" className="button" onClick={() => void more()}>
            Show more teams
          </button>
        )}
      </section>
    </div>
  )
}

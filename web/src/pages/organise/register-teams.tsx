import { useEffect, useId, useState, type SubmitEvent } from 'react'
import type { NewPersonBody } from '../../../../src/api/people.ts'
import { registerTeam } from '../../api/people.ts'
import { NewKey } from '../../parts/new-key.tsx'
import { teamsCsv } from './teams-csv.ts'

interface Refused {
  readonly name: string
  readonly message: string
}

/** One team, or a pasted list of them; each key is shown once. */
export function RegisterTeams({ registered }: { readonly registered: () => void }) {
  const id = useId()
  const [isList, setIsList] = useState(false)
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [made, setMade] = useState<readonly NewPersonBody[]>([])
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const names = isList ? namesIn(text) : [text]
    setIsBusy(true)
    setMade([])
    const teams: NewPersonBody[] = []
    const problems: Refused[] = []
    for (const name of names) {
      const team = await registerTeam(name)
      if (team.ok) teams.push(team.value)
      else problems.push({ name, message: team.problem.message })
      setMade([...teams])
    }
    setRefused(problems)
    // Refused names stay in the field, so that they can be corrected.
    setText(problems.map(({ name }) => name).join('\n'))
    setIsBusy(false)
    if (teams.length > 0) registered()
  }
  const [first] = made
  return (
    <>
      <form className="register" onSubmit={(event) => void submit(event)} noValidate>
        <div className="field">
          <label htmlFor={id}>{isList ? 'Names of the teams, one a line' : 'Register a team'}</label>
          {isList ? (
            <textarea
              id={id}
              rows={6}
              value={text}
              aria-invalid={refused.length > 0}
              aria-describedby={`${id}-problem`}
              onChange={(event) => setText(event.target.value)}
            />
          ) : (
            <input
              id={id}
              value={text}
              placeholder="Name of the team"
              maxLength={40}
              autoComplete="off"
              aria-invalid={refused.length > 0}
              aria-describedby={`${id}-problem`}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </div>
        <div className="register-buttons flow">
          <button className="button main" disabled={isBusy}>
            {isList ? 'Register them all' : 'Register'}
          </button>
          <button type="button" className="button quiet" onClick={() => setIsList(!isList)}>
            {isList ? 'One at a time' : 'Several at once'}
          </button>
        </div>
        <div className="problem" id={`${id}-problem`} role="alert">
          {refused.map(({ name, message }) => (
            <p key={name}>{message}</p>
          ))}
        </div>
      </form>
      {made.length === 1 && first && <NewKey name={first.name} keyText={first.key} />}
      {made.length > 1 && <NewTeams teams={made} />}
    </>
  )
}

const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

function NewTeams({ teams }: { readonly teams: readonly NewPersonBody[] }) {
  const url = useFile(teamsCsv(teams))
  return (
    <div className="new-key">
      <p role="status">
        {teams.length} teams are registered. Their keys are shown only now: keep the file, and give each team
        its own.
      </p>
      <div className="wide-table" role="region" aria-label="New teams and their keys" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Team</th>
              <th scope="col">Player</th>
              <th scope="col">Key</th>
            </tr>
          </thead>
          <tbody>
            {teams.map(({ id, name, key }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{id}</td>
                <td>
                  <code>{key}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <a className="button" href={url} download="teams.csv">
        Download as CSV
      </a>
    </div>
  )
}

/** An object URL, revoked when it is not needed any more. */
function useFile(text: string): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [text])
  return url
}

import '../parts/form.css'
import { useTitle } from '../parts/use-title.ts'
import { ActionLog } from './action-log.tsx'
import { ContestOverview } from './contest-overview.tsx'
import { useContests } from './use-contests.ts'
import { OrganiserOnly } from './organiser-only.tsx'
import { Teams } from './teams.tsx'
import './organise.css'

/** Where the organiser sees what is to be done. */
export function OrganisePage() {
  useTitle('Organise')
  return (
    <OrganiserOnly>
      <Overview />
    </OrganiserOnly>
  )
}

function Overview() {
  const contests = useContests()
  return (
    <div className="organise">
      <h1>Organise</h1>
      {contests && (
        <>
          <ContestOverview contests={contests} />
          <Teams />
          <ActionLog />
        </>
      )}
    </div>
  )
}

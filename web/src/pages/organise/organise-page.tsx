import '../../parts/form.css'
import { useTitle } from '../../parts/use-title.ts'
import { ActionLog } from './action-log.tsx'
import { TournamentOverview } from './tournament-overview.tsx'
import { useTournaments } from './use-tournaments.ts'
import { OrganiserOnly } from '../../parts/sign-in/organiser-only.tsx'
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
  const tournaments = useTournaments()
  return (
    <div className="organise">
      <h1>Organise</h1>
      {tournaments && (
        <>
          <TournamentOverview tournaments={tournaments} />
          <Teams />
          <ActionLog />
        </>
      )}
    </div>
  )
}

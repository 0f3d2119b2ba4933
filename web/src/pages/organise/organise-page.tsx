import { fetchTournaments } from '../../api/tournaments.ts'
import '../../parts/form.css'
import { useTitle } from '../../parts/use-title.ts'
import { Announce } from './announce.tsx'
import { ActionLog } from './action-log.tsx'
import { TournamentOverview } from './tournament-overview.tsx'
import { useResource } from '../../api/use-resource.ts'
import { OrganiserOnly } from '../../parts/sign-in/organiser-only.tsx'
import { Models } from './models.tsx'
import { Teams } from './teams.tsx'
import { Webhooks } from './webhooks.tsx'
import { Workers } from './workers.tsx'
import './organise.css'

/** The organiser's overview. */
export function OrganisePage() {
  useTitle('Organise')
  return (
    <OrganiserOnly>
      <Overview />
    </OrganiserOnly>
  )
}

function Overview() {
  const { value } = useResource('tournaments', (signal) => fetchTournaments({ limit: 100 }, signal), {
    everyMs: 4_000,
  })
  return (
    <div className="organise page">
      <h1>Organise</h1>
      {value && (
        <>
          <TournamentOverview tournaments={value.tournaments} />
          <Teams />
          <Workers />
          <Models />
          <Announce />
          <Webhooks />
          <ActionLog />
        </>
      )}
    </div>
  )
}
